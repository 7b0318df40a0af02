import type { Score } from '@nare/bets/result'
import type { Grid } from './grid.ts'
import type { MatchModel } from './match-model.ts'

/** The score of a grid for a uniform `u` of [0, 1): the inverse of the distribution in the order of the cells. */
export function drawFromGrid({ size, cells }: Grid, u: number): Score {
  const cell = drawCell(cells, u)
  return { home: Math.floor(cell / size), away: cell % size }
}

/**
 * How a match ends for a uniform `u` of [0, 1), from the distribution its prices come from. `halfTime` is absent only
 * when the model does not know it.
 */
export function scoreAt(
  { score, halfTime, rest, joint }: MatchModel,
  u: number,
): { halfTime?: Score; fullTime: Score } {
  if (!joint) return { fullTime: plus(score, drawFromGrid(rest, u)) }
  const cell = drawCell(joint.p, u)
  const { halfHome, halfAway, home, away } = joint.cells
  const half = { home: halfHome[cell] ?? 0, away: halfAway[cell] ?? 0 }
  return {
    halfTime: halfTime ?? plus(score, half),
    fullTime: plus(score, { home: home[cell] ?? 0, away: away[cell] ?? 0 }),
  }
}

/** The first cell at which the sum passes u; the last one with any probability when rounding leaves the sum short. */
function drawCell(p: Float64Array, u: number): number {
  let sum = 0
  let last = 0
  for (let cell = 0; cell < p.length; cell++) {
    const chance = p[cell] ?? 0
    if (chance === 0) continue
    sum += chance
    last = cell
    if (u < sum) return cell
  }
  return last
}

function plus(a: Score, b: Score): Score {
  return { home: a.home + b.home, away: a.away + b.away }
}
