import type { PoolRow } from './pool-store.ts'

/**
 * Where the money of a pool is, in cents: staked + carriedIn = refunded + paid + rounding + carriedOut + house. `house` is the pool's part
 * of `house:jackpot`: its stakes while open, the house's share once settled (negative if fixed prizes exceed the stakes), 0 once cancelled.
 */
export type PoolBooks = {
  readonly tickets: bigint
  readonly lines: bigint
  readonly staked: bigint
  readonly carriedIn: bigint
  readonly refunded: bigint
  readonly paid: bigint
  readonly rounding: bigint
  readonly carriedOut: bigint
  readonly house: bigint
}

export function booksOf(pool: PoolRow): PoolBooks {
  const { tickets, lines, carriedIn, refunded, paid, rounding, carriedOut } = pool
  const staked = lines * pool.stake
  const house = staked + carriedIn - refunded - paid - rounding - carriedOut
  return { tickets, lines, staked, carriedIn, refunded, paid, rounding, carriedOut, house }
}
