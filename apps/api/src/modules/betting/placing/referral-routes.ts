import { done } from '@nare/contract/outcome'
import type { referrals as calls } from '@nare/contract/referrals'
import type { Received } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import type { Handlers } from '#platform/calls'
import { afterCommit, type InTurn } from '#platform/money-command'
import type { Answered } from './referrals.ts'
import type { ReferredBets } from './referred-bets.ts'

/** What a bettor does with a bet that waits for a trader. */
export function referralRoutes({
  referrals,
  ledger,
  inTurn,
}: {
  referrals: ReferredBets
  ledger: Ledger
  inTurn: InTurn
}): Handlers<typeof calls> {
  async function shown(answered: Answered) {
    if (!answered.ok) return answered
    const row = answered.value
    return afterCommit(async () => {
      const [data, { balance }] = await Promise.all([referrals.viewNow(row), ledger.balances(row.bettor)])
      return done({ data, balance: formatMoney(balance) })
    })
  }
  const answer = inTurn('offer answer', ({ bet_id, take }: Received<typeof calls.answerOffer>, { session }) =>
    referrals.answerOffer(session.bettor, { id: bet_id, take }),
  )
  return {
    withdraw: inTurn('bet withdrawal', async ({ bet_id }, { session }) =>
      shown(await referrals.withdraw(session.bettor, bet_id)),
    ),
    async answerOffer(input, call) {
      const answered = await answer(input, call)
      return answered.ok ? shown(done(await referrals.judgeIfDue(answered.value))) : answered
    },
  }
}
