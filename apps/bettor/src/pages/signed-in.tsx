import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useApp } from '../state/hooks.ts'
import style from './pages.module.css'
import { useLoginAddress } from './use-login-address.ts'

type SignedInProps = { title: ReactNode; as?: 'h1' | 'h2'; reason: ReactNode; children: ReactNode }

/**
 * Shows its children to a signed-in bettor. Guests see the title, the reason to log in, and a login link that leads back to this
 * page with its filters. The title is an `h1`; pass `h2` if the page has another heading above it.
 */
export function SignedIn({ title, as: Heading = 'h1', reason, children }: SignedInProps) {
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
