import type { Tx } from '#platform/db'
import * as store from './store.ts'

export { depositGate, refusalOf, stakeGate } from './gate.ts'
export type { Gate, GateRefusal, LimitReached, StakeRefusal, StakeRequest } from './gate.ts'

/** Begins a break or an exclusion now. The caller holds the lock of the bettor's cash account. */
export async function exclude(tx: Tx, exclusion: { bettor: bigint; period: string; seconds: number }): Promise<Date> {
  const { bettor, period, seconds } = exclusion
  return (await store.insertExclusion(tx, { bettor, period, length: `${seconds} seconds`, zone: 'UTC' })).until
}
