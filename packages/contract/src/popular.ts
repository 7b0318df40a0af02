import * as z from 'zod/mini'
import { zMatch } from './catalog.ts'
import { route } from './route.ts'
import { zId, zPrice } from './shapes.ts'

/**
 * A pick that is open now, with its present price and the whole percent of the bettors of the last 24 hours who have it; its names and its match
 * are as in the slip of a booking code.
 */
const zPopularPick = z.object({
  match_id: z.string(),
  sub_type_id: z.string(),
  odd_key: z.string(),
  odd_value: zPrice,
  percent: z.number(),
  special_bet_value: z.string(),
  market: z.string(),
  display: z.string(),
  match: zMatch,
})

/** Picks that bettors have together on one slip, under a booking code. `legs` is their number, `total_odds` is of now. */
const zPopularMulti = z.object({ code: z.string(), legs: z.number(), total_odds: zPrice, percent: z.number() })

export const popular = {
  /**
   * What more than twenty different bettors have picked in the last 24 hours, the most popular first. Empty for a bettor to whom nothing may
   * be promoted.
   */
  popular: route({
    method: 'GET',
    path: '/v1/popular',
    auth: 'optional',
    input: z.object({ sport_id: z.optional(zId) }),
    answer: z.object({ data: z.object({ picks: z.array(zPopularPick), multis: z.array(zPopularMulti) }) }),
    fallback: 'Fetching popular picks failed',
  }),
} as const
