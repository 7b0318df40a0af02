import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Address } from '../addresses/addresses.ts'

export type Body = { hash: string; body: string }

/** A stored body with its address. */
export type CallbackRow = Address & { id: bigint; body: string; receivedAt: Date }
/** The result of storing a body: its address, and its row. A validation request is not stored and has no row. */
export type Stored = { address: Address; row: CallbackRow | undefined }

type StoredColumns = Address & { nth: number; id: bigint | null; receivedAt: Date | null }

/**
 * Stores bodies unchanged and returns the result of each, in the given order; undefined for a body whose address is not ours. Ids are assigned
 * in the order of the inserts, so the order of the ids shows which row belongs to which body.
 */
export async function insertCallbacks(db: Db, bodies: readonly Body[]): Promise<(Stored | undefined)[]> {
  const rows = await queryRows<StoredColumns>(db)`
    with ours as (
      select given.body, given.nth, row_number() over (partition by purpose = 'paybill_check' order by given.nth) as turn, a.*
      from unnest(${bodies.map((one) => one.hash)}::text[], ${bodies.map((one) => one.body)}::text[])
        with ordinality as given (key_hash, body, nth) join payments.address a using (key_hash)
    ),
    stored as (
      insert into payments.callback (key, body, received_at)
      select key_hash, body, (select platform.now()) from ours where purpose <> 'paybill_check' order by nth
      returning id, received_at
    )
    select key_hash as hash, purpose, provider, payment_id as payment, nth::int, s.id, s.received_at as "receivedAt"
    from ours left join (select row_number() over (order by id) as turn, id, received_at from stored) s
      on s.turn = ours.turn and purpose <> 'paybill_check'`
  const stored = new Map<number, Stored>()
  for (const { nth, id, receivedAt, ...address } of rows) {
    const { body } = bodies[nth - 1] ?? {}
    const row =
      id === null || receivedAt === null || body === undefined ? undefined : { ...address, id, receivedAt, body }
    stored.set(nth, { address, row })
  }
  return bodies.map((_body, index) => stored.get(index + 1))
}

/**
 * Unprocessed bodies of these addresses, at most `most` for each, oldest first. Bodies that failed `triesMax` times come last. Bodies before
 * `since` are left out, so that old monthly partitions are not scanned for every callback.
 */
export function waitingOf(
  db: Db,
  hashes: readonly string[],
  { most, triesMax, since }: { most: number; triesMax: number; since: Date },
): Promise<CallbackRow[]> {
  return queryRows<CallbackRow>(db)`
    select c.id, a.key_hash as hash, c.body, c.received_at as "receivedAt", a.purpose, a.provider, a.payment_id as payment
    from payments.address a cross join lateral (
      select id, body, received_at from payments.callback where key = a.key_hash and processed_at is null and received_at >= ${since}::timestamptz
      order by tries >= ${triesMax}::int, id limit ${most}::int) c
    where a.key_hash = any(${hashes}::text[]) order by c.id`
}

export type Ended = Pick<CallbackRow, 'id' | 'receivedAt'> & { readonly outcome: string }

/** Marks bodies as processed, with their outcomes. Reads only the monthly partitions in which they were received. */
export async function closeCallbacks(db: Db | Tx, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return
  const times = ended.map(({ receivedAt }) => receivedAt.getTime())
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times) + 1)]
  await sql`
    update payments.callback c set processed_at = (select platform.now()), outcome = n.outcome
    from unnest(${ended.map((one) => one.id)}::bigint[], ${ended.map((one) => one.outcome)}::text[]) n (id, outcome)
    where c.id = n.id and processed_at is null and c.received_at >= ${first}::timestamptz
      and c.received_at <= ${last}::timestamptz`.execute(db)
}

/** Claims addresses with bodies that a crash left unprocessed. Each claim counts as a try, so that an unreadable body is not retried forever. */
export async function claimUnprocessed(
  db: Db,
  { olderS, most, triesMax, since }: { olderS: number; most: number; triesMax: number; since: Date },
): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(db)`
    update payments.callback set tries = tries + 1
    where received_at >= ${since}::timestamptz and id in (
      select id from payments.callback where processed_at is null and tries < ${triesMax}::int
        and received_at >= ${since}::timestamptz and received_at <= platform.now() - make_interval(secs => ${olderS}::int)
      order by id limit ${most}::int for update skip locked)
    returning key`
  return [...new Set(rows.map((row) => row.key))]
}
