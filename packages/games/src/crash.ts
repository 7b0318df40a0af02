import { hmacSha256, type Bytes } from '@nare/fair/hash'
import type { Expectation } from './expectation.ts'

export { multiplierAt, reachedAt } from './flight.ts'

const range = 2n ** 52n

/**
 * The crash point of a game in hundredths: x = HMAC-SHA256(key = the salt as text, message = the 32 bytes of the game's hash),
 * r = its first 52 bits, max(1, floor(return / (1 - r / 2^52)) / 100), in integers. `returnPercent` is 97, and 99 for the public
 * chain of bustabit, whose formula this is.
 */
export function crashPoint({
  salt,
  hash,
  returnPercent = 97,
}: {
  salt: string
  hash: Bytes
  returnPercent?: number
}): number {
  const x = hmacSha256(salt, hash)
  let r = 0n
  for (const byte of x.subarray(0, 7)) r = (r << 8n) | BigInt(byte)
  const point = (BigInt(returnPercent) * range) / (range - (r >> 4n))
  return point < 100n ? 100 : Number(point)
}

/** The first multiplier at which a bet can be cashed out, in hundredths, and the chance that a flight reaches it: 97 / 101. */
const first = 101

/**
 * The mean and the variance of what a crash bet pays, as far as it flew: `reached` is the multiplier in hundredths at which it was cashed out, or
 * the first one that its flight did not reach. A flight reaches h with the chance 97 / h, so each further hundredth is a fair bet on the value
 * so far, and the bettor's choice of when to stop changes no mean. The variance is the sum of those of the steps that were flown; the mean of this
 * sum over all flights is the variance of the payout. Example: a stake of 1 with the target 2.00 has 0.97 and, on average, 0.97 × 2 − 0.97².
 */
export function crashExpectation(stake: bigint, reached: number): Expectation {
  const [value, p] = [first / 100, 97 / first]
  const later = reached > first ? ((reached - 1) * reached - (first - 1) * first) / 2 / 10_000 : 0
  return { mean: Number(stake) * value * p, variance: Number(stake) ** 2 * (value ** 2 * p * (1 - p) + later) }
}
