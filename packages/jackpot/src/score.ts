import type { Outcome } from './terms.ts'
import type { Masks } from './ticket.ts'

/** How a match counts for the pool: by its outcome, or for a void match as `all` (every pick is right) or `none` (the match is dropped). */
export type Effect = Outcome | 'all' | 'none'

/**
 * The facts that determine the scores of a ticket's lines. The number of lines with score k is the coefficient of x^k in 2^wrongDoubles ×
 * 3^wrongTriples × x^right × (1 + x)^doubles × (2 + x)^triples. A right single pick adds one to the score of all lines, a right double to
 * that of half the lines, and a right triple to that of a third. A wrong double, or any double or triple on a dropped match, only
 * multiplies the number of lines. A match that counts as won adds one to the score of all lines; a double or triple on it also multiplies
 * their number.
 */
export type Spread = {
  readonly right: number
  readonly doubles: number
  readonly triples: number
  readonly wrongDoubles: number
  readonly wrongTriples: number
}

/** The results of a pool as masks: the right outcomes, the matches that count as won (`all`), and those that do not count (`none`). */
export type ResultMasks = Masks & { readonly all: bigint; readonly none: bigint }

export function resultMasks(effects: readonly Effect[]): ResultMasks {
  const maskOf = (effect: Effect) =>
    effects.reduce((mask, one, n) => (one === effect ? mask | (1n << BigInt(n)) : mask), 0n)
  return {
    home: maskOf('home_team'),
    draw: maskOf('draw'),
    away: maskOf('away_team'),
    all: maskOf('all'),
    none: maskOf('none'),
  }
}

/** The spread of a ticket. The server computes the same in SQL for all tickets of a pool. */
export function spreadOf({ home, draw, away }: Masks, result: ResultMasks): Spread {
  const right = (home & result.home) | (draw & result.draw) | (away & result.away)
  const triple = home & draw & away
  const double = ((home & draw) | (home & away) | (draw & away)) & ~triple
  const wrong = ~right
  return {
    right: bitCount((right & ~double & ~triple) | result.all),
    doubles: bitCount(right & double),
    triples: bitCount(right & triple),
    wrongDoubles: bitCount(double & wrong),
    wrongTriples: bitCount(triple & wrong),
  }
}

function bitCount(mask: bigint): number {
  let count = 0
  for (let left = mask; left > 0n; left &= left - 1n) count++
  return count
}

/** The score of a ticket's best line. */
export const bestOf = ({ right, doubles, triples }: Spread): number => right + doubles + triples

/** The number of lines of a ticket by score. Scores that no line has are left out. */
export function linesByScore(spread: Spread): Map<number, number> {
  const { right, doubles, triples, wrongDoubles, wrongTriples } = spread
  let lines = [2 ** wrongDoubles * 3 ** wrongTriples]
  for (let n = 0; n < doubles; n++) lines = times(lines, 1)
  for (let n = 0; n < triples; n++) lines = times(lines, 2)
  return new Map(lines.flatMap((count, score) => (count > 0 ? [[right + score, count] as const] : [])))
}

/** A polynomial times (constant + x). */
const times = (polynomial: readonly number[], constant: number): number[] =>
  Array.from(
    { length: polynomial.length + 1 },
    (_, power) => (polynomial[power] ?? 0) * constant + (polynomial[power - 1] ?? 0),
  )
