import type { Score } from '@nare/bets/result'
import type { Grid } from './grid.ts'
import type { MatchModel } from './match-model.ts'

/** Draws a score from a grid with a uniform `u` in [0, 1): the inverse of the cumulative distribution in cell order. */
export function drawFromGrid({ size, cells }: Grid, u: number): Score {
  const cell = drawCell(cells, u)
  return { home: Math.floor(cell / size), away: cell % size }
}

/**
 * Draws the result of a match with a uniform `u` in [0, 1), from the distribution behind its prices. `halfTime` is absent only if the model
 * does not split the halves.
 */
export function scoreAt(
  { score, halfTime, rest, joint }: MatchModel,
  u: number,
): { halfTime?: Score; fullTime: Score } {
  if (!joint) return { fullTime: add(score, drawFromGrid(rest, u)) }
  const cell = drawCell(joint.p, u)
  const { halfHome, halfAway, home, away } = joint.cells
  const half = { home: halfHome[cell] ?? 0, away: halfAway[cell] ?? 0 }
  return {
    halfTime: halfTime ?? add(score, half),
    fullTime: add(score, { home: home[cell] ?? 0, away: away[cell] ?? 0 }),
  }
}

/** The first cell whose cumulative sum exceeds u. If rounding keeps the total below u, the last cell with any probability. */
function drawCell(p: Float64Array, u: number): number {
  let sum = 0
  let last = 0
  for (let cell = 0; cell < p.length; cell++) {
    const probability = p[cell] ?? 0
    if (probability === 0) continue
    sum += probability
    last = cell
    if (u < sum) return cell
  }
  return last
}

function add(a: Score, b: Score): Score {
  return { home: a.home + b.home, away: a.away + b.away }
}
