import { money } from '@nare/money/money'
import type { Money, Price } from '@nare/money/money'
import { floorOf } from '../fraction.ts'
import type { Fraction } from '../fraction.ts'

/**
 * The rules of the accumulator boost: percent by number of qualifying legs, the minimum price of a qualifying leg, and the maximum amount.
 */
export type BoostRules = {
  readonly table: readonly { readonly legs: number; readonly percent: number }[]
  readonly minLeg: Price
  readonly cap: Money
}

export type Boost = { readonly percent: number; readonly amount: Money }

export const noBoost: Boost = { percent: 0, amount: money(0n) }

/** The percent of the highest step that this number of qualifying legs reaches; 0 below the first step. */
export function boostPercent(rules: BoostRules, qualifying: number): number {
  return rules.table.reduce((best, step) => (step.legs <= qualifying ? Math.max(best, step.percent) : best), 0)
}

/**
 * The boost on a gross return: floor(gross + percent × (gross − stake)) − floor(gross), at most the cap. Zero if the gross return is not
 * above the stake. A percent may have two decimals.
 */
export function boostFor(rules: BoostRules, qualifying: number, stake: Money, gross: Fraction): Boost {
  const percent = boostPercent(rules, qualifying)
  const profit = gross.numerator - stake * gross.denominator
  if (percent === 0 || profit <= 0n) return noBoost
  const hundredths = BigInt(Math.round(percent * 100))
  const boosted = {
    numerator: gross.numerator * 10_000n + hundredths * profit,
    denominator: gross.denominator * 10_000n,
  }
  const amount = floorOf(boosted) - floorOf(gross)
  return { percent, amount: amount > rules.cap ? rules.cap : money(amount) }
}

/** The number of qualifying legs missing to the next step, and its percent; undefined at the top. */
export function nextBoostStep(rules: BoostRules, qualifying: number): { legs: number; percent: number } | undefined {
  const above = rules.table.filter((step) => step.legs > qualifying).sort((a, b) => a.legs - b.legs)
  const now = boostPercent(rules, qualifying)
  const next = above.find((step) => step.percent > now)
  return next && { legs: next.legs - qualifying, percent: next.percent }
}
