import { winProbability, overShare, resultProbabilities } from './probabilities.ts'
import type { Grid, GridModel, GridParams } from './grid.ts'

/** Target probabilities: the three results, which sum to 1, and more goals than `line` (2.5). */
export type FitTarget = { home: number; draw: number; away: number; over: number; line?: number }

/** The fitted parameters, and the largest remaining difference between grid and target. */
export type Fit = GridParams & { residual: number }

/**
 * Fits the goal rates and the draw parameter of `model` to the target by damped least squares (Levenberg-Marquardt) on ln λh,
 * ln λa and x. Three equations, three unknowns: for real books the residual is below 1e-9. If no grid matches the target, the
 * nearest is returned and `residual` is its distance. Throws RangeError for probabilities outside (0, 1).
 */
export function fitGrid(target: FitTarget, model: GridModel): Fit {
  const wanted = [target.home, target.draw, target.away, target.over]
  if (!wanted.every((p) => p > 0 && p < 1)) throw new RangeError('fitGrid: probabilities must be between 0 and 1')
  const line = target.line ?? 2.5
  const errors = (at: Vector): Vector => {
    const grid = model.grid(paramsOf(at))
    const [home, , away] = resultProbabilities(grid)
    return [home - target.home, away - target.away, overChance(grid, line) - target.over]
  }
  const best = leastSquares(errors, startOf(target, line), limitsOf(model))
  return { ...paramsOf(best), residual: Math.max(...errors(best).map(Math.abs)) }
}

type Vector = [number, number, number]
type Limits = [low: Vector, high: Vector]

const triesMax = 200

function paramsOf([lh, la, x]: Vector): GridParams {
  return { lh: Math.exp(lh), la: Math.exp(la), x }
}

function overChance(grid: Grid, line: number): number {
  return winProbability(overShare(grid, line))
}

/** The starting point: about the right number of goals, with more for the favourite. */
function startOf({ home, away, over }: FitTarget, line: number): Vector {
  const total = Math.max(0.3, line + 0.2 + 2.2 * (over - 0.5))
  const lean = Math.min(0.95, Math.max(-0.95, home - away))
  return [Math.log((total * (1 + lean)) / 2), Math.log((total * (1 - lean)) / 2), 0]
}

function limitsOf(model: GridModel): Limits {
  const [low, high] = model.draws
  return [
    [Math.log(1e-6), Math.log(1e-6), low],
    [Math.log(40), Math.log(40), high],
  ]
}

function leastSquares(errors: (at: Vector) => Vector, start: Vector, limits: Limits): Vector {
  let at = start
  let now = errors(at)
  let damping = 1e-3
  for (let tries = 0; tries < triesMax && norm(now) > 1e-26; tries++) {
    const step = solve(normal(slopes(errors, at, now), now, damping))
    const next = within(add(at, step), limits)
    const then = errors(next)
    if (norm(then) < norm(now)) {
      ;[at, now, damping] = [next, then, Math.max(damping / 10, 1e-15)]
    } else if (damping > 1e12) return at
    else damping *= 10
  }
  return at
}

/** Jacobian by forward differences, one row per unknown. */
function slopes(errors: (at: Vector) => Vector, at: Vector, now: Vector): [Vector, Vector, Vector] {
  const h = 1e-7
  const along = (moved: Vector): Vector => scale(add(errors(moved), scale(now, -1)), 1 / h)
  return [along(add(at, [h, 0, 0])), along(add(at, [0, h, 0])), along(add(at, [0, 0, h]))]
}

/** The damped normal equations (J·Jᵀ + d·diag) s = −J·e as rows with the right side in the last column. */
function normal(rows: [Vector, Vector, Vector], now: Vector, damping: number): number[][] {
  return rows.map((row, i) => [
    ...rows.map((other, j) => dot(row, other) + (i === j ? damping * (dot(row, row) + 1e-12) : 0)),
    -dot(row, now),
  ])
}

/** Solves three equations by Cramer's rule. */
function solve(rows: number[][]): Vector {
  const column = (i: number): Vector => [rows[0]?.[i] ?? 0, rows[1]?.[i] ?? 0, rows[2]?.[i] ?? 0]
  const [a, b, c, right] = [column(0), column(1), column(2), column(3)]
  const denominator = determinant(a, b, c)
  return [
    determinant(right, b, c) / denominator,
    determinant(a, right, c) / denominator,
    determinant(a, b, right) / denominator,
  ]
}

function determinant(a: Vector, b: Vector, c: Vector): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
}

function within(at: Vector, [low, high]: Limits): Vector {
  const clamp = (i: 0 | 1 | 2): number => Math.min(high[i], Math.max(low[i], Number.isFinite(at[i]) ? at[i] : 0))
  return [clamp(0), clamp(1), clamp(2)]
}

const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const scale = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const norm = (a: Vector): number => dot(a, a)
