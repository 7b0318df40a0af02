import { lineText } from '@nare/bets/line'
import { type Market, type Sport, marketsOfSport, mayOffer } from '@nare/bets/markets'
import type { Score } from '@nare/bets/result'
import { winProbability } from './probabilities.ts'
import { cmpDiagonal } from './grid.ts'
import { lineShares } from './line-shares.ts'
import { type PricedMarket, type PricingOptions, priceLine } from './pricing.ts'

export type OtherSport = Exclude<Sport, 'soccer'>

/**
 * The expected winning margin of the home side in points, games, goals or runs, and the expected total. Without a total, no
 * totals market is offered.
 */
export type Ratings = { homeEdge: number; total?: number }

/**
 * Winner, handicaps and totals of a sport other than soccer. Margin and total are normal distributions with the
 * spread below, rounded to whole numbers; ice hockey is two Poisson sides whose ties are decided by overtime.
 * Only rugby can be drawn. Every margin and total is evaluated by the rules that settle the markets.
 */
export function priceOther(sport: OtherSport, ratings: Ratings, options: PricingOptions = {}): PricedMarket[] {
  const ends = sport === 'ice_hockey' ? hockey(ratings) : normal(sport, ratings)
  const out: PricedMarket[] = []
  for (const of of marketsOfSport(sport)) {
    if (options.markets && !options.markets.includes(of.id)) continue
    const distribution = of.line === 'total' ? ends.totals : ends.margins
    for (const line of distribution.length === 0 ? [] : linesOf(sport, of, ratings)) {
      const priced = priceLine(of, line, probabilitiesOf(of, line, distribution), options)
      if (priced) out.push(priced)
    }
  }
  return out
}

/** Possible results with their probabilities: scores that represent a margin, and scores that represent a total. */
type Ends = { margins: End[]; totals: End[] }
type End = { score: Score; p: number }

/** Standard deviations of margin and total, and the distance between two lines on offer, in the sport's own unit. */
const spreads: Readonly<Record<OtherSport, { margin: number; total: number; lineStep: number }>> = {
  basketball: { margin: 12, total: 18, lineStep: 2 },
  tennis: { margin: 4.5, total: 5, lineStep: 1 },
  rugby: { margin: 14, total: 13, lineStep: 2 },
  ice_hockey: { margin: 2.4, total: 2.4, lineStep: 1 },
  cricket: { margin: 40, total: 40, lineStep: 10 },
}

/** Number of lines on each side of the middle one. */
const linesAround = 2
const hockeySize = 21

function normal(sport: OtherSport, { homeEdge, total }: Ratings): Ends {
  const { margin: marginSpread, total: totalSpread } = spreads[sport]
  const margins = discretized(homeEdge, marginSpread).map(({ n, p }) => ({ score: marginScore(n), p }))
  const possible = sport === 'rugby' ? margins : margins.filter(({ score }) => score.home !== score.away)
  const totals = total === undefined ? [] : discretized(total, totalSpread).filter(({ n }) => n >= 0)
  return {
    margins: normalized(possible),
    totals: normalized(totals.map(({ n, p }) => ({ score: { home: n, away: 0 }, p }))),
  }
}

/** A tie after regular time is decided by one more goal for either side, in proportion to their rates. */
function hockey({ homeEdge, total = 5.5 }: Ratings): Ends {
  const lh = Math.max(0.2, (total + homeEdge) / 2)
  const la = Math.max(0.2, (total - homeEdge) / 2)
  const grid = cmpDiagonal({ lh, la, nu: 1, size: hockeySize })
  const ends: End[] = []
  for (const [cell, p] of grid.cells.entries()) {
    const score = { home: Math.floor(cell / hockeySize), away: cell % hockeySize }
    if (score.home !== score.away) ends.push({ score, p })
    else {
      ends.push({ score: { ...score, home: score.home + 1 }, p: (p * lh) / (lh + la) })
      ends.push({ score: { ...score, away: score.away + 1 }, p: (p * la) / (lh + la) })
    }
  }
  return { margins: ends, totals: ends }
}

/** The integers within six standard deviations, each with the normal probability of its unit interval. */
function discretized(mean: number, spread: number): { n: number; p: number }[] {
  const first = Math.ceil(mean - 6 * spread)
  const count = Math.floor(mean + 6 * spread) - first + 1
  return Array.from({ length: count }, (_, i) => {
    const n = first + i
    return { n, p: normalCdf((n + 0.5 - mean) / spread) - normalCdf((n - 0.5 - mean) / spread) }
  })
}

/** Φ(x) by formula 7.1.26 of Abramowitz and Stegun, "Handbook of Mathematical Functions"; error below 1.5e-7. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const tail = (polynomial * Math.exp((-x * x) / 2)) / 2
  return x > 0 ? 1 - tail : tail
}

function normalized(ends: End[]): End[] {
  const sum = ends.reduce((total, { p }) => total + p, 0)
  return ends.map(({ score, p }) => ({ score, p: p / sum }))
}

function marginScore(n: number): Score {
  return { home: Math.max(n, 0), away: Math.max(-n, 0) }
}

/** Half lines around the expected margin or total, as far as the catalogue allows them. */
function linesOf(sport: OtherSport, of: Market, { homeEdge, total = 5.5 }: Ratings): string[] {
  if (of.line === 'none') return ['']
  const middle = Math.floor(of.line === 'asian' ? -homeEdge : total) + 0.5
  const { lineStep } = spreads[sport]
  return Array.from({ length: 2 * linesAround + 1 }, (_, i) =>
    lineText(4 * (middle + (i - linesAround) * lineStep)),
  ).filter((line) => mayOffer(sport, of.id, line))
}

function probabilitiesOf(of: Market, line: string, ends: readonly End[]): { key: string; probability: number }[] {
  const ruled = lineShares(of.id, line)
  if (!ruled) return []
  return ruled.keys.map((key, at) => {
    let [win, refund] = [0, 0]
    for (const { score, p } of ends) {
      const part = ruled.at(at, score)
      win += p * part.win
      refund += p * part.refund
    }
    return { key, probability: winProbability({ win, refund }) }
  })
}
