import { type Market, isCounted, soccerMarkets } from '@nare/bets/markets/markets'
import type { Price } from '@nare/money/money'
import { countLines } from './count-markets.ts'
import { verbatimPrices } from './given-lines.ts'
import { winProbability } from './probabilities.ts'
import { marketGrids } from './market-grids.ts'
import { lineShares } from './line-shares.ts'
import { implied, toLadder } from './ladder.ts'
import { linesOf } from './lines.ts'
import { type MarginMethod, withMargin } from './margin.ts'
import { type Margins, marginOf } from './margins.ts'
import type { Counts, MatchModel } from './match-model.ts'

/** One outcome on offer. `probability` is the chance of the stake that is not refunded. */
export type PricedOutcome = { key: string; price: Price; probability: number }

/** One line of a market; `line` is the API's special_bet_value. */
export type PricedMarket = { marketId: string; line: string; outcomes: PricedOutcome[] }

export type PricingOptions = { margins?: Margins; markets?: readonly string[]; method?: MarginMethod }

/**
 * Prices every open soccer market of a match from one score distribution, by the rules that settle the markets. Omits impossible outcomes,
 * decided lines, and totals that the feed does not count. `markets` selects markets by id.
 */
export function priceMatch(match: MatchModel, { markets, ...options }: PricingOptions = {}): PricedMarket[] {
  const grids = marketGrids(match)
  const out: PricedMarket[] = []
  for (const of of soccerMarkets) {
    if (markets && !markets.includes(of.id)) continue
    if (isCounted(of)) {
      out.push(...pricedCounts(of, match, options))
      continue
    }
    const marketGrid = grids.of(of)
    if (!marketGrid) continue
    for (const line of linesOf(of, marketGrid)) {
      const ruled = lineShares(of.id, line)
      if (!ruled) continue
      const outcomeShares = grids.shares(of, ruled, marketGrid)
      const outcomes = outcomeShares.map((share, at) => ({
        key: ruled.keys[at] ?? '',
        probability: winProbability(share),
      }))
      const given = match.given && verbatimPrices(match.given, of.id, line)
      const offered = given !== undefined || isOffered(of, line, outcomes)
      const priced = offered ? priceLine(of, line, outcomes, { ...options, given }) : undefined
      if (priced) out.push(priced)
    }
  }
  return out
}

/** Prices of totals of corners and cards. They depend only on the minute and the count, so prices with the default margins are cached. */
function pricedCounts(of: Market, { counts }: MatchModel, options: PricingOptions): readonly PricedMarket[] {
  const soFar = isCounted(of) ? counts?.[of.needs] : undefined
  if (!counts || soFar === undefined) return []
  if (options.margins || options.method) return priceCounts(of, counts, options)
  const name = `${of.id} ${counts.minute} ${soFar}`
  const kept = pricedBefore.get(name)
  if (kept) return kept
  const priced = priceCounts(of, counts, options)
  if (pricedBefore.size < pricedBeforeMax) pricedBefore.set(name, priced)
  return priced
}

const pricedBefore = new Map<string, readonly PricedMarket[]>()
const pricedBeforeMax = 4_000

function priceCounts(of: Market, counts: Counts, options: PricingOptions): PricedMarket[] {
  return countLines(of, counts).flatMap(({ line, over }) => {
    const chances = [
      { key: `over ${line}`, probability: over },
      { key: `under ${line}`, probability: 1 - over },
    ]
    return (isOffered(of, line, chances) && priceLine(of, line, chances, options)) || []
  })
}

type Chance = { key: string; probability: number }

/** A probability closer to 0 or 1 than this counts as decided. */
const decidedMargin = 1e-6
/** A price may be above the fair odds by this share, because the ladder ignores it too. */
const roundingMax = 1e-8
/** A secondary line is not offered if one outcome is at least this likely. */
const oneSidedMin = 0.99
const mainTotal = '2.5'

/**
 * Prices one line; undefined when it is decided, or when the lowest price would be above the fair odds of an outcome: with other outcomes it
 * would be a sure profit. So every price is at most the fair odds, except those `given`, which are offered unchanged. The implied
 * probabilities sum to at least `winners`.
 */
export function priceLine(
  { id, winners }: Pick<Market, 'id' | 'winners'>,
  line: string,
  chances: readonly Chance[],
  { margins, method, given }: LineOptions = {},
): PricedMarket | undefined {
  const open = chances.filter(({ probability }) => probability > decidedMargin)
  if (open.length <= winners || open.some(({ probability }) => !(probability < 1 - decidedMargin))) return undefined
  const fair = open.map(({ probability }) => probability)
  const odds = withMargin(fair, marginOf(id, margins), method, winners)
  const outcomes = open.map((one, i) => ({ ...one, price: given?.[one.key] ?? toLadder(odds[i] ?? 0) }))
  const isAboveFair = outcomes.some(({ price, probability }) => probability > implied(price) * (1 + roundingMax))
  return isAboveFair && !given ? undefined : { marketId: id, line, outcomes }
}

type LineOptions = Pick<PricingOptions, 'margins' | 'method'> & {
  readonly given?: Readonly<Record<string, Price>> | undefined
}

function isOffered(of: Market, line: string, chances: readonly Chance[]): boolean {
  if (of.line === 'none' || of.line === 'goal' || (of.id === '18' && line === mainTotal)) return true
  return isBalanced(chances)
}

/** Whether a secondary line may be offered: no outcome is almost certain. */
export function isBalanced(chances: readonly Chance[]): boolean {
  return chances.every(({ probability }) => probability < oneSidedMin)
}
