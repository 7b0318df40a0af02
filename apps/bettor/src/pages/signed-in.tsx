import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useApp } from '../state/hooks.ts'
import style from './pages.module.css'

/**
 * Shows its children to a signed-in bettor, and to others the title, why they should log in, and a link to the login that
 * returns to this page with its filters.
 */
export function SignedIn({ title, reason, children }: { title: ReactNode; reason: ReactNode; children: ReactNode }) {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const [path] = useLocation()
  const query = useSearch()
  if (signedIn) return children
  const here = query ? `${path}?${query}` : path
  return (
    <section className={style.message}>
      <h1>{title}</h1>
      <p>{reason}</p>
      <Link href={`/login?to=${encodeURIComponent(here)}`}>
        <Trans>Log in</Trans>
      </Link>
    </section>
  )
}
