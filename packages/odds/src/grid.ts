/**
 * Probabilities of every score of 0 to `size` − 1 goals a side; the cell of home h and away a is `h * size + a`.
 * The cells sum to 1: the probability of higher scores is distributed over them proportionally.
 */
export type Grid = { size: number; cells: Float64Array }

/** The goal rates of both sides and a draw parameter: x of `cmpDiagonal`, ρ of `dixonColes`. */
export type GridParams = { lh: number; la: number; x: number }

/** A score distribution with three parameters. `draws` bounds the draw parameter when fitting. */
export type GridModel = {
  name: string
  draws: [low: number, high: number]
  grid: (params: GridParams, size?: number) => Grid
}

/** Ten goals a side suffice for a match fitted to prices. */
export const gridSize = 11

/** Under-dispersion of goals, fitted (held-out correct-score loss below Dixon-Coles by 0.0027). */
const nuDefault = 1.1

/**
 * Independent Poisson goals with the four lowest scores corrected by ρ: M. Dixon and S. Coles, "Modelling Association
 * Football Scores and Inefficiencies in the Football Betting Market", Applied Statistics 46 (1997).
 */
export function dixonColes({
  lh,
  la,
  rho,
  size = gridSize,
}: {
  lh: number
  la: number
  rho: number
  size?: number | undefined
}): Grid {
  const grid = product(weights(lh, 1, size), weights(la, 1, size))
  const tau = [1 - lh * la * rho, 1 + lh * rho, 1 + la * rho, 1 - rho]
  const low = [0, 1, size, size + 1]
  for (const [i, cell] of low.entries()) grid.cells[cell] = (grid.cells[cell] ?? 0) * Math.max(0, tau[i] ?? 1)
  return normalised(grid)
}

/**
 * Independent Conway-Maxwell-Poisson goals, w(k) ∝ (λ^k / k!)^ν, with every draw weighted by e^x: the best of the models
 * that were compared. With ν above 1 the variance is below Poisson's, and λ is close to the mode, not the mean.
 */
export function cmpDiagonal({
  lh,
  la,
  nu = nuDefault,
  x = 0,
  size = gridSize,
}: {
  lh: number
  la: number
  nu?: number
  x?: number
  size?: number | undefined
}): Grid {
  const grid = product(weights(lh, nu, size), weights(la, nu, size))
  const draw = Math.exp(x)
  for (let goals = 0; goals < size; goals++)
    grid.cells[goals * (size + 1)] = (grid.cells[goals * (size + 1)] ?? 0) * draw
  return normalised(grid)
}

/** `cmpDiagonal` as a model for fitting. */
export function cmpModel(nu = nuDefault): GridModel {
  return { name: 'cmp', draws: [-12, 12], grid: ({ lh, la, x }, size) => cmpDiagonal({ lh, la, nu, x, size }) }
}

/** `dixonColes` as a model for fitting: the textbook reference. Its ρ affects only four scores, so not every book can be fitted. */
export function dixonColesModel(): GridModel {
  return {
    name: 'dixon-coles',
    draws: [-0.9, 0.9],
    grid: ({ lh, la, x }, size) => dixonColes({ lh, la, rho: x, size }),
  }
}

/** The expectation of `share(home, away)` over the grid. With a share of 1 for winning scores it is a probability. */
export function mass(grid: Grid, share: (home: number, away: number) => number): number {
  let total = 0
  for (let h = 0, cell = 0; h < grid.size; h++) {
    for (let a = 0; a < grid.size; a++, cell++) total += share(h, a) * (grid.cells[cell] ?? 0)
  }
  return total
}

/** The grid scaled to a sum of 1. */
export function normalised(grid: Grid): Grid {
  const { size, cells } = grid
  let total = 0
  for (let cell = 0; cell < cells.length; cell++) total += cells[cell] as number
  const scaled = new Float64Array(cells.length)
  for (let cell = 0; cell < cells.length; cell++) scaled[cell] = (cells[cell] as number) / total
  return { size, cells: scaled }
}

const logs = Float64Array.from({ length: 64 }, (_, k) => Math.log(k))

function weights(rate: number, nu: number, size: number): Float64Array {
  const out = new Float64Array(size)
  let log = 0
  let total = 0
  const step = Math.log(Math.max(rate, 1e-300))
  for (let k = 0; k < size; k++) {
    if (k > 0) log += nu * (step - (logs[k] ?? Math.log(k)))
    out[k] = Math.exp(log)
    total += out[k] ?? 0
  }
  return out.map((w) => w / total)
}

function product(home: Float64Array, away: Float64Array): Grid {
  const size = home.length
  const cells = new Float64Array(size * size)
  for (let h = 0; h < size; h++) {
    for (let a = 0; a < size; a++) cells[h * size + a] = (home[h] ?? 0) * (away[a] ?? 0)
  }
  return { size, cells }
}
