import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import type { Address } from '../addresses/addresses.ts'

export type Body = { hash: string; body: string }

/**
 * Stores bodies as they came in, if their address is ours, and returns the addresses. Validation requests are not stored.
 */
export async function insertCallbacks(db: Db, bodies: readonly Body[]): Promise<Map<string, Address>> {
  const rows = await sql<Address>`
    with ours as (
      select given.body, given.place, a.* from unnest(${bodies.map((one) => one.hash)}::text[], ${bodies.map((one) => one.body)}::text[])
        with ordinality as given (key_hash, body, place) join payments.address a using (key_hash)
    ),
    stored as (
      insert into payments.callback (key, body, received_at)
      select key_hash, body, platform.now() from ours where purpose <> 'paybill_check' order by place
    )
    select key_hash as hash, purpose, provider, payment_id as payment from ours`.execute(db)
  return new Map(rows.rows.map((row) => [row.hash, row]))
}

export type CallbackRow = Address & { id: bigint; body: string }

/**
 * Unprocessed bodies of these addresses, at most `most` each, oldest first. Bodies that failed `triesMost` times come last. Bodies
 * before `since` are left out: their monthly partitions are not scanned for every callback.
 */
export async function waitingOf(
  db: Db,
  hashes: readonly string[],
  { most, triesMost, since }: { most: number; triesMost: number; since: Date },
): Promise<CallbackRow[]> {
  const rows = await sql<CallbackRow>`
    select c.id, a.key_hash as hash, c.body, a.purpose, a.provider, a.payment_id as payment
    from payments.address a cross join lateral (
      select id, body from payments.callback where key = a.key_hash and processed_at is null and received_at >= ${since}::timestamptz
      order by tries >= ${triesMost}::int, id limit ${most}::int) c
    where a.key_hash = any(${hashes}::text[]) order by c.id`.execute(db)
  return rows.rows
}

/** Marks bodies that arrived since then as processed, with their outcome. */
export async function closeCallbacks(
  db: Db | Tx,
  ended: readonly { id: bigint; outcome: string }[],
  since: Date,
): Promise<void> {
  await sql`
    update payments.callback c set processed_at = platform.now(), outcome = n.outcome
    from unnest(${ended.map((one) => one.id)}::bigint[], ${ended.map((one) => one.outcome)}::text[]) n (id, outcome)
    where c.id = n.id and processed_at is null and c.received_at >= ${since}::timestamptz`.execute(db)
}

/** Claims addresses with bodies that a crash left behind. Each claim counts as a try, so that unreadable bodies end. */
export async function claimLeftBehind(
  db: Db,
  { olderS, most, triesMost, since }: { olderS: number; most: number; triesMost: number; since: Date },
): Promise<string[]> {
  const rows = await sql<{ key: string }>`
    update payments.callback set tries = tries + 1
    where received_at >= ${since}::timestamptz and id in (
      select id from payments.callback where processed_at is null and tries < ${triesMost}::int
        and received_at >= ${since}::timestamptz and received_at <= platform.now() - make_interval(secs => ${olderS}::int)
      order by id limit ${most}::int for update skip locked)
    returning key`.execute(db)
  return [...new Set(rows.rows.map((row) => row.key))]
}
