import type { Score, Side } from '@nare/bets/result'
import { sportKeys, type Sport } from '@nare/bets/markets/sports'
import { type CricketInnings, cricketMargins, cricketSpread } from './cricket.ts'
import { cmpDiagonal } from './grid.ts'
import { type Chance, discretized, given, normalCdf } from './normal.ts'
import { rugbyPoints } from './rugby.ts'
import { beforeTennis, marginOffset, meanMargin, meanTotal, serveOf, tennisEnds } from './tennis.ts'

export type OtherSport = Exclude<Sport, 'soccer'>
export const otherSports = sportKeys.filter((sport): sport is OtherSport => sport !== 'soccer')

/**
 * The expected winning margin of the home side in points, games, goals or runs, and the expected total. Without a total, no
 * totals market is offered. In tennis the margin gives the winner's chance, from which the total follows.
 */
export type Ratings = { homeEdge: number; total?: number }

/**
 * A moment of a match. `minute` is the playing time in minutes with overtime, whole or not (basketball to 40, rugby 80, ice hockey 60).
 * `score` is in points or goals, in tennis in sets, in cricket in runs. Tennis also has the games of each set begun (`periods`), the
 * points of the current game and its server; cricket its innings, absent before the first ball.
 */
export type OtherMoment = {
  readonly minute: number
  readonly score: Score
  readonly periods?: readonly Score[]
  readonly points?: Score
  readonly server?: Side
  readonly innings?: CricketInnings
}

export const beforeStart: OtherMoment = { minute: 0, score: { home: 0, away: 0 } }

/** A possible final score with its probability. Only its winner, margin or total is meaningful, depending on the list. */
export type End = { readonly score: Score; readonly p: number }

/**
 * The possible ends of a match from a moment, as three lists: for the winner, the margin and the total. Each list sums to 1, or is empty if
 * the sport has no such market. Lines are offered around the means in `expected`.
 */
export type Ends = {
  readonly winners: readonly End[]
  readonly margins: readonly End[]
  readonly totals: readonly End[]
  readonly expected: { readonly margin: number; readonly total: number }
}

/** Minutes of regular time, and of each overtime of a sport that needs a winner. */
export const playingTime = {
  basketball: { minutes: 40, overtime: 5 },
  rugby: { minutes: 80, overtime: 0 },
  ice_hockey: { minutes: 60, overtime: 5 },
} as const

/** Standard deviations of margin and total, in the sport's own unit. They convert between a winning chance and an edge. */
export const spreads = {
  basketball: { margin: 12, total: 18 },
  tennis: { margin: 4.5 },
  rugby: { margin: 16 },
  ice_hockey: { margin: 2.4 },
  cricket: { margin: cricketSpread },
} as const satisfies Readonly<Record<OtherSport, { margin: number; total?: number }>>

/**
 * The ends of a match from a moment, the same before its start and in play (decision 0034):
 * - Basketball: margin and total as Brownian motions (H. Stern, "A Brownian Motion Model for the Progress of Sports Scores", JASA 89,
 *   1994): mean and variance in proportion to the time left. A tie goes to overtimes of five minutes.
 * - Rugby: scores of 3, 5 and 7 points at a rate in proportion to the time left (`rugbyPoints`).
 * - Ice hockey: each side's goals are Poisson with a rate in proportion to the time left; a tie is decided by one more goal.
 * - Tennis: recursion from points on serve (`tennisEnds`).
 * - Cricket: runs in proportion to the balls that the batting side may still expect to face (`cricketMargins`).
 */
export function endsOf(sport: OtherSport, ratings: Ratings, moment: OtherMoment): Ends {
  if (sport === 'ice_hockey') return hockeyEnds(ratings, moment)
  if (sport === 'tennis') return endsOfTennis(ratings, moment)
  if (sport === 'cricket') return cricketEnds(ratings, moment)
  return sport === 'rugby' ? rugbyEnds(ratings, moment) : basketballEnds(ratings, moment)
}

