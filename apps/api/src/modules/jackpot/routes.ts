import type { jackpot as calls } from '@nare/contract/jackpot'
import type { jackpotHeads } from '@nare/contract/jackpot-heads'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import { asAnswer, openTexts } from '#platform/json-text'
import type { Jackpots } from './jackpot.ts'

const poolsMax = 200

export function jackpotRoutes(jackpots: Jackpots): Handlers<typeof calls> {
  const texts = openTexts(1 + poolsMax)
  return {
    jackpots: async () => {
      const data = await jackpots.open()
      return done(asAnswer<Answer<typeof calls.jackpots>>(texts('open', JSON.stringify({ data }))))
    },
    past: async (query) => done(await jackpots.past(query)),
    jackpot: async ({ id }) => {
      const found = await jackpots.pool(id)
      return found.ok ? done(asAnswer<Answer<typeof calls.jackpot>>(texts(id, JSON.stringify(found.value)))) : found
    },
    results: ({ id }) => jackpots.results(id),
    bet: (input, { session }) => jackpots.place(input, session),
  }
}

/** Open jackpots in a line each, for pages that show no matches of them. */
export function jackpotHeadRoutes(jackpots: Pick<Jackpots, 'open'>): Handlers<typeof jackpotHeads> {
  return {
    heads: async () => {
      const open = await jackpots.open()
      return done({
        data: open.map(({ jackpot_id, name, amount, stake, closes_at, matches }) => ({
          ...{ jackpot_id, name, amount, stake, closes_at },
          picks: matches.length,
        })),
      })
    },
  }
}
