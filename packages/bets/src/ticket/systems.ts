import { fraction } from '../fraction.ts'
import type { Fraction } from '../fraction.ts'

/** The number of ways to choose `k` of `n`. */
export function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let ways = 1n
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1)
  return ways
}

/** The number of lines of a system: all choices of k of its legs, for every size k. */
function systemLines(legs: number, ks: readonly number[]): bigint {
  return ks.reduce((sum, k) => sum + choose(legs, k), 0n)
}

/**
 * The exact mean, over all lines of a system, of the product of the multipliers of their legs: Σ_k e_k(f) / lines. `factors` are the
 * numerators of the multipliers over `commonDenominator`; `ks` are the sizes. e_k is the elementary symmetric polynomial, built leg by leg,
 * so that thousands of lines need only a few dozen products.
 */
export function systemMean(factors: readonly bigint[], commonDenominator: bigint, ks: readonly number[]): Fraction {
  const largest = Math.max(...ks)
  const sums = [1n]
  for (const factor of factors) {
    for (let k = Math.min(sums.length, largest); k > 0; k--) sums[k] = (sums[k] ?? 0n) + (sums[k - 1] ?? 0n) * factor
  }
  const scale = (k: number) => commonDenominator ** BigInt(largest - k)
  const total = ks.reduce((sum, k) => sum + (sums[k] ?? 0n) * scale(k), 0n)
  return fraction(total, commonDenominator ** BigInt(largest) * systemLines(factors.length, ks))
}