/** The playing time left as a share of regular time, in regular time or in the current overtime; a tie at its end opens the next one. */
export function shareLeft(
  sport: keyof typeof playingTime,
  { minute, score }: OtherMoment,
): { left: number; isOvertime: boolean } {
  const { minutes, overtime } = playingTime[sport]
  if (minute < minutes) return { left: (minutes - Math.max(0, minute)) / minutes, isOvertime: false }
  const into = overtime === 0 ? 0 : (minute - minutes) % overtime
  const isLevel = score.home === score.away
  if (overtime === 0 || (into === 0 && !isLevel)) return { left: 0, isOvertime: overtime > 0 }
  return { left: (overtime - into) / minutes, isOvertime: true }
}

const nil: Score = { home: 0, away: 0 }

/** The chance of a home win in tennis that follows from the edge. The probability of a margin of 0 is left out. */
function winnerChance({ homeEdge }: Ratings): number {
  const spread = spreads.tennis.margin
  const [home, away] = [normalCdf((homeEdge - 0.5) / spread), normalCdf((-homeEdge - 0.5) / spread)]
  return home / (home + away)
}

function basketballEnds({ homeEdge, total }: Ratings, moment: OtherMoment): Ends {
  const spread = spreads.basketball
  const { minutes, overtime } = playingTime.basketball
  const { left } = shareLeft('basketball', moment)
  const extra = overtime / minutes
  const { lead, sum } = leadOf(moment)
  const margin = (from: number, share: number) => discretized(from + homeEdge * share, spread.margin * Math.sqrt(share))
  const played = margin(lead, left)
  const tie = played.find(({ n }) => n === 0)?.p ?? 0
  const inOvertime = given(margin(0, extra), (n) => n !== 0)
  const totals = (share: number): Chance[] =>
    given(discretized(sum + (total ?? 0) * share, spread.total * Math.sqrt(share)), (n) => n >= sum)
  const margins = mixed(
    played.filter(({ n }) => n !== 0),
    inOvertime,
    tie,
  )
  const ends = normalized(margins.map(endOfMargin))
  const all = tie === 0 ? totals(left) : mixed(scaled(totals(left), 1 - tie), totals(left + extra), tie)
  return {
    winners: ends,
    margins: ends,
    totals: total === undefined ? [] : normalized(all.map(endOfTotal)),
    expected: { margin: lead + homeEdge * left, total: sum + (total ?? 0) * left },
  }
}

const rugbyTotal = 46

/** The expected points of each side in a whole match of rugby. */
export function rugbyMeans({ homeEdge, total = rugbyTotal }: Ratings): { home: number; away: number } {
  return { home: Math.max(1, (total + homeEdge) / 2), away: Math.max(1, (total - homeEdge) / 2) }
}

function rugbyEnds(ratings: Ratings, moment: OtherMoment): Ends {
  const means = rugbyMeans(ratings)
  const { left } = shareLeft('rugby', moment)
  const { lead, sum } = leadOf(moment)
  const { margins, totals } = rugbyPoints({ home: means.home * left, away: means.away * left })
  const ends = normalized(margins.map(({ n, p }) => endOfMargin({ n: lead + n, p })))
  return {
    winners: ends,
    margins: ends,
    totals: ratings.total === undefined ? [] : normalized(totals.map(({ n, p }) => endOfTotal({ n: sum + n, p }))),
    expected: { margin: lead + (means.home - means.away) * left, total: sum + (means.home + means.away) * left },
  }
}

function leadOf({ score }: OtherMoment): { lead: number; sum: number } {
  return { lead: score.home - score.away, sum: score.home + score.away }
}

const endOfMargin = ({ n, p }: Chance): End => ({ score: marginScore(n), p })
const endOfTotal = ({ n, p }: Chance): End => ({ score: { home: n, away: 0 }, p })

const negligible = 1e-15
/** The number of goals of a side in the grid: 0 to 20 further goals. */
const hockeySize = 21
export const hockeyTotal = 5.5

