import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApp } from '../state/hooks.ts'
import style from './pages.module.css'
import { useLoginAddress } from './use-login-address.ts'

type Guarded = { title: ReactNode; as?: 'h1' | 'h2'; reason: ReactNode; children: ReactNode }

/**
 * Shows its children to a signed-in bettor, and to others the title, why they should log in, and a link to the login that
 * returns to this page with its filters. The title is the page's heading; below a heading of the page it is an `h2`.
 */
export function SignedIn({ title, as: Heading = 'h1', reason, children }: Guarded) {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const login = useLoginAddress()
  if (signedIn) return children
  return (
    <section className={style.message}>
      <Heading>{title}</Heading>
      <EmptyState
        drawing="bets"
        action={
          <Link href={login}>
            <Trans>Log in</Trans>
          </Link>
        }
      >
        {reason}
      </EmptyState>
    </section>
  )
}
