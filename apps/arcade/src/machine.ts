import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** The clock and the random numbers of this process, in one place. */
export const machine = {
  /** A uniform random integer from 0 to `below` - 1. */
  below: (below: number): number => randomInt(below),
  /** An unsigned 32-bit number. */
  u32: (): number => randomBytes(4).readUInt32BE(),
  bytes: (count: number): Buffer => randomBytes(count),
  uuid: (): string => randomUUID(),
  /** Monotonic milliseconds. */
  ms: (): number => performance.now(),
  now: (): Date => new Date(),
} as const

/** Draws an integer from 0 to `below` - 1. Tests pass their own function. */
export type Draw = (below: number) => number
