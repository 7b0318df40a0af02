import type { Terms, Tier } from '@nare/jackpot/terms'
import type { Received } from '@nare/contract/route'
import type { sandboxJackpot } from '@nare/contract/sandbox-jackpot'
import type { PoolRow, TierRow } from './pool-store.ts'

/** The terms of a new pool, as the API receives them. */
export type GivenTerms = Omit<Received<typeof sandboxJackpot.createJackpot>, 'carried_over'>

const hundredths = (percent: number): number => Number((percent * 100).toFixed(6))

/** Converts the terms of a call to those of the rules. */
export function readTerms(given: GivenTerms): Terms {
  return {
    mode: given.mode,
    voidPolicy: given.void_policy,
    cancelAt: given.cancel_at,
    reduced: given.reduced?.map((row) => ({ ...row, percent: hundredths(row.percent) })),
    tiers: given.tiers.map(({ correct, prize, split, share }): Tier => ({
      correct,
      ...(prize !== undefined && { prize }),
      ...(split !== undefined && { split }),
      ...(share !== undefined && { share: hundredths(share) }),
    })),
  }
}

/** The tiers as they are stored. */
export const tierRows = (tiers: readonly Tier[]): TierRow[] =>
  tiers.map(({ prize, ...tier }) => ({ ...tier, ...(prize !== undefined && { prize: String(prize) }) }))

/** The tiers of a stored pool. */
export const tiersOf = (rows: readonly TierRow[]): Tier[] =>
  rows.map(({ prize, ...tier }) => ({ ...tier, ...(prize !== undefined && { prize: BigInt(prize) }) }))

/** The terms of a stored pool. */
export const termsOf = (pool: Pick<PoolRow, 'mode' | 'tiers' | 'voidPolicy' | 'cancelAt' | 'reduced'>): Terms => ({
  mode: pool.mode,
  voidPolicy: pool.voidPolicy,
  cancelAt: pool.cancelAt ?? undefined,
  reduced: pool.reduced ?? undefined,
  tiers: tiersOf(pool.tiers),
})
