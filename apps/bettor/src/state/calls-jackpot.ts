import { route } from '@nare/contract/route'
import * as z from 'zod/mini'
import { command } from './area.ts'
import { betting } from './betting.ts'
import { placedFields, placement } from './calls-betting.ts'

/** The bettor's side of the jackpot's calls. */
export const jackpotCalls = {
  list: route({
    method: 'GET',
    path: '/v1/jackpots',
    auth: 'optional',
    input: z.object({}),
    answer: z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) }),
    failures: [],
    fallback: 'Fetching JackpotMatches failed',
  }),
  bet: route({
    method: 'POST',
    path: '/jp/bet',
    auth: 'bettor',
    created: true,
    input: z.object({
      id: z.uuid(),
      jackpot_id: z.string(),
      picks: z.array(z.object({ match_id: z.string(), outcomes: z.array(z.string()) })),
    }),
    answer: z.looseObject({ message: z.optional(z.string()), insufficient_balance: z.optional(z.boolean()) }),
    failures: [],
    fallback: 'jackpot  Bet placement failed',
  }),
} as const

export const fetchJackpots = command('betting/jackpots', jackpotCalls.list)
export const placeJackpotBet = command('betting/placeJackpot', jackpotCalls.bet)

betting.on(fetchJackpots, { loading: 'loading', error: 'error', done: ({ data }) => ({ jackpot: data }) })
betting.on(placeJackpotBet, {
  ...placement,
  done: (answer) => ({ jackpotbestlip: answer, ...placedFields(answer) }),
})
