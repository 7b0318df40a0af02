import { money, type Money, type Price } from '@nare/money/money'
import { floorOf, fraction, times, type Fraction } from '../fraction.ts'
import { legFactor, type BetType } from './settle.ts'
import type { DecidedState } from '../result.ts'
import { systemMean } from './systems.ts'

/**
 * The value of a leg: its decided state and placed price, or its expected multiplier. `taken` is the placed price of an open leg and
 * `present` its current price; both are absent for a leg that has no price now.
 */
export type LegValue =
  | { readonly state: DecidedState; readonly price: Price }
  | { readonly expected: number; readonly now?: { readonly taken: Price; readonly present: Price } | undefined }

/** A bet to value. `stake` and `possibleWin` are those of the part that is not cashed out. */
export type BetToValue = {
  readonly type: BetType
  readonly stake: Money
  readonly possibleWin: Money
  readonly system?: readonly number[] | undefined
  readonly legs: readonly LegValue[]
}

/** The value of a bet. `fair` is without a margin; `amount` is paid for cashing out all that is left. */
export type Valued = { readonly fair: Money; readonly amount: Money }

/** Multipliers are whole billionths, rounded down. */
const unit = 1_000_000_000n

/**
 * The value of a bet: (stake / lines) × Σ over its lines of the product of its legs' multipliers, without a boost. `amount` is the value
 * less the margin, which is in hundredths of a percent, and at most the stake that buys the bet's win at the present prices. Each is
 * rounded down to the cent once. Neither is above the possible win.
 */
export function valueOf(bet: BetToValue, marginBps: number): Valued {
  const { possibleWin, legs } = bet
  const exact = worth(bet, legs.map(expectedFactor))
  const less = floorOf(times(exact, fraction(10_000n - BigInt(marginBps), 10_000n)))
  const most = (...values: readonly bigint[]): Money =>
    money(values.reduce((least, one) => (one < least ? one : least), possibleWin))
  return { fair: most(floorOf(exact)), amount: most(less, floorOf(worth(bet, legs.map(presentFactor)))) }
}

function expectedFactor(leg: LegValue): Fraction {
  if (!('expected' in leg)) return legFactor(leg.state, leg.price)
  return fraction(BigInt(Math.floor(leg.expected * Number(unit))), unit)
}

/** The share of the stake that buys the leg's win at its present price; without a price its expected multiplier. */
function presentFactor(leg: LegValue): Fraction {
  return 'expected' in leg && leg.now ? fraction(leg.now.taken, leg.now.present) : expectedFactor(leg)
}

/** The stake times the exact mean, over the lines of the bet, of the product of their legs' factors. */
function worth({ type, stake, system }: BetToValue, factors: readonly Fraction[]): Fraction {
  if (type !== 'system') return factors.reduce(times, fraction(stake, 1n))
  const common = [...new Set(factors.map(({ denominator }) => denominator))].reduce((all, one) => all * one, 1n)
  const numerators = factors.map(({ numerator, denominator }) => numerator * (common / denominator))
  return times(systemMean(numerators, common, system ?? []), fraction(stake, 1n))
}

/** A partial cash-out: the stake that it closes and the amount that it pays. */
export type Part = { readonly stake: Money; readonly amount: Money }

/**
 * The cash-out of `hundredths` percent of what is left, where `amount` is the value of all that is left. Both results are rounded down to
 * the cent. 100 percent closes the whole stake, and the parts of a bet add up to its amount within a cent.
 */
export function partOf({ stake, amount }: Part, hundredths: number): Part {
  const taken = (stake * BigInt(hundredths)) / 100n
  return { stake: money(taken), amount: money(stake === 0n ? 0n : (amount * taken) / stake) }
}
