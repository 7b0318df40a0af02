import * as z from 'zod/mini'
import { products } from './products.ts'
import { route } from './route.ts'
import { paging, zCommandId, zEmpty, zMeta, zMoney, zTime } from './shapes.ts'

/**
 * The reason of a movement of points: `earned` for a settled bet, `taken_back` after a correction of its result, `redeemed`, `expired`,
 * `prize` of a contest, `promotion`, `adjusted` by an operator.
 */
export const pointReasons = ['earned', 'taken_back', 'redeemed', 'expired', 'prize', 'promotion', 'adjusted'] as const
export type PointReason = (typeof pointReasons)[number]

/** A movement of points; `points` is negative for a debit, `balance` is the balance afterwards. `about` is, for example, "bet/123". */
export const zPointMove = z.object({
  at: zTime,
  points: z.number(),
  reason: z.enum(pointReasons),
  about: z.nullable(z.string()),
  balance: z.number(),
})
export type PointMove = z.output<typeof zPointMove>

/** `points` for each `per` of a stake of this product that is settled; a bet counts if its total odds are at least `least_odds`. */
const zEarnRule = z.object({
  product: z.enum(products),
  points: z.number(),
  per: zMoney,
  least_odds: z.nullable(z.string()),
})

export const points = {
  redeem: route({
    method: 'POST',
    path: '/redeem-points',
    auth: 'bettor',
    input: z.object({ id: zCommandId, points: z.int().check(z.gte(1), z.lte(1_000_000_000)) }),
    answer: z.object({ message: z.string(), points: z.number(), balance: zMoney, bonus: zMoney }),
    failures: [
      ...(['id_reused', 'not_verified', 'account_locked', 'self_excluded', 'insufficient_funds'] as const),
      ...(['not_available', 'invalid_input', 'session_expired', 'too_many_requests', 'overloaded', 'unknown'] as const),
    ],
    fallback: 'Redeem Points failed',
  }),
  /** The points of a bettor, under the promotion of points that the bettor joined, in a language; English unless given. */
  promoPoints: route({
    method: 'POST',
    path: '/v1/promopoints',
    auth: 'bettor',
    input: z.object({ lang: z.optional(z.enum(['en', 'sw'])) }),
    answer: z.object({ points: z.number(), promo_image: z.string(), title: z.string(), end_date: zTime }),
    fallback: 'Fetching Promo Points failed',
  }),
  /** The bettor's points as they came and went, newest first. */
  history: route({
    method: 'GET',
    path: '/v1/points/history',
    auth: 'bettor',
    input: z.object(paging),
    answer: z.object({ data: z.array(zPointMove), meta: zMeta }),
    fallback: "Your points couldn't be loaded",
  }),
  /**
   * How points are earned and what they buy: a redeemed number of points is a multiple of the smallest row of `redeem`, and the largest
   * rows count first. Points expire `expires_days` after they were earned.
   */
  table: route({
    method: 'GET',
    path: '/v1/points/table',
    auth: 'none',
    input: zEmpty,
    answer: z.object({
      data: z.object({
        earn: z.array(zEarnRule),
        redeem: z.array(z.object({ points: z.number(), bonus: zMoney })),
        expires_days: z.number(),
      }),
    }),
    fallback: "The points table couldn't be loaded",
  }),
} as const
