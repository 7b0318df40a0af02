import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Tx } from './db.ts'

/** The first key of the advisory locks, one number for each kind of row. */
const kinds = {
  match: 1,
  jackpot: 2,
  round: 3,
  game: 4,
  operator: 5,
  proposal: 6,
  reconciliation: 7,
  setting: 8,
  figures: 12,
  tax: 13,
  incident: 30,
  text: 44,
} as const
export type LockKind = keyof typeof kinds

/**
 * Acquires shared advisory locks on these ids, in sorted order, until the transaction ends. Data must be read in a later statement: a read in
 * the same statement would see the state from before the wait. Ids must fit 32 bits.
 */
export async function lockShared(tx: Tx, kind: LockKind, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  if (sorted.length === 0) return
  await sql`select pg_advisory_xact_lock_shared(${kinds[kind]}::int, id) from unnest(${sorted}::int[]) id`.execute(tx)
}

/** Acquires the same locks on the ids that a query returns as `id`, which must never change. Returns the locked ids. */
export async function lockSharedWhere(tx: Tx, kind: LockKind, ids: RawBuilder<unknown>): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(tx)`
    select id, pg_advisory_xact_lock_shared(${kinds[kind]}::int, id) from (${ids} order by id) sorted`
  return rows.map(({ id }) => id)
}

/** Acquires the same locks exclusively: waits for every shared lock to end and blocks new ones until the transaction ends. */
export async function lockExclusive(tx: Tx, kind: LockKind, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  if (sorted.length === 0) return
  await sql`select pg_advisory_xact_lock(${kinds[kind]}::int, id) from unnest(${sorted}::int[]) id`.execute(tx)
}

/** Acquires the lock of a name exclusively until the transaction ends. Names with equal hashes share a lock. */
export async function lockName(tx: Tx, kind: LockKind, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${kinds[kind]}::int, hashtext(${name}))`.execute(tx)
}
