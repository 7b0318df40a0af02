import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import type { ProviderName } from '../ports.ts'

export type Purpose =
  | 'prompt'
  | 'payout'
  | 'payout_timeout'
  | 'payout_status'
  | 'receipt_status'
  | 'paybill'
  | 'paybill_check'

/** Where a provider writes to us. Only the hash of its key is known here. */
export type Address = { hash: string; purpose: Purpose; provider: ProviderName; payment: bigint | null }

/** Notes addresses; those that are there stay. */
export async function insertAddresses(db: Db | Tx, addresses: readonly Address[]): Promise<void> {
  await sql`
    insert into payments.address (key_hash, purpose, provider, payment_id)
    select * from unnest(${addresses.map((a) => a.hash)}::text[], ${addresses.map((a) => a.purpose)}::text[],
      ${addresses.map((a) => a.provider)}::text[], ${addresses.map((a) => a.payment)}::bigint[])
    on conflict do nothing`.execute(db)
}

export type Body = { hash: string; body: string }

/**
 * Stores bodies as they came in, where their address is ours, and tells what each address is for. The question whether a customer
 * may pay is not stored.
 */
export async function insertCallbacks(db: Db, bodies: readonly Body[]): Promise<Map<string, Address>> {
  const rows = await sql<Address>`
    with known as (
      select given.body, given.place, a.* from unnest(${bodies.map((one) => one.hash)}::text[], ${bodies.map((one) => one.body)}::text[])
        with ordinality as given (key_hash, body, place) join payments.address a using (key_hash)
    ),
    stored as (
      insert into payments.callback (key, body, received_at)
      select key_hash, body, platform.now() from known where purpose <> 'paybill_check' order by place
    )
    select key_hash as hash, purpose, provider, payment_id as payment from known`.execute(db)
  return new Map(rows.rows.map((row) => [row.hash, row]))
}

export type CallbackRow = Address & { id: bigint; body: string }

/**
 * Bodies that came for these addresses and were not dealt with, at most so many each, oldest first, with the address of each. What
 * was tried so often in vain comes only where there is room. Those that came before `since` are let be: they lie in months that
 * need not be opened for every callback.
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

/** Marks bodies that came since then as dealt with, and how. */
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

/** Hashes of addresses with bodies that a crash left behind, each counted, so that what can never be read ends. */
export async function takeLeft(
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

export type PaybillRow = {
  id: bigint
  provider: ProviderName
  receipt: string
  reference: string
  amount: bigint
  payer: string | null
  receivedAt: Date
}

/** Stores money that came by itself; false where its receipt is known. */
export async function insertPaybill(
  tx: Tx,
  given: { provider: ProviderName; receipt: string; reference: string; amount: bigint; payer: string | undefined },
): Promise<boolean> {
  const rows = await sql`
    insert into payments.paybill (provider, receipt, reference, amount, payer, state, received_at)
    values (${given.provider}, ${given.receipt}, ${given.reference}, ${given.amount}::bigint, ${given.payer ?? null}, 'unmatched', platform.now())
    on conflict (provider, receipt) do nothing returning id`.execute(tx)
  return rows.rows.length > 0
}

/** The first confirmation of a receipt: the account it named, and the deposit it was led to. */
export async function paybillOf(
  tx: Tx,
  provider: ProviderName,
  receipt: string,
): Promise<{ reference: string; deposit: bigint | null } | undefined> {
  const rows = await sql<{ reference: string; deposit: bigint | null }>`
    select reference, deposit_id as deposit from payments.paybill where provider = ${provider} and receipt = ${receipt}`.execute(
    tx,
  )
  return rows.rows[0]
}

/** One piece of such money that nobody has been found for, held until the transaction ends. */
export async function lockUnmatched(tx: Tx, provider: ProviderName, receipt: string): Promise<PaybillRow | undefined> {
  const rows = await sql<PaybillRow>`
    select id, provider, receipt, reference, amount, payer, received_at as "receivedAt" from payments.paybill
    where provider = ${provider} and receipt = ${receipt} and state = 'unmatched' for update`.execute(tx)
  return rows.rows[0]
}

export async function matchPaybill(
  tx: Tx,
  { provider, receipt, deposit, by }: { provider: ProviderName; receipt: string; deposit: bigint; by: string | null },
): Promise<void> {
  await sql`
    update payments.paybill set state = 'matched', deposit_id = ${deposit}::bigint, matched_by = ${by}
    where provider = ${provider} and receipt = ${receipt}`.execute(tx)
}

export type PaidBeside = { prompt: bigint; bettor: bigint; provider: ProviderName; receipt: string; amount: bigint }

/** What came by hand with the references of these prompts, which show another receipt; a bounded number, oldest first. */
export async function paidBeside(tx: Tx, prompts: readonly bigint[]): Promise<PaidBeside[]> {
  const rows = await sql<PaidBeside>`
    select d.id as prompt, d.bettor_id as bettor, p.provider, p.receipt, p.amount
    from payments.paybill p join payments.deposit d on d.id = p.deposit_id
    where p.deposit_id = any(${prompts}::bigint[]) and d.kind = 'prompt' and p.provider = d.provider
      and p.receipt <> coalesce(d.receipt, d.claim_receipt)
      and not exists (select from payments.deposit o where o.provider = p.provider and o.receipt = p.receipt)
    order by p.id limit ${besideMost}::int`.execute(tx)
  return rows.rows
}

const besideMost = 1000

/** Money that waits for somebody to say whose it is, oldest first. */
export const unmatchedPaybills = (db: Db, page: Page): Promise<Paged<PaybillRow>> =>
  readPage(
    db,
    {
      columns: sql`id, provider, receipt, reference, amount, payer, received_at as "receivedAt"`,
      from: sql`payments.paybill where state = 'unmatched'`,
      order: sql`id`,
    },
    page,
  )

/** Puts a payment on the list of what a person has to look at; once for each kind of finding. */
export async function insertReview(
  tx: Db | Tx,
  given: { payment: bigint; what: string; facts: string },
): Promise<void> {
  await sql`
    insert into payments.review (payment_id, what, facts, at) values (${given.payment}::bigint, ${given.what}, ${given.facts}, platform.now())
    on conflict (payment_id, what) do nothing`.execute(tx)
}

export type ReviewRow = { id: bigint; payment: bigint; what: string; facts: string; at: Date }

/** Findings that a person has to look at, oldest first. */
export const openReviews = (db: Db, page: Page): Promise<Paged<ReviewRow>> =>
  readPage(
    db,
    {
      columns: sql`id, payment_id as payment, what, facts, at`,
      from: sql`payments.review where resolved_at is null`,
      order: sql`id`,
    },
    page,
  )

export async function closeReview(db: Db | Tx, id: bigint): Promise<boolean> {
  const rows = await sql`
    update payments.review set resolved_at = platform.now() where id = ${id}::bigint and resolved_at is null returning id`.execute(
    db,
  )
  return rows.rows.length > 0
}
