import type { Grid } from './grid.ts'

/** The joint distribution of future goals: in the rest of the match, and of these before half-time. */
export type Joint = { size: number; cells: JointCells; p: Float64Array }

/** For each cell: goals before half-time and in total, for home and away. */
export type JointCells = { halfHome: Uint8Array; halfAway: Uint8Array; home: Uint8Array; away: Uint8Array }

/** The current score, to which future goals are added. */
export type Start = { home: number; away: number }

type Split = { start?: Start; tilt?: { led: number; trailed: number }; oneHalf?: number }

/** The share of a match's goals before half-time (0.4486 measured, 0.45 recommended). */
export const firstHalfShare = 0.45

/**
 * Weights for splits in which the final winner led (`led`) or trailed (`trailed`) at half-time. An independent split has too
 * many kept leads and too few comebacks. Best of nine settings of share and tilt on 2,985 matches of five leagues,
 * in-sample: half-time/full-time log-loss 1.8596, against 1.8618 for the independent split.
 */
const leadTilt = { led: 0.93, trailed: 1.35 }

/**
 * Weight of splits with two or more goals, all of them in one half: an independent split has too many. By it a goal in each half is about as
 * frequent as in 8,954 matches of five leagues (decision 109); half-time draws go from 40.5 to 39.8 %, of 40.2 % measured, and the log-loss above stays.
 */
const oneHalfTilt = 0.92

/**
 * Splits each score of `rest` between the halves: every goal is before half-time with probability `share`, and splits in which
 * the final winner led or trailed at half-time are weighted by `tilt`, those with all goals in one half by `oneHalf`. The splits of a score still
 * sum to its probability, so full-match markets do not move.
 */
export function splitHalves(
  rest: Grid,
  share: number,
  { start = { home: 0, away: 0 }, tilt = leadTilt, oneHalf = oneHalfTilt }: Split = {},
): Joint {
  const { size } = rest
  const cells = cellsOf(size)
  const p = new Float64Array(cells.home.length)
  const binomial = binomials(share, size)
  const lead = start.home - start.away
  const scored = start.home + start.away
  let at = 0
  for (let h = 0; h < size; h++) {
    for (let a = 0; a < size; a++) {
      const winner = Math.sign(lead + h - a)
      const from = at
      let total = 0
      for (let i = 0; i <= h; i++) {
        for (let j = 0; j <= a; j++, at++) {
          const half = winner * Math.sign(lead + i - j)
          const weight = (binomial[h * size + i] ?? 0) * (binomial[a * size + j] ?? 0)
          const inOneHalf = i + j === h + a || scored + i + j === 0
          const even = scored + h + a >= 2 && inOneHalf ? weight * oneHalf : weight
          p[at] = half > 0 ? even * tilt.led : half < 0 ? even * tilt.trailed : even
          total += p[at] ?? 0
        }
      }
      const scale = (rest.cells[h * size + a] ?? 0) / total
      for (let cell = from; cell < at; cell++) p[cell] = (p[cell] ?? 0) * scale
    }
  }
  return { size, cells, p }
}

/** The goals before half-time as a grid. */
export function beforeHalf({ size, cells, p }: Joint): Grid {
  const out = new Float64Array(size * size)
  for (let at = 0; at < p.length; at++) {
    const cell = (cells.halfHome[at] ?? 0) * size + (cells.halfAway[at] ?? 0)
    out[cell] = (out[cell] ?? 0) + (p[at] ?? 0)
  }
  return { size, cells: out }
}

/** The goals after half-time as a grid. */
export function afterHalf({ size, cells, p }: Joint): Grid {
  const out = new Float64Array(size * size)
  for (let at = 0; at < p.length; at++) {
    const home = (cells.home[at] ?? 0) - (cells.halfHome[at] ?? 0)
    const cell = home * size + (cells.away[at] ?? 0) - (cells.halfAway[at] ?? 0)
    out[cell] = (out[cell] ?? 0) + (p[at] ?? 0)
  }
  return { size, cells: out }
}

/** The probability of i of n goals, at index n * size + i. */
function binomials(share: number, size: number): Float64Array {
  const out = new Float64Array(size * size)
  out[0] = 1
  for (let n = 1; n < size; n++) {
    for (let i = 0; i <= n; i++) {
      const more = i > 0 ? (out[(n - 1) * size + i - 1] ?? 0) * share : 0
      out[n * size + i] = more + (i < n ? (out[(n - 1) * size + i] ?? 0) * (1 - share) : 0)
    }
  }
  return out
}

const cache = new Map<number, JointCells>()

function cellsOf(size: number): JointCells {
  const found = cache.get(size) ?? listCells(size)
  cache.set(size, found)
  return found
}

function listCells(size: number): JointCells {
  const count = ((size * (size + 1)) / 2) ** 2
  const list = (): Uint8Array => new Uint8Array(count)
  const cells = { halfHome: list(), halfAway: list(), home: list(), away: list() }
  let at = 0
  for (let h = 0; h < size; h++) {
    for (let a = 0; a < size; a++) {
      for (let i = 0; i <= h; i++) {
        for (let j = 0; j <= a; j++, at++) {
          cells.halfHome[at] = i
          cells.halfAway[at] = j
          cells.home[at] = h
          cells.away[at] = a
        }
      }
    }
  }
  return cells
}
