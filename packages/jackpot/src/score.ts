import type { Outcome } from './terms.ts'
import type { Masks } from './ticket.ts'

/** How a match counts for the pool: an outcome, or for a void one `all` (each pick is right) or `none` (no pick is, the match is dropped). */
export type Effect = Outcome | 'all' | 'none'

/**
 * All that the scores of a ticket's lines depend on. Its lines by score are the coefficients of
 * 2^wrongDoubles × 3^wrongTriples × x^right × (1 + x)^doubles × (2 + x)^triples: a match with one pick that is right adds one to every
 * line; one with two, of which one is right, to half of them; with three, to a third. A dropped match, and a double without the
 * outcome, only multiply the lines; a match that counts as won multiplies them and adds one to each.
 */
export type Spread = {
  readonly right: number
  readonly doubles: number
  readonly triples: number
  readonly wrongDoubles: number
  readonly wrongTriples: number
}

/** The results of a pool as masks: which outcomes are right, which matches count as won, and which do not count. */
export type ResultMasks = Masks & { readonly all: bigint; readonly none: bigint }

export function resultMasks(effects: readonly Effect[]): ResultMasks {
  const bits = (effect: Effect) =>
    effects.reduce((mask, one, n) => (one === effect ? mask | (1n << BigInt(n)) : mask), 0n)
  return {
    home: bits('home_team'),
    draw: bits('draw'),
    away: bits('away_team'),
    all: bits('all'),
    none: bits('none'),
  }
}

/** The spread of a ticket. The server's settlement computes the same in SQL, for a million tickets at once. */
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

/** How many lines of a ticket have each score; scores without a line are left out. */
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
