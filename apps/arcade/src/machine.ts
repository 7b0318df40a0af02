import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** The clock and the chance of this process, in one place. */
export const machine = {
  /** A whole number from 0 to below `below`, each equally likely. */
  below: (below: number): number => randomInt(below),
  /** An unsigned 32-bit number. */
  u32: (): number => randomBytes(4).readUInt32BE(),
  bytes: (count: number): Buffer => randomBytes(count),
  uuid: (): string => randomUUID(),
  /** Milliseconds that only grow. */
  ms: (): number => performance.now(),
  now: (): Date => new Date(),
} as const

/** Draws a whole number from 0 to below `below`; a test gives its own. */
export type Draw = (below: number) => number
