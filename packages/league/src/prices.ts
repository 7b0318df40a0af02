import { price, type Price } from '@nare/money/money'
import { chancesOf, type Chance } from './chances.ts'
import { leagueMarkets } from './markets.ts'

/** Steps of prices in hundredths: below `below` a price is a whole multiple of `step`. */
export type Ladder = readonly (readonly [below: number, step: number])[]

/** The ladder of prices on real matches: 0.01 to 3, 0.05 to 5, 0.10 to 10, 0.25 to 20, 0.50 to 50, 1 to 100, 5 to 200, 10 to 1000. */
export const ladder: Ladder = [
  [300, 1],
  [500, 5],
  [1_000, 10],
  [2_000, 25],
  [5_000, 50],
  [10_000, 100],
  [20_000, 500],
  [100_001, 1_000],
]

const least = 101n
const most = 100_000n

/** One line of a market with its prices; null is not on offer. */
export type PricedLine = {
  readonly marketId: string
  readonly line: string
  readonly outcomes: readonly { readonly key: string; readonly price: Price | null; readonly chance: Chance }[]
}

/** What a match is priced from, all of it published before the first stake: see the season's file. */
export type Tables = {
  readonly weights: readonly number[]
  readonly minutes: readonly number[]
  /** What each market returns, in percent, by its id. */
  readonly returns: Readonly<Record<string, number>>
  readonly ladder: Ladder
}

/** Every line of a match, or of the markets asked for. Computed in whole numbers: anybody gets the same prices from the same tables. */
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
        outcomes: chancesOf(of, line, tables).map(({ key, chance }) => ({
          key,
          chance,
          price: priceOf(chance, tables.returns[of.marketId] ?? 0, tables.ladder),
        })),
      })),
    )
}

/**
 * The highest price of the ladder at which the chance returns `returnPercent` of the stakes or less. Null where that is under 1.01,
 * or where the outcome cannot come; 1000.00 at most.
 */
export function priceOf({ numerator, denominator }: Chance, returnPercent: number, steps: Ladder): Price | null {
  if (numerator === 0n) return null
  const exact = (BigInt(returnPercent) * denominator) / numerator
  const bounded = exact > most ? most : exact
  const step = BigInt(steps.find(([below]) => bounded < BigInt(below))?.[1] ?? 1)
  const hundredths = bounded - (bounded % step)
  return hundredths < least ? null : price(hundredths * 10n)
}
