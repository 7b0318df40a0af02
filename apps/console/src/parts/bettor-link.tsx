import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../wire/me.ts'
import { useKeys } from './keys.ts'

/** A bettor by name as a link to the page of the account, for people who may read it. */
export function BettorLink({ id, children }: { id: string; children: ReactNode }) {
  if (!useMay()('bettors.read')) return children
  return (
    <Link to="/bettors/$id" params={{ id }}>
      {children}
    </Link>
  )
}

/** The key B: it opens the bettor of what is chosen. */
export function useBettorKey(id: string | undefined): void {
  const navigate = useNavigate()
  const may = useMay()('bettors.read')
  const open = (): void => void (id !== undefined && navigate({ to: '/bettors/$id', params: { id } }))
  useKeys([{ keys: ['b'], label: 'bettor', press: open, on: may && id !== undefined }])
}