/** The goal rates of a whole match of ice hockey. */
export function hockeyRates({ homeEdge, total = hockeyTotal }: Ratings): { home: number; away: number } {
  return { home: Math.max(0.2, (total + homeEdge) / 2), away: Math.max(0.2, (total - homeEdge) / 2) }
}

function hockeyEnds(ratings: Ratings, moment: OtherMoment): Ends {
  const rates = hockeyRates(ratings)
  const { left: inStretch, isOvertime } = shareLeft('ice_hockey', moment)
  const left = isOvertime ? 0 : inStretch
  const { score } = moment
  const grid = cmpDiagonal({ lh: rates.home * left, la: rates.away * left, nu: 1, size: hockeySize })
  const ends: End[] = []
  for (const [cell, p] of grid.cells.entries()) {
    if (p < negligible) continue
    const end = { home: score.home + Math.floor(cell / hockeySize), away: score.away + (cell % hockeySize) }
    if (end.home !== end.away) ends.push({ score: end, p })
    else {
      const homeShare = rates.home / (rates.home + rates.away)
      ends.push({ score: { ...end, home: end.home + 1 }, p: p * homeShare })
      ends.push({ score: { ...end, away: end.away + 1 }, p: p * (1 - homeShare) })
    }
  }
  const lead = score.home - score.away
  const expected = {
    margin: lead + (rates.home - rates.away) * left,
    total: score.home + score.away + (rates.home + rates.away) * left,
  }
  return { winners: ends, margins: ends, totals: ends, expected }
}

/** The serving chances of a match of tennis. */
export function tennisServe(ratings: Ratings) {
  return serveOf(winnerChance(ratings))
}

function endsOfTennis(ratings: Ratings, { score, periods = [], points = nil, server }: OtherMoment): Ends {
  const ends = tennisEnds(tennisServe(ratings), { ...beforeTennis, sets: score, games: periods, points, server })
  const listed = (chances: Float64Array, scoreAt: (at: number) => Score): End[] =>
    Array.from(chances, (p, at) => ({ score: scoreAt(at), p })).filter(({ p }) => p > 0)
  return {
    winners: [
      { score: { home: 2, away: 0 }, p: ends.homeWins },
      { score: { home: 0, away: 2 }, p: 1 - ends.homeWins },
    ],
    margins: listed(ends.margins, (at) => marginScore(at - marginOffset)),
    totals: ratings.total === undefined ? [] : listed(ends.totals, (home) => ({ home, away: 0 })),
    expected: { margin: meanMargin(ends), total: meanTotal(ends) },
  }
}

const cricketTotal = 330
const inningsMin = 20

/** The expected runs of each side in its innings. */
export function cricketMeans({ homeEdge, total = cricketTotal }: Ratings): Readonly<Record<Side, number>> {
  const both = Math.max(total, Math.abs(homeEdge) + 2 * inningsMin)
  return { home: (both + homeEdge) / 2, away: (both - homeEdge) / 2 }
}

function cricketEnds(ratings: Ratings, { score, innings }: OtherMoment): Ends {
  const lead = score.home - score.away
  const margins = cricketMargins(cricketMeans(ratings), { lead, innings })
  const ends = margins.map(({ n, p }) => ({ score: marginScore(n), p }))
  return { winners: ends, margins: ends, totals: [], expected: { margin: lead, total: 0 } }
}

const scaled = (chances: readonly Chance[], by: number): Chance[] => chances.map(({ n, p }) => ({ n, p: p * by }))

/** The two lists joined; the probabilities of the second are multiplied by `weight`. */
const mixed = (one: readonly Chance[], other: readonly Chance[], weight: number): Chance[] => [
  ...one,
  ...scaled(other, weight),
]

function normalized(ends: readonly End[]): End[] {
  const sum = ends.reduce((total, { p }) => total + p, 0)
  return ends.map(({ score, p }) => ({ score, p: p / sum }))
}

export function marginScore(n: number): Score {
  return { home: Math.max(n, 0), away: Math.max(-n, 0) }
}
