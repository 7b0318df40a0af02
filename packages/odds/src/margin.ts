import { findRoot } from './find-root.ts'

export type MarginMethod = 'power' | 'odds_ratio'

/**
 * Decimal odds with a margin: their implied probabilities sum to `winners` × (1 + `overround`); 0.05 is five percent. The exact
 * inverse of `devig` by the same method, so longshots get a larger margin. A probability of 0 has infinite odds.
 * Throws RangeError for an overround below 0 or too large for the number of outcomes.
 */
export function withMargin(
  p: readonly number[],
  overround: number,
  method: MarginMethod = 'power',
  winners = 1,
): number[] {
  const target = winners * (1 + overround)
  if (!(overround >= 0) || target >= p.length) throw new RangeError('withMargin: overround out of range')
  return method === 'power' ? byPower(p, target) : byOddsRatio(p, target)
}

/** First guess: about the exponent for a margin of six percent. */
const usualPower = 0.92

/** r = p^k with k in (0, 1]. */
function byPower(p: readonly number[], target: number): number[] {
  const logs = p.map((q) => Math.log(q))
  const at = (k: number): [number, number] => {
    let [value, slope] = [-target, 0]
    for (const log of logs) {
      if (log === -Infinity) continue
      const r = Math.exp(k * log)
      value += r
      slope += r * log
    }
    return [value, slope]
  }
  const k = findRoot(at, 1e-6, 1, usualPower) ?? 1
  return logs.map((log) => Math.exp(-k * log))
}

/** r = c·p / (1 − p + c·p) with c of at least 1. */
function byOddsRatio(p: readonly number[], target: number): number[] {
  const implied = (q: number, c: number): number => (c * q) / (1 - q + c * q)
  const at = (x: number): [number, number] => {
    let [value, slope] = [-target, 0]
    for (const q of p) {
      const r = implied(q, Math.exp(x))
      value += r
      slope += r * (1 - r)
    }
    return [value, slope]
  }
  const c = Math.exp(findRoot(at, 0, 40) ?? 0)
  return p.map((q) => 1 / implied(q, c))
}
