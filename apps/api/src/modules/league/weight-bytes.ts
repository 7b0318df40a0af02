import { goalsSize } from '@nare/league/weights'
import { invariant } from '#platform/invariant'

const count = goalsSize ** 2
const bytesEach = 4

/** The weights of a match as 81 unsigned 32-bit numbers, big-endian. */
export function weightBytes(weights: readonly number[]): Buffer {
  invariant(weights.length === count, 'a match has 81 weights')
  const bytes = Buffer.alloc(count * bytesEach)
  for (const [at, weight] of weights.entries()) bytes.writeUInt32BE(weight, at * bytesEach)
  return bytes
}

/** The weights in those bytes. */
export function weightsOf(bytes: Buffer): number[] {
  return Array.from({ length: count }, (_, at) => bytes.readUInt32BE(at * bytesEach))
}
