import {
  combinablePart,
  combinationId,
  combinationParts,
  type NamedPart,
  type Part,
} from '@nare/bets/markets/combination'
import type { Price } from '@nare/money/money'
import { conflictsAmong } from './combination-conflicts.ts'
import { implied, toLadder } from './ladder.ts'
import { type Margins, marginOf } from './margins.ts'
import type { MatchModel } from './match-model.ts'
import { priceMatch, type PricedOutcome } from './pricing.ts'
import { common, coursesOf, isEmpty, massOf, type Courses } from './winning-cells.ts'

/**
 * Why parts do not make a combination. `impossible`: the fewest parts that no course of the match lets win together. `implied`: the first
 * part wins whenever the others, the fewest that contain it, all win; alone, it is already certain. `not_combinable` and `suspended` name one
 * part.
 */
export type Conflict = {
  readonly parts: readonly NamedPart[]
  readonly why: 'impossible' | 'implied' | 'not_combinable' | 'suspended'
}

/**
 * Parts to combine, in any order. `inPlay`: whether the match is in play. `suspended`: the parts whose line is suspended, closed, set by hand,
 * or priced by a feed that is not near the grid (`isNearGrid`). `priceOf`: the present single price of a part; absent where it has none.
 */
export type Wish = {
  readonly parts: readonly NamedPart[]
  readonly inPlay: boolean
  readonly isSuspended?: (part: NamedPart) => boolean
  readonly priceOf?: (part: NamedPart) => Price | undefined
  readonly margins?: Margins | undefined
}

/**
 * A combination at this moment. `chance`: that all parts win, without a margin; absent if it is unknown, because a part does not combine or
 * the half-time score that it needs is missing. `price`: absent with any conflict, under 1.01, and from a chance of 0.985.
 */
export type Combined = {
  readonly chance?: number
  readonly price?: Price
  readonly conflicts: readonly Conflict[]
}

/** Not offered from this chance: hardly anything is left to win. */
const chanceMax = 0.985
const oddsMin = 1.01

/**
 * Prices the parts as one event on the match's grid of half-time and final scores, before play or in play: `match` is its model at this moment
 * (`matchModelFromPrices`, `inPlay`). The correlation of the parts is exact.
 *
 * No set of bets on the match is surely won: every price is at most the fair odds of the same distribution that the board is priced from, so
 * any set of bets has an expected return of at most its stakes. The margin keeps it below. And a combination never returns more of its stake
 * on average than each of its parts does at `priceOf`: whoever adds an all but certain part to a pick does not escape its margin.
 */
export function combine(match: MatchModel, wish: Wish): Combined {
  const { parts: named, inPlay, isSuspended } = wish
  const found = named.map((part) => ({ named: part, part: combinablePart(part, { inPlay }) }))
  const known = found.flatMap(({ named: of, part }) => (part ? [{ named: of, part }] : []))
  const courses = coursesOf(match)
  const read = known.filter(({ part }) => isDecidedBy(part, courses))
  const sets = read.map(({ part }) => courses.winning(part))
  const conflicts: Conflict[] = [
    ...found.flatMap(({ named: of, part }) => (part ? [] : [{ parts: [of], why: 'not_combinable' as const }])),
    ...known.flatMap(({ named: of, part }) =>
      isSuspended?.(of) || !isDecidedBy(part, courses) ? [{ parts: [of], why: 'suspended' as const }] : [],
    ),
    ...conflictsAmong(courses.possible, sets).map(({ parts, why }) => ({
      parts: parts.flatMap((at) => read[at]?.named ?? []),
      why,
    })),
  ]
  if (read.length < found.length || read.length === 0) return { conflicts }
  const chance = massOf(sets.reduce(common), courses.p)
  if (conflicts.length > 0) return { chance, conflicts }
  const singles = read.map(({ named: of }, at) => {
    const price = wish.priceOf?.(of)
    return price === undefined ? Infinity : massOf(sets[at] ?? courses.possible, courses.p) / implied(price)
  })
  const price = priceOf(chance, { margin: marginOf(combinationId, wish.margins), returned: Math.min(...singles) })
  return { chance, ...(price !== undefined && { price }), conflicts }
}

/** Whether the courses tell if a part wins. */
function isDecidedBy({ market }: Part, { hasHalves }: Courses): boolean {
  return hasHalves || (market.needs !== 'halves' && market.period === 'match')
}

/**
 * The price of a chance: the odds against it shortened by the margin, at most what returns this share of the stake on average, cut to the
 * ladder. Undefined if it is not offered.
 */
function priceOf(chance: number, { margin, returned }: { margin: number; returned: number }): Price | undefined {
  if (!(chance > 0) || chance >= chanceMax) return undefined
  const odds = Math.min(1 + (1 - chance) / chance / (1 + margin), returned / chance)
  return odds < oddsMin ? undefined : toLadder(odds)
}

/**
 * The chance that a placed combination wins, at this moment: before play also with handicaps, which count from the start. 0 once a part
 * cannot win. Undefined for what is no combination, or if the half-time score that it needs is missing.
 */
export function combinationChance(match: MatchModel, oddKey: string): number | undefined {
  const parts = combinationParts(oddKey)
  if (!parts) return undefined
  const courses = coursesOf(match)
  const read = parts.filter((part) => isDecidedBy(part, courses))
  const won = read.reduce((left, part) => common(left, courses.winning(part)), courses.possible)
  if (read.length < parts.length && !isEmpty(won)) return undefined
  return massOf(won, courses.p)
}

/**
 * Whether a feed's single price is so near to the grid that combinations may be priced from the grid: not above the grid's fair odds, and no
 * further from the grid's own price than the margin of the market. False if the grid does not offer the outcome.
 */
export function isNearGrid(
  match: MatchModel,
  { marketId, oddKey }: NamedPart,
  { price, margins }: { readonly price: Price; readonly margins?: Margins | undefined },
): boolean {
  const own = ownOutcomes(match, marketId, margins).get(oddKey)
  if (!own || implied(price) < own.probability) return false
  return Math.abs(implied(price) / implied(own.price) - 1) <= marginOf(marketId, margins)
}

type Outcomes = ReadonlyMap<string, PricedOutcome>
const outcomesOfGrid = new WeakMap<MatchModel, Map<string, Outcomes>>()

/** What the grid itself offers on a market. Without margins of a level it is kept with the grid, because every part of every combination asks for it. */
function ownOutcomes(match: MatchModel, marketId: string, margins: Margins | undefined): Outcomes {
  const kept = outcomesOfGrid.get(match) ?? new Map<string, Outcomes>()
  const found = margins ? undefined : kept.get(marketId)
  if (found) return found
  const lines = priceMatch(match, { markets: [marketId], ...(margins && { margins }) })
  const made = new Map(lines.flatMap(({ outcomes }) => outcomes.map((one) => [one.key, one] as const)))
  if (!margins) outcomesOfGrid.set(match, kept.set(marketId, made))
  return made
}

/** 1 divided by the chance, with one decimal: "6.9" is one in 6.9. */
export const oneIn = (chance: number): string => (1 / chance).toFixed(1)
