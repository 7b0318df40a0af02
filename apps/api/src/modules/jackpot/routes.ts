import type { jackpot as calls } from '@nare/contract/jackpot'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { Jackpots } from './jackpot.ts'

export function jackpotRoutes(jackpots: Jackpots): Handlers<typeof calls> {
  return {
    jackpots: async () => done({ data: await jackpots.open() }),
    past: async (query) => done(await jackpots.past(query)),
    jackpot: ({ id }) => jackpots.pool(id),
    results: ({ id }) => jackpots.results(id),
    bet: (input, { session }) => jackpots.place(input, session),
  }
}
