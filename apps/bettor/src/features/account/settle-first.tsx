import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Notice } from '@nare/ui/notice'
import { Link } from 'wouter'

/** What prevents the end of an account. */
export type Blockers = { bets: number; withdrawals: number }

/** What prevents the end of an account, by this refusal; undefined if it is refused for another reason. */
export const blockersOf = ({ code, body }: Failed): Blockers | undefined =>
  code === 'account_in_use' ? { bets: Number(body.open_bets), withdrawals: Number(body.open_withdrawals) } : undefined

/** Open bets, withdrawals or money that block the end of an account, each with a link to its page. */
export function SettleFirst({ bets, withdrawals }: Blockers) {
  const { t } = useLingui()
  return (
    <Notice>
      {t`Not yet.`} {bets > 0 && <Link href="/my-bets">{t`Wait until your open bets are settled.`}</Link>}{' '}
      {withdrawals > 0 ? (
        <Link href="/profile?tab=statement&kind=withdrawal">{t`Wait until your withdrawal arrives.`}</Link>
      ) : (
        bets === 0 && <Link href="/withdraw">{t`Withdraw your money first.`}</Link>
      )}
    </Notice>
  )
}
