import type { Product } from '@nare/contract/products'
import type { Money, Price } from '@nare/money/money'

/** How points are earned on a product: `points` for each whole `per` of the stake, at total odds of `leastOdds` or more. */
export type EarnRule = {
  readonly product: Product
  readonly points: number
  readonly per: Money
  /** Null for a product whose tickets have no price. */
  readonly leastOdds: Price | null
}

/**
 * The rules for earning and redeeming points, and the days until they expire. A product without a rule earns no points, such as the fast games.
 * The number of redeemed points must be a multiple of the smallest row of `redeem`; larger rows are used first. `bonus` are the terms of the
 * bonus money. An operator adjusts up to `adjustAloneMax` points a day alone, of all bettors together.
 */
export type PointRules = {
  readonly earn: readonly EarnRule[]
  readonly redeem: readonly { readonly points: number; readonly bonus: Money }[]
  readonly expiresDays: number
  readonly bonus: { readonly wagerTimes: number; readonly minOdds: Price; readonly days: number }
  readonly adjustAloneMax: number
}

/**
 * The percentage of what was at risk that counts for the wagering of bonus money, for a product's tickets whose lowest price is
 * `leastOdds` or more. The last row of a product that fits applies; a product without a row counts nothing.
 */
export type WagerShare = { readonly product: Product; readonly leastOdds: Price; readonly percent: number }

/** The prize of each of the ranks from `from` to `to`. */
export type BoardPrize = { readonly from: number; readonly to: number; readonly prize: Money }
