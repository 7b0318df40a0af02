import type { Money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import * as store from './store.ts'

/** Somebody wants to stake. The caller holds the lock of the bettor's cash account. */
export type StakeRequest = { readonly bettor: bigint; readonly verified: boolean; readonly amount: Money }

export type StakeRefusal = { readonly code: 'not_verified' } | { readonly code: 'self_excluded'; readonly until: Date }

/** The gate's word on a request, and the database's time at which it was given: after the locks, not before. */
export type Gate = { readonly now: Date; readonly refusals: readonly (StakeRefusal | undefined)[] }

/**
 * The one gate of every stake, in the transaction that takes the money and under the payer's lock. Exclusions are
 * written under the same lock, so none is accepted after one has been committed. Wins, refunds and withdrawals never pass here.
 */
export async function stakeGate(tx: Tx, requests: readonly StakeRequest[]): Promise<Gate> {
  const { now, excluded } = await store.excludedNow(
    tx,
    requests.map((request) => request.bettor),
  )
  return { now, refusals: requests.map((request) => judge(request, excluded)) }
}

function judge({ bettor, verified }: StakeRequest, excluded: ReadonlyMap<bigint, Date>): StakeRefusal | undefined {
  if (!verified) return { code: 'not_verified' }
  const until = excluded.get(bettor)
  return until && { code: 'self_excluded', until }
}

/** Begins a break or an exclusion now. The caller holds the lock of the bettor's cash account. */
export function exclude(tx: Tx, exclusion: { bettor: bigint; period: string; seconds: number }): Promise<Date> {
  return store.insertExclusion(tx, exclusion)
}
