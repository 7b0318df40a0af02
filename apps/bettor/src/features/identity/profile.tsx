import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import pages from '../../shell/pages.module.css'
import { Preferences } from '../../shell/preferences.tsx'
import { logout } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { reads } from '../../state/reads.ts'

/** The account: who, the balance, the ways to money and bets, preferences, and the way out. */
export function Profile({ below }: { below: ReactNode }) {
  const send = useSend()
  const { t } = useLingui()
  const [, go] = useLocation()
  const user = useApp(({ auth }) => auth.user)
  const leave = async (): Promise<void> => {
    await send(logout({}))
    send(reads.actions.forget())
    go('/')
  }
  return (
    <section className={pages.form}>
      <h1>
        <Trans>Profile</Trans>
      </h1>
      {user ? (
        <>
          <p>
            <b>{user.name || user.msisdn}</b> <span className="num">{masked(user.msisdn)}</span>
          </p>
          <p>
            <Trans>Balance</Trans> <Amount value={user.balance} /> · <Trans>Bonus</Trans> <Amount value={user.bonus} />
          </p>
          {!user.verified && (
            <p>
              <Link href="/verify">
                <Trans>Verify your phone</Trans>
              </Link>
            </p>
          )}
          <footer aria-label={t`Account`}>
            <Link href="/deposit">
              <Trans>Deposit</Trans>
            </Link>
            <Link href="/withdraw">
              <Trans>Withdraw</Trans>
            </Link>
            <Link href="/my-bets">
              <Trans>My bets</Trans>
            </Link>
            <Link href="/points">
              <Trans>Points</Trans>
            </Link>
            <Link href="/responsible-gambling">
              <Trans>Limits and help</Trans>
            </Link>
          </footer>
        </>
      ) : (
        <p>
          <Link href="/login?to=%2Fprofile">
            <Trans>Login</Trans>
          </Link>
        </p>
      )}
      {below}
      <Preferences />
      {user && (
        <Button look="soft" wide onClick={() => void leave()}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </section>
  )
}

const masked = (number: string): string => `${number.slice(0, 5)} ••• ${number.slice(-3)}`
