import { type Market, soccerMarkets } from '@nare/bets/markets'
import type { Price } from '@nare/money/money'
import { chance } from './facts.ts'
import { groundsOf } from './ground.ts'
import { judgedLine } from './judged.ts'
import { toHundredth, toLadder } from './ladder.ts'
import { linesOf } from './lines.ts'
import { type MarginMethod, withMargin } from './margin.ts'
import { type Margins, marginOf } from './margins.ts'
import type { GivenPrices, MatchModel } from './match-model.ts'

/** One outcome on offer. `probability` is the chance of the stake that is not refunded. */
export type PricedOutcome = { key: string; price: Price; probability: number }

/** One line of a market, as the wire shows it: `line` is the special_bet_value. */
export type PricedMarket = { marketId: string; line: string; outcomes: PricedOutcome[] }

export type PricingOptions = { margins?: Margins; markets?: readonly string[]; method?: MarginMethod }

/**
 * Every soccer market of a match that is still open, priced from one distribution of scores by the rules that settle
 * them. Outcomes that cannot come any more are left out, and so is a line that is decided. `markets` picks some.
 */
export function priceMatch(match: MatchModel, { markets, ...options }: PricingOptions = {}): PricedMarket[] {
  const grounds = groundsOf(match)
  const out: PricedMarket[] = []
  for (const of of soccerMarkets) {
    const ground = markets && !markets.includes(of.id) ? undefined : grounds.of(of)
    if (!ground) continue
    for (const line of linesOf(of, ground)) {
      const judged = judgedLine(of.id, line)
      if (!judged) continue
      const shares = grounds.shares(of, judged, ground)
      const outcomes = shares.map((share, at) => ({ key: judged.keys[at] ?? '', probability: chance(share) }))
      const priced = isKept(of, line, outcomes) ? priceLine(of, line, outcomes, options) : undefined
      if (priced) out.push(match.given ? asOffered(priced, match.given) : priced)
    }
  }
  return out
}

type Chance = { key: string; probability: number }

/** Nearer to 0 or 1 than this is decided. */
const certain = 1e-6
/** A line other than the main ones is not worth a row when one side is this likely. */
const dull = 0.99
const mainTotal = '2.5'

/** Prices one line; undefined when it is decided. The implied probabilities sum to at least `winners`. */
export function priceLine(
  { id, winners }: Pick<Market, 'id' | 'winners'>,
  line: string,
  chances: readonly Chance[],
  { margins, method }: Pick<PricingOptions, 'margins' | 'method'> = {},
): PricedMarket | undefined {
  const open = chances.filter(({ probability }) => probability > certain)
  if (open.length <= winners || open.some(({ probability }) => !(probability < 1 - certain))) return undefined
  const fair = open.map(({ probability }) => probability)
  const odds = withMargin(fair, marginOf(id, margins), method, winners)
  const outcomes = open.map((one, i) => ({ ...one, price: toLadder(odds[i] ?? 0) }))
  return { marketId: id, line, outcomes }
}

function isKept(of: Market, line: string, chances: readonly Chance[]): boolean {
  if (of.line === 'none' || of.line === 'goal' || (of.id === '18' && line === mainTotal)) return true
  return chances.every(({ probability }) => probability < dull)
}

/** The five given prices in place of our own. */
function asOffered(priced: PricedMarket, given: GivenPrices): PricedMarket {
  const line = String(given.line ?? 2.5)
  const own: Readonly<Record<string, number>> =
    priced.marketId === '1'
      ? { home_team: given.home_odd, draw: given.neutral_odd, away_team: given.away_odd }
      : priced.marketId === '18' && priced.line === line
        ? { [`over ${line}`]: given.over, [`under ${line}`]: given.under }
        : {}
  const offered = priced.outcomes.map((one) => {
    const odd = own[one.key]
    return odd === undefined ? one : { ...one, price: toHundredth(odd) }
  })
  return { ...priced, outcomes: offered }
}
