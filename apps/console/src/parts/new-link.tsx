import type { Permission } from '@nare/contract/permissions'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../wire/me.ts'
import { Keys } from './controls.tsx'
import { useKeys } from './keys.ts'
import { PageLink } from './page-link.tsx'
import style from './controls.module.css'

/** The way to a form that drafts something new, by its link or by N, for people who may. */
export function NewLink({ to, name, permission }: { to: string; name: string; permission: Permission }) {
  const navigate = useNavigate()
  const may = useMay()(permission)
  useKeys([{ keys: ['n'], label: name.toLowerCase(), press: () => void navigate({ to: to as never }), on: may }])
  if (!may) return null
  return (
    <span className={style.csv}>
      <PageLink page={to}>{name}</PageLink> <Keys names={['n']} />
    </span>
  )
}
