import { money, type Money, type Price } from '@nare/money/money'
import { floorOf, fraction, type Fraction } from './fraction.ts'
import { legFactor, type BetType } from './settle.ts'
import type { DecidedState } from './result.ts'
import { systemMean } from './systems.ts'

/** The value of a leg: its decided state and placed price, or its expected multiplier. */
export type LegValue = { readonly state: DecidedState; readonly price: Price } | { readonly expected: number }

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
 * less the margin, which is in hundredths of a percent. Each is rounded down to the cent once. Neither is above the possible win.
 */
export function valueOf({ type, stake, possibleWin, system, legs }: BetToValue, marginBps: number): Valued {
  const factors = legs.map(factorOf)
  const mean = type === 'system' ? systemMean(factors, unit, system ?? []) : product(factors)
  const exact = fraction(mean.numerator * stake, mean.denominator)
  const amount = floorOf(fraction(exact.numerator * (10_000n - BigInt(marginBps)), exact.denominator * 10_000n))
  const most = (value: bigint): Money => (value > possibleWin ? possibleWin : money(value))
  return { fair: most(floorOf(exact)), amount: most(amount) }
}

function factorOf(leg: LegValue): bigint {
  if ('expected' in leg) return BigInt(Math.floor(leg.expected * Number(unit)))
  const { numerator, denominator } = legFactor(leg.state, leg.price)
  return (numerator * unit) / denominator
}

function product(factors: readonly bigint[]): Fraction {
  return fraction(
    factors.reduce((all, factor) => all * factor, 1n),
    unit ** BigInt(factors.length),
  )
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
