/** Φ(x) by formula 7.1.26 of Abramowitz and Stegun, "Handbook of Mathematical Functions"; error below 1.5e-7. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const tail = (polynomial * Math.exp((-x * x) / 2)) / 2
  return x > 0 ? 1 - tail : tail
}

export type Chance = { readonly n: number; readonly p: number }

/**
 * The integers within six standard deviations, each with the normal probability of its unit interval. If the spread is zero, only the
 * rounded mean.
 */
export function discretized(mean: number, spread: number): Chance[] {
  if (spread < spreadMin) return [{ n: Math.round(mean), p: 1 }]
  const first = Math.round(mean - 6 * spread)
  const count = Math.round(mean + 6 * spread) - first + 1
  return Array.from({ length: count }, (_, i) => {
    const n = first + i
    return { n, p: normalCdf((n + 0.5 - mean) / spread) - normalCdf((n - 0.5 - mean) / spread) }
  })
}

const spreadMin = 1e-6

/** The chances whose number passes the test, scaled to a sum of 1. */
export function given(chances: readonly Chance[], passes: (n: number) => boolean): Chance[] {
  const possible = chances.filter(({ n }) => passes(n))
  const sum = possible.reduce((total, { p }) => total + p, 0)
  return possible.map(({ n, p }) => ({ n, p: p / sum }))
}
