import { lineText } from '@nare/bets/markets/line'
import { type Market, marketsOfSport, mayOffer, selection } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { type Share, winProbability } from './probabilities.ts'
import { type LineShares, lineShares } from './line-shares.ts'
import {
  beforeStart,
  type End,
  type Ends,
  endsOf,
  hockeyTotal,
  marginScore,
  type OtherMoment,
  type OtherSport,
  type Ratings,
} from './other-inplay.ts'
import { isBalanced, type PricedMarket, type PricingOptions, priceLine } from './pricing.ts'
import type { BetSelection } from './selection-share.ts'

export { otherSports, spreads } from './other-inplay.ts'
export type { OtherMoment, OtherSport, Ratings } from './other-inplay.ts'

/**
 * Winner, handicaps and totals of a sport other than soccer, before its start or at a moment in play. Only rugby can be drawn. Every end
 * of the match is evaluated by the rules that settle the markets. Decided lines are omitted, and lines with an outcome above 0.99.
 */
export function priceOther(
  sport: OtherSport,
  ratings: Ratings,
  { moment = beforeStart, ...options }: PricingOptions & { moment?: OtherMoment } = {},
): PricedMarket[] {
  const ends = endsOf(sport, ratings, moment)
  const out: PricedMarket[] = []
  for (const of of marketsOfSport(sport)) {
    if (options.markets && !options.markets.includes(of.id)) continue
    const possible = endsFor(of, ends, of.since === 'bet' ? moment.score : nil)
    for (const line of possible.length === 0 ? [] : linesOf(sport, of, { ratings, ends, moment })) {
      const chances = chancesOf(of, line, possible)
      const priced = line === '' || isBalanced(chances) ? priceLine(of, line, chances, options) : undefined
      if (priced) out.push(priced)
    }
  }
  return out
}

/**
 * The current expectation of a placed selection at a moment of a match of another sport, on any line, offered or not: the shares of the
 * stake that win and that are refunded. Undefined for an unknown market or outcome, and for a total without a rating.
 */
export function otherShare(
  sport: OtherSport,
  ratings: Ratings,
  { moment, marketId, oddKey, scoreAtBet }: BetSelection & { moment: OtherMoment },
): Share | undefined {
  const found = selection(marketId, oddKey)
  const ruled = found && lineShares(marketId, found.line)
  const at = ruled?.keys.indexOf(oddKey) ?? -1
  if (!found || !ruled || at < 0 || !marketsOfSport(sport).includes(found.market)) return undefined
  const since = found.market.since === 'bet' && scoreAtBet ? scoreAtBet : nil
  const possible = endsFor(found.market, endsOf(sport, ratings, moment), since)
  return possible.length === 0 ? undefined : shareOf(ruled, at, possible)
}

const nil: Score = { home: 0, away: 0 }

/** Distance between two lines on offer, in the sport's own unit, and the total of a match of which only the winner's prices are known. */
export const lineScales: Readonly<Record<OtherSport, { readonly step: number; readonly usualTotal?: number }>> = {
  basketball: { step: 2, usualTotal: 165.5 },
  tennis: { step: 1, usualTotal: 22.5 },
  rugby: { step: 2, usualTotal: 46.5 },
  ice_hockey: { step: 1, usualTotal: 5.5 },
  cricket: { step: 10 },
}
/** Number of lines on each side of the middle one. */
const linesAround = 2

/** The ends that decide a market. If the market counts from the bet, margins are relative to the score `since`. */
function endsFor(of: Market, { winners, margins, totals }: Ends, since: Score): readonly End[] {
  if (of.line === 'none') return winners
  if (of.line === 'total') return totals
  const lead = since.home - since.away
  if (lead === 0) return margins
  return margins.map(({ score, p }) => ({ score: marginScore(score.home - score.away - lead), p }))
}

type Seen = { ratings: Ratings; ends: Ends; moment: OtherMoment }

/**
 * Half lines around the expected margin or total, if the catalogue allows them. They are whole steps from the lines before the start, so
 * that lines stay the same while the expectation changes.
 */
function linesOf(sport: OtherSport, of: Market, { ratings, ends, moment }: Seen): string[] {
  if (of.line === 'none') return ['']
  const { homeEdge, total = hockeyTotal } = ratings
  const { step } = lineScales[sport]
  const isHandicap = of.line === 'asian'
  const since = of.since === 'bet' ? moment.score.home - moment.score.away : 0
  const first = Math.floor(isHandicap ? -homeEdge : total) + 0.5
  const now = Math.floor(isHandicap ? since - ends.expected.margin : ends.expected.total) + 0.5
  const middle = first + Math.round((now - first) / step) * step
  return Array.from({ length: 2 * linesAround + 1 }, (_, i) =>
    lineText(4 * (middle + (i - linesAround) * step)),
  ).filter((line) => mayOffer(sport, of.id, line))
}

function chancesOf(of: Market, line: string, ends: readonly End[]): { key: string; probability: number }[] {
  const ruled = lineShares(of.id, line)
  if (!ruled) return []
  return ruled.keys.map((key, at) => ({ key, probability: winProbability(shareOf(ruled, at, ends)) }))
}

function shareOf(ruled: LineShares, at: number, ends: readonly End[]): Share {
  let [win, refund] = [0, 0]
  for (const { score, p } of ends) {
    const part = ruled.at(at, score)
    win += p * part.win
    refund += p * part.refund
  }
  return { win, refund }
}
