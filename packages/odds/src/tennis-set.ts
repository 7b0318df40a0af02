import type { Score, Side } from '@nare/bets/result'

/** The chance of each side to win a point on its own serve, the same at every score. */
export type Serve = { readonly home: number; readonly away: number }

/** A final score of a set with its chance. */
export type SetScore = { readonly home: number; readonly away: number; readonly p: number }

const size = 8

/** Whether a set is over: the first to six games two ahead, 7:5, or 7:6 by a tie-break. */
export const isSetOver = (home: number, away: number): boolean =>
  (Math.max(home, away) >= 6 && Math.abs(home - away) >= 2) || Math.max(home, away) === 7

/**
 * Every possible final score of a set with its chance, from a moment in the set. `server` serves the current game, or the first point of
 * the current tie-break.
 */
export function setScores(
  serve: Serve,
  { server, games = nil, points = nil }: { server: Side; games?: Score; points?: Score },
): SetScore[] {
  const chances = new Float64Array(size * size)
  chances[games.home * size + games.away] = 1
  const holds = { home: gameChance(serve.home), away: gameChance(serve.away) }
  const scores: SetScore[] = []
  for (let home = games.home; home < size; home++) {
    for (let away = games.away; away < size; away++) {
      const p = chances[home * size + away] ?? 0
      if (p === 0) continue
      if (isSetOver(home, away)) {
        scores.push({ home, away, p })
        continue
      }
      const played = home + away - games.home - games.away
      const serving: Side = (played % 2 === 0) === (server === 'home') ? 'home' : 'away'
      const wins = homeChance(serve, { serving, holds, home, away, points: played === 0 ? points : nil })
      chances[(home + 1) * size + away] = (chances[(home + 1) * size + away] ?? 0) + p * wins
      chances[home * size + away + 1] = (chances[home * size + away + 1] ?? 0) + p * (1 - wins)
    }
  }
  return scores
}

const nil: Score = { home: 0, away: 0 }

type Game = { serving: Side; holds: Readonly<Record<Side, number>>; home: number; away: number; points: Score }

/** The chance that the home side wins the current game or tie-break. */
function homeChance(serve: Serve, { serving, holds, home, away, points }: Game): number {
  if (home === 6 && away === 6) {
    const [first, second] = serving === 'home' ? [serve.home, serve.away] : [serve.away, serve.home]
    const [own, other] = serving === 'home' ? [points.home, points.away] : [points.away, points.home]
    const wins = tieBreakChance(first, second, own, other)
    return serving === 'home' ? wins : 1 - wins
  }
  if (points.home + points.away === 0) return serving === 'home' ? holds.home : 1 - holds.away
  return serving === 'home'
    ? gameChance(serve.home, points.home, points.away)
    : 1 - gameChance(serve.away, points.away, points.home)
}

/** The chance that the server wins a game from `own` to `other` points, with a chance of `p` on each. */
export function gameChance(p: number, own = 0, other = 0): number {
  const q = 1 - p
  if (own === 0 && other === 0) return p ** 4 * (15 - 4 * p - (10 * p * p) / (1 - 2 * p * q))
  if (own >= 4 && own - other >= 2) return 1
  if (other >= 4 && other - own >= 2) return 0
  if (own >= 3 && other >= 3) {
    const deuce = (p * p) / (p * p + q * q)
    return own === other ? deuce : own > other ? p + q * deuce : p * deuce
  }
  return p * gameChance(p, own + 1, other) + q * gameChance(p, own, other + 1)
}

/**
 * Whether the first server serves the next point of a tie-break: the first server has one point, then the other two, then the first two,
 * and so on.
 */
export const servesTieBreakPoint = (played: number): boolean => Math.floor((played + 1) / 2) % 2 === 0

/**
 * The chance that the side which serves first wins a tie-break to seven from `own` to `other` points; `first` and `second` are the
 * chances of each on its serve. From six all every two points hold one serve of each, so one pair won decides.
 */
export function tieBreakChance(first: number, second: number, own = 0, other = 0): number {
  const wonPair = first * (1 - second)
  const lostPair = (1 - first) * second
  const level = wonPair / (wonPair + lostPair)
  const from = (a: number, b: number): number => {
    if (a >= 7 && a - b >= 2) return 1
    if (b >= 7 && b - a >= 2) return 0
    if (a === b && a >= 6) return level
    const name = a * 16 + b
    const known = a < 16 && b < 16 ? memo[name] : undefined
    if (known !== undefined) return known
    const wins = servesTieBreakPoint(a + b) ? first : 1 - second
    const chance = wins * from(a + 1, b) + (1 - wins) * from(a, b + 1)
    if (a < 16 && b < 16) memo[name] = chance
    return chance
  }
  const memo: Record<number, number> = {}
  return from(own, other)
}
