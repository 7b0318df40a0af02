import { findRoot } from './find-root.ts'

export type DevigMethod = 'multiplicative' | 'additive' | 'power' | 'shin' | 'odds_ratio' | 'goto'

/**
 * The fair probabilities behind a book's decimal odds, in the same order. They sum to `winners`, the number of winning outcomes (1 for 1X2,
 * 2 for double chance). Each method below names its source. Throws RangeError for odds not above 1, fewer than
 * two outcomes, or a number of winners that leaves no loser.
 */
export function devig(odds: readonly number[], method: DevigMethod, winners = 1): number[] {
  if (odds.length < 2 || winners <= 0 || winners >= odds.length) throw new RangeError('devig: too few outcomes')
  if (!odds.every((odd) => odd > 1 && Number.isFinite(odd))) throw new RangeError('devig: odds must be above 1')
  return methods[method](
    odds.map((odd) => 1 / odd),
    winners,
  )
}

/** The margin of a book per winner: the sum of the implied probabilities divided by the number of winners, less 1. 0.05 is five percent. */
export function overround(odds: readonly number[], winners = 1): number {
  return sum(odds.map((odd) => 1 / odd)) / winners - 1
}

const methods: Record<DevigMethod, (implied: number[], winners: number) => number[]> = {
  multiplicative,
  additive,
  power,
  shin: (implied, winners) => shin(implied, winners)?.probabilities ?? power(implied, winners),
  odds_ratio: oddsRatio,
  goto: goTo,
}

/** p = W·r/B: the basic normalisation. */
function multiplicative(implied: number[], winners: number): number[] {
  const booksum = sum(implied)
  return implied.map((r) => (winners * r) / booksum)
}

/**
 * p = r − (B−W)/n. The same as "margin proportional to the odds" of J. Buchdahl, "The Wisdom of the Crowd" (2016).
 * A longshot's probability may come out below zero.
 */
function additive(implied: number[], winners: number): number[] {
  const each = (sum(implied) - winners) / implied.length
  return implied.map((r) => r - each)
}

/** p = r^k with k such that the sum is W: Clarke, Kovalchik and Ingram, "Adjusting bookmaker's odds" (2017). */
function power(implied: number[], winners: number): number[] {
  const logs = implied.map((r) => Math.log(r))
  const k = findRoot(
    (exponent) => {
      let [value, slope] = [-winners, 0]
      for (const log of logs) {
        const p = Math.exp(exponent * log)
        value += p
        slope += p * log
      }
      return [value, slope]
    },
    1e-9,
    1e6,
  )
  return logs.map((log) => Math.exp((k ?? 1) * log))
}

/**
 * p = (√(z² + 4(1−z)r²/B) − z) / (2(1−z)) with the share z of insiders such that the sum is 1: H. S. Shin, Economic
 * Journal 103 (1993), in the form of Jullien and Salanié (1994). Undefined without a margin, with several winners, or
 * if no z in [0, ½] solves it; `devig` then uses the power method.
 */
export function shin(implied: readonly number[], winners = 1): { probabilities: number[]; z: number } | undefined {
  const booksum = sum(implied)
  if (winners !== 1 || booksum <= 1) return undefined
  const at = (z: number): number[] =>
    implied.map((r) => (Math.sqrt(z * z + (4 * (1 - z) * r * r) / booksum) - z) / (2 * (1 - z)))
  const excess = (z: number): number => sum(at(z)) - 1
  const z = findRoot((x) => [excess(x), (excess(x + 1e-7) - excess(x - 1e-7)) / 2e-7], 0, 0.5)
  return z === undefined ? undefined : { probabilities: at(z), z }
}

/** p = r / (c + r − c·r) with c such that the sum is W: K. Cheung, "Fixed-odds betting and traditional odds" (2015). */
function oddsRatio(implied: number[], winners: number): number[] {
  const at = (c: number): number[] => implied.map((r) => r / (c + r - c * r))
  const logC = findRoot(
    (x) => {
      const c = Math.exp(x)
      const fair = at(c)
      return [sum(fair) - winners, -sum(fair.map((p) => p * (1 - p)))]
    },
    -50,
    50,
  )
  return at(Math.exp(logC ?? 0))
}

/** p = r − s·SE, SE = √((1−r)·r/r) as published, s = (B−W)/ΣSE: Kaito Goto's `goto_conversion` (MIT). */
function goTo(implied: number[], winners: number): number[] {
  const errors = implied.map((r) => Math.sqrt(((1 - r) * r) / r))
  const steps = (sum(implied) - winners) / sum(errors)
  return implied.map((r, i) => r - steps * (errors[i] ?? 0))
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
