import { price, type Price } from '@nare/money/money'
import { probabilitiesOf, type Probability } from './probabilities.ts'
import { leagueMarkets } from './markets.ts'

/** Price steps in hundredths: prices below `below` are multiples of `step`. */
export type Ladder = readonly (readonly [below: number, step: number])[]

/**
 * The ladder of prices on real matches (0.01 to 3, 0.05 to 5, 0.10 to 10, 0.25 to 20, 0.50 to 50, 1 to 100, 5 to 200, 10 to 1000), and 100
 * to 10,000, so that a rare score is also priced near its market's return.
 */
export const ladder: Ladder = [
  [300, 1],
  [500, 5],
  [1_000, 10],
  [2_000, 25],
  [5_000, 50],
  [10_000, 100],
  [20_000, 500],
  [100_000, 1_000],
  [1_000_001, 10_000],
]

const lowest = 101n
const highest = 1_000_000n

/** One line of a market with its prices; null means not offered. */
export type PricedLine = {
  readonly marketId: string
  readonly line: string
  readonly outcomes: readonly {
    readonly key: string
    readonly price: Price | null
    readonly probability: Probability
  }[]
}

/** The inputs for pricing a match, all published in the season file before the first stake. */
export type Tables = {
  readonly weights: readonly number[]
  readonly minutes: readonly number[]
  /** Return percentage by market id. */
  readonly returns: Readonly<Record<string, number>>
  readonly ladder: Ladder
}

/** Prices every line of a match, or of the given markets. Uses integers only, so the same tables give the same prices in any language. */
export function priceMatch(
  tables: Tables,
  markets: readonly string[] = leagueMarkets.map(({ marketId }) => marketId),
): PricedLine[] {
  return leagueMarkets
    .filter(({ marketId }) => markets.includes(marketId))
    .flatMap((of) =>
      of.lines.map((line) => ({
        marketId: of.marketId,
        line,
        outcomes: probabilitiesOf(of, line, tables).map(({ key, probability }) => ({
          key,
          probability,
          price: priceOf(probability, tables.returns[of.marketId] ?? 0, tables.ladder),
        })),
      })),
    )
}

/**
 * The highest ladder price at which an outcome returns at most `returnPercent` of the stakes. Null if that is below 1.01 or the
 * outcome is impossible; at most 10,000.00.
 */
export function priceOf({ numerator, denominator }: Probability, returnPercent: number, steps: Ladder): Price | null {
  if (numerator === 0n) return null
  const exact = (BigInt(returnPercent) * denominator) / numerator
  const bounded = exact > highest ? highest : exact
  const step = BigInt(steps.find(([below]) => bounded < BigInt(below))?.[1] ?? 1)
  const hundredths = bounded - (bounded % step)
  return hundredths < lowest ? null : price(hundredths * 10n)
}
