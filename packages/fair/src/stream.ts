import { hmacWith, type Bytes } from './hash.ts'

/** Unsigned 32-bit numbers, one after the other. */
export type Stream = () => number

/** How many different numbers a stream can give. Weights sum to it. */
export const whole = 2 ** 32

/** The streams of one key: block b of a label is HMAC-SHA256(key, "<label>:<b>"), eight big-endian numbers a block. */
export function streamsOf(key: Bytes | string): (label: string) => Stream {
  const mac = hmacWith(key)
  return (label) => {
    let block = 0
    let at = 32
    let bytes: DataView = new DataView(new ArrayBuffer(0))
    return () => {
      if (at === 32) {
        const made = mac(`${label}:${block++}`)
        bytes = new DataView(made.buffer, made.byteOffset, made.byteLength)
        at = 0
      }
      at += 4
      return bytes.getUint32(at - 4)
    }
  }
}

/** The place of the first weight whose running sum is greater than `u`. The weights are integers that sum to 2^32. */
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
  return Math.floor((u * n) / whole)
}

/**
 * Shares of 2^32 in proportion to `parts`, which need not be normalised: cut down, and what is left over goes one each to the
 * largest remainders, the earlier first. Throws where there is nothing to share by.
 */
export function toWeights(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  if (!(sum > 0) || parts.some((part) => !(part >= 0)))
    throw new RangeError('parts must be at least 0, and one above it')
  const exact = parts.map((part) => (part / sum) * whole)
  const weights = exact.map(Math.floor)
  const left = whole - weights.reduce((total, weight) => total + weight, 0)
  const order = exact.map((share, at) => ({ at, rest: share - Math.floor(share) }))
  order.sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, left)) weights[at] = (weights[at] ?? 0) + 1
  return weights
}
