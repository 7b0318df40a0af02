import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** The first key of our advisory locks, one number a kind of thing. */
const kinds = { match: 1, jackpot: 2, round: 3 } as const
export type LockKind = keyof typeof kinds

/**
 * Takes shared advisory locks on these things, sorted, until the transaction ends. A statement of its own on purpose: a
 * read in the same statement would see the state from before the wait. Ids must fit 32 bits.
 */
export async function lockShared(tx: Tx, kind: LockKind, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  if (sorted.length === 0) return
  await sql`select pg_advisory_xact_lock_shared(${kinds[kind]}::int, id) from unnest(${sorted}::int[]) id`.execute(tx)
}

/** Takes the same locks for oneself alone: returns when every shared holder is gone, and none comes in until the end. */
export async function lockExclusive(tx: Tx, kind: LockKind, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  if (sorted.length === 0) return
  await sql`select pg_advisory_xact_lock(${kinds[kind]}::int, id) from unnest(${sorted}::int[]) id`.execute(tx)
}
