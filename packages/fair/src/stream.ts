import type { Bytes } from './hash.ts'
import { shortHmac } from './short-hmac.ts'

/** Returns the next unsigned 32-bit number on each call. */
export type Stream = () => number

/** The sum of every table of weights, 2^32: the number of values of a stream. */
export const weightTotal = 2 ** 32

/** The streams of a key. Block b of a label is HMAC-SHA256(key, "<label>:<b>"), eight big-endian numbers per block. */
export function streamsOf(key: Bytes | string): (label: string) => Stream {
  const mac = shortHmac(key)
  return (label) => {
    const words = new Int32Array(8)
    let block = 0
    let next = 8
    return () => {
      if (next === 8) {
        mac(`${label}:${block++}`, words)
        next = 0
      }
      return (words[next++] as number) >>> 0
    }
  }
}

/** The index of the first weight whose running sum exceeds `u`. The weights are integers that sum to 2^32. */
export function pick(weights: readonly number[], u: number): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) {
    sum += weights[at] as number
    if (sum > u) return at
  }
  throw new RangeError('weights must sum to 2^32')
}

/** An index among `n`: floor(u × n / 2^32), exactly. `n` is at most 2^21. */
export function indexOf(u: number, n: number): number {
  return Math.floor((u * n) / weightTotal)
}

/**
 * Integer weights that sum to 2^32, proportional to `parts`, which need not be normalised. Rounds down, then adds one to the
 * entries with the largest remainders, the earlier first. Throws if no part is positive or any is negative.
 */
export function toWeights(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  if (!(sum > 0) || parts.some((part) => !(part >= 0)))
    throw new RangeError('parts must not be negative, and at least one must be positive')
  const exact = parts.map((part) => (part / sum) * weightTotal)
  const weights = exact.map(Math.floor)
  const left = weightTotal - weights.reduce((total, weight) => total + weight, 0)
  const order = exact.map((share, at) => ({ at, rest: share - Math.floor(share) }))
  order.sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, left)) weights[at] = (weights[at] ?? 0) + 1
  return weights
}
