import type { Price } from '@nare/money/money'

/** What floating point adds to an amount that is whole. */
const inexact = 1e-6

/**
 * How far a price is above the fair odds of its outcome, in hundredths of a percent, rounded up; 0 at fair or below. Amounts of several matches
 * add up: a multi of prices above fair by 10 % in all pays at most 10.52 % more than a fair one, however they are split, because the product of
 * all 1 + a is at most e to the power of their sum. Ten prices of 5 % each would pay 62.89 % more.
 */
export const aboveFair = (wanted: Price, fair: number): bigint =>
  BigInt(Math.max(0, Math.ceil((Number(wanted) / 1000 / fair - 1) * 10_000 - inexact)))
