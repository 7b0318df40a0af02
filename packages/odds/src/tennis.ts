import { setsToWin } from '@nare/bets/markets/other-markets'
import type { Score, Side } from '@nare/bets/result'
import { setScores, type Serve, type SetScore } from './tennis-set.ts'

/**
 * A moment in a match of three sets. `sets` are won; `games` are those of each set begun, the current one last; `points` those of the
 * current game or tie-break; `server` serves that game, or the first point of that tie-break, and is unknown before the match.
 */
export type TennisMoment = {
  readonly sets: Score
  readonly games: readonly Score[]
  readonly points: Score
  readonly server: Side | undefined
}

/** The chance that the home side wins, and the chances of each margin (by margin + `marginOffset`) and total of games at the end. */
export type TennisEnds = { readonly homeWins: number; readonly margins: Float64Array; readonly totals: Float64Array }

export const marginOffset = 60

/**
 * The distribution of the end of a match, by recursion over points, games and sets: A. J. O'Malley, "Probability Formulas and Statistical
 * Analysis in Tennis", Journal of Quantitative Analysis in Sports 4 (2008). Every set has a tie-break to seven at six games all.
 */
export function tennisEnds(serve: Serve, { sets, games, points, server }: TennisMoment): TennisEnds {
  const ends: Sums = { homeWins: 0, margins: new Float64Array(2 * marginOffset + 1), totals: new Float64Array(120) }
  const fresh = { home: setScores(serve, { server: 'home' }), away: setScores(serve, { server: 'away' }) }
  const played = games.reduce((sum, one) => ({ home: sum.home + one.home, away: sum.away + one.away }), nil)
  const inSet = games.length > sets.home + sets.away ? (games.at(-1) ?? nil) : nil
  const before = { home: played.home - inSet.home, away: played.away - inSet.away }
  for (const first of server ? [server] : both) {
    const from = { sets, ...before, p: server ? 1 : 0.5, server: first }
    const rest = isOver(sets) ? [] : setScores(serve, { server: first, games: inSet, points })
    if (isOver(sets)) record(ends, from)
    else walk(ends, { from, scores: rest, gamesInSet: inSet, fresh })
  }
  return ends
}

/** The mean total of games. */
export function meanTotal({ totals }: TennisEnds): number {
  return totals.reduce((sum, p, n) => sum + n * p, 0)
}

/** The mean margin of the home side in games. */
export function meanMargin({ margins }: TennisEnds): number {
  return margins.reduce((sum, p, at) => sum + (at - marginOffset) * p, 0)
}

export const beforeTennis: TennisMoment = {
  sets: { home: 0, away: 0 },
  games: [],
  points: { home: 0, away: 0 },
  server: undefined,
}

/** The sum of both chances to win a point on serve: 0.64 each, about that of the men's tours. An assumption. */
const serveSum = 1.28

/** The chances to win a point on serve for which the home side wins the match with probability `homeWins`. */
export function serveOf(homeWins: number): Serve {
  const cached = cache.get(homeWins)
  if (cached) return cached
  const serve = balanced(serveSum, homeWins)
  const [oldest] = cache.keys()
  if (cache.size >= cacheMax && oldest !== undefined) cache.delete(oldest)
  cache.set(homeWins, serve)
  return serve
}

const cache = new Map<number, Serve>()
const cacheMax = 500

const nil: Score = { home: 0, away: 0 }
const both: readonly Side[] = ['home', 'away']
export const otherSide = (side: Side): Side => (side === 'home' ? 'away' : 'home')

type Sums = { homeWins: number; margins: Float64Array; totals: Float64Array }
/** One path through the match: sets won and games played so far, its probability, and the first server of the next set. */
type Way = { sets: Score; home: number; away: number; p: number; server: Side }
type Walk = {
  from: Way
  scores: readonly SetScore[]
  gamesInSet: Score
  fresh: Readonly<Record<Side, readonly SetScore[]>>
}

const isOver = ({ home, away }: Score): boolean => home === setsToWin || away === setsToWin

function walk(ends: Sums, { from, scores, gamesInSet, fresh }: Walk): void {
  for (const { home, away, p } of scores) {
    const games = home + away - gamesInSet.home - gamesInSet.away
    const way: Way = {
      sets: home > away ? { ...from.sets, home: from.sets.home + 1 } : { ...from.sets, away: from.sets.away + 1 },
      home: from.home + home,
      away: from.away + away,
      p: from.p * p,
      server: games % 2 === 0 ? from.server : otherSide(from.server),
    }
    if (isOver(way.sets)) record(ends, way)
    else walk(ends, { from: way, scores: fresh[way.server], gamesInSet: nil, fresh })
  }
}

function record(ends: Sums, { sets, home, away, p }: Way): void {
  const margin = home - away + marginOffset
  ends.margins[margin] = (ends.margins[margin] ?? 0) + p
  ends.totals[home + away] = (ends.totals[home + away] ?? 0) + p
  if (sets.home > sets.away) ends.homeWins += p
}

/** The chances with this sum for which the home side wins with probability `homeWins`. */
function balanced(sum: number, homeWins: number): Serve {
  const most = Math.min(sum, 2 - sum) - 0.02
  const serveAt = (edge: number): Serve => ({ home: (sum + edge) / 2, away: (sum - edge) / 2 })
  return serveAt(bisect(-most, most, (edge) => matchChance(serveAt(edge)) < homeWins))
}

/** The chance that the home side wins a match, without the distribution of games. The chances in a set depend on the first server. */
function matchChance(serve: Serve): number {
  const of = (server: Side) => {
    const sums = { won: [0, 0], lost: [0, 0] }
    for (const { home, away, p } of setScores(serve, { server })) {
      const side = home > away ? sums.won : sums.lost
      side[(home + away) % 2] = (side[(home + away) % 2] ?? 0) + p
    }
    return sums
  }
  const sets = { home: of('home'), away: of('away') }
  const from = (won: number, lost: number, server: Side): number => {
    if (won === setsToWin || lost === setsToWin) return won === setsToWin ? 1 : 0
    let chance = 0
    for (const parity of [0, 1]) {
      const next = parity === 0 ? server : otherSide(server)
      chance += (sets[server].won[parity] ?? 0) * from(won + 1, lost, next)
      chance += (sets[server].lost[parity] ?? 0) * from(won, lost + 1, next)
    }
    return chance
  }
  return (from(0, 0, 'home') + from(0, 0, 'away')) / 2
}

function bisect(from: number, to: number, isBelow: (middle: number) => boolean): number {
  let [low, high] = [from, to]
  for (let step = 0; step < 40 && high - low > 1e-9; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
