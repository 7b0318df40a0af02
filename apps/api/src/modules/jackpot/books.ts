import type { PoolRow } from './pool-store.ts'

/**
 * Where the money of a pool is, in cents: staked + carriedIn = refunded + paid + rounding + carriedOut + house. `house` is what the pool
 * has on `house:jackpot`: of an open one its stakes, of a settled one the house's part (negative where fixed prizes exceed the stakes), of
 * a cancelled one nothing.
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
