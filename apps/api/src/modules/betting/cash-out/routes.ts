import type { cashOut as contract } from '@nare/contract/cash-out'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { CashOut } from './cash-out.ts'

/** The handlers of the cash-out calls. */
export function cashOutRoutes(cashOut: CashOut, inTurn: InTurn): Handlers<typeof contract> {
  return {
    quote: ({ bet_id }, { session }) => cashOut.quote(session.bettor, bet_id),
    take: (input, { session, readAtMs }) => cashOut.acceptQuote(input, session, readAtMs),
    async now({ bet_id }, { session }) {
      const data = await cashOut.now(session.bettor, bet_id)
      return data ? done({ data }) : refused('not_found')
    },
    setRule: inTurn('cash-out rule', async (input, { session }) => {
      const set = await cashOut.setRule(session.bettor, input)
      return set.ok ? done({ data: set.value }) : set
    }),
    clearRule: inTurn('cash-out rule end', async ({ bet_id }, { session }) => {
      const cleared = await cashOut.clearRule(session.bettor, bet_id)
      return cleared.ok ? done({ data: cleared.value }) : cleared
    }),
  }
}
