import type { crash as contract } from '@nare/contract/crash'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { Crash } from './crash.ts'

/** The calls of the crash game. */
export function crashRoutes(crash: Crash, inTurn: InTurn): Handlers<typeof contract> {
  return {
    bet: (input, { session }) => crash.place(input, session),
    cashOut: (input, call) => crash.cashOut(input, call),
    cancel: inTurn('crash cancel', (input, { session }) => crash.cancel(input, session)),
    async chain({ chain_id: chainId }) {
      const chain = await crash.chain(chainId)
      if (chain) return done(chain)
      return refused(chainId === undefined ? 'not_available' : 'not_found')
    },
    rounds: async (input) => done(await crash.rounds(input)),
    bets: async (_input, { session }) => done(await crash.bets(session.bettor)),
  }
}
