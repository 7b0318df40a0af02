import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import type { HouseDecision } from '../deps.ts'
import { payoutsStopped } from '../providers/providers.ts'
import * as store from './store.ts'

type Resend = {
  readonly withdrawal: bigint
  /** The line of the audit log. */
  readonly line?: bigint | undefined
}
type Refused = 'not_found' | 'withdrawals_paused'

/** Opens the operators' sending of a payout once more. `sendAgain` sends it. */
export function openResending({ sendAgain }: { readonly sendAgain: (id: bigint) => Promise<void> }) {
  async function lockLost(tx: Tx, id: bigint): Promise<Outcome<store.WithdrawalRow, Refused>> {
    const row = await store.lockWithdrawal(tx, id)
    if (row?.state !== 'sent' || row.requestId !== null || row.reason !== null) return refused('not_found')
    return (await payoutsStopped(tx, row.provider)) ? refused('withdrawals_paused') : done(row)
  }

  /**
   * Sends a payout again with the same conversation id, if the provider has no record of it. The operator must be sure of that: the
   * conversation id prevents a second payment only if the provider honours it.
   */
  const decision: HouseDecision<Resend, 'sent', Refused> = {
    async read(tx, { withdrawal }) {
      const lost = await lockLost(tx, withdrawal)
      if (!lost.ok) return lost
      const { kind, provider, msisdn, bettor, sends } = lost.value
      const sum = money(lost.value.sum)
      const facts = { kind, provider, msisdn, bettor_id: bettor.toString(), sends, sum: formatMoney(sum) }
      return done({ facts, needed: false, amount: sum, bettor })
    },
    async work(tx, { withdrawal, line }) {
      const lost = await lockLost(tx, withdrawal)
      if (!lost.ok) return lost
      await store.countResend(tx, withdrawal)
      await store.setLine(tx, withdrawal, line)
      return done('sent')
    },
    after: ({ withdrawal }) => sendAgain(withdrawal),
  }

  return { decision }
}
