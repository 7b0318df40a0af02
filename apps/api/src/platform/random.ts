import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** The only source of randomness: Node's crypto. */
export const random = {
  /** A whole number from 0 to below `below`, without modulo bias. */
  below: (below: number): number => randomInt(below),
  /** A fraction in [0, 1) with 48 random bits, for simulation and jitter, not for prizes. */
  fraction: (): number => randomInt(2 ** 47) / 2 ** 47,
  /** `bytes` random bytes as base64url text. */
  token: (bytes: number): string => randomBytes(bytes).toString('base64url'),
  /** Six decimal digits, each code equally likely. */
  code: (): string => randomInt(1_000_000).toString().padStart(6, '0'),
  uuid: (): string => randomUUID(),
} as const
