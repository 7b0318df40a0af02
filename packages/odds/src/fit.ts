import { chance, overShare, result } from './facts.ts'
import type { Grid, GridModel, GridParams } from './grid.ts'

/** What a grid should say: probabilities of the three results, which sum to 1, and of more goals than `line`. */
export type FitTarget = { home: number; draw: number; away: number; over: number; line?: number }

/** The figures found, and the largest difference that is left between the grid and its target. */
export type Fit = GridParams & { residual: number }

/**
 * The rates and the draw figure with which `model` gives the target, by damped least squares (Levenberg-Marquardt) on
 * ln λh, ln λa and x. Three equations, three unknowns: real books end below 1e-9; where no grid can say it, the
 * nearest one is given and `residual` tells how far it is. Throws RangeError for probabilities outside (0, 1).
 */
export function fitGrid(target: FitTarget, model: GridModel): Fit {
  const wanted = [target.home, target.draw, target.away, target.over]
  if (!wanted.every((p) => p > 0 && p < 1)) throw new RangeError('fitGrid: probabilities must lie between 0 and 1')
  const line = target.line ?? 2.5
  const errors = (at: Vector): Vector => {
    const grid = model.grid(paramsOf(at))
    const [home, , away] = result(grid)
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
  return chance(overShare(grid, line))
}

/** Rates with about the right number of goals, leaning to the favourite. */
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

/** Forward differences, a row for each unknown. */
function slopes(errors: (at: Vector) => Vector, at: Vector, now: Vector): [Vector, Vector, Vector] {
  const h = 1e-7
  const along = (moved: Vector): Vector => scale(add(errors(moved), scale(now, -1)), 1 / h)
  return [along(add(at, [h, 0, 0])), along(add(at, [0, h, 0])), along(add(at, [0, 0, h]))]
}

/** The damped normal equations (J·Jᵀ + d·diag) s = −J·e as rows with their right side last. */
function normal(rows: [Vector, Vector, Vector], now: Vector, damping: number): number[][] {
  return rows.map((row, i) => [
    ...rows.map((other, j) => dot(row, other) + (i === j ? damping * (dot(row, row) + 1e-12) : 0)),
    -dot(row, now),
  ])
}

/** Cramer's rule: three unknowns need no more. */
function solve(rows: number[][]): Vector {
  const column = (i: number): Vector => [rows[0]?.[i] ?? 0, rows[1]?.[i] ?? 0, rows[2]?.[i] ?? 0]
  const [a, b, c, right] = [column(0), column(1), column(2), column(3)]
  const whole = determinant(a, b, c)
  return [determinant(right, b, c) / whole, determinant(a, right, c) / whole, determinant(a, b, right) / whole]
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
