import * as z from 'zod/mini'
import { products } from './products.ts'
import { zDay, zMoney } from './shapes.ts'

/**
 * What the bets of one product that settled on one day have won and lost together; rounds of own games and of the casino by their `game`,
 * with its `name`. `returned` is what was paid, after `tax`, the tax on winnings, which is there if it is not zero; `net` is `returned` minus
 * `staked`: bets that are open are in none of the four.
 */
export const zBetDay = z.object({
  day: zDay,
  product: z.enum(products),
  game: z.optional(z.string()),
  name: z.optional(z.string()),
  bets: z.number(),
  staked: zMoney,
  returned: zMoney,
  tax: z.optional(zMoney),
  net: zMoney,
})
export type BetDay = z.output<typeof zBetDay>

/**
 * The totals of a list of bets. `returned` is what they have paid, after `tax`, the tax on winnings, which is there if it is not zero; `net` is
 * that minus all stakes, `net_settled` what play won or lost: the same without the stakes that are open.
 */
export const zBetTotals = z.object({
  staked: zMoney,
  returned: zMoney,
  tax: z.optional(zMoney),
  net: zMoney,
  net_settled: zMoney,
})

/** The kinds of bets: rounds of own games and of the casino, of which many are played in a row, and the tickets of all other products. */
export const betKinds = ['tickets', 'rounds'] as const

/** The filters of a list of bets, for pages and for the file. */
export const betFilter = {
  state: z.optional(z.enum(['open', 'settled'])),
  product: z.optional(z.enum(products)),
  from: z.optional(zDay),
  to: z.optional(zDay),
}
