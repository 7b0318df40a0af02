import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { BadRow } from './statement.ts'

export type Day = { readonly provider: ProviderName; readonly day: string }

/** The first moment of a day of the country, and that of the next day. */
export async function boundsOf(db: Db, day: string, zone: string): Promise<{ from: Date; to: Date }> {
  const rows = await queryRows<{ from: Date; to: Date }>(db)`
    select ${day}::date::timestamp at time zone ${zone}::text as from, (${day}::date + 1)::timestamp at time zone ${zone}::text as to`
  return rows[0] ?? { from: new Date(0), to: new Date(0) }
}

/** The day before today in the country. */
export async function yesterday(db: Db, zone: string): Promise<string> {
  const rows = await queryRows<{ day: string }>(db)`
    select ((platform.now() at time zone ${zone}::text)::date - 1)::text as day`
  return rows[0]?.day ?? ''
}

export type StoredStatement = {
  id: string
  hash: string
  operator: string
  at: Date
  lines: number
  otherDays: number
  notCompleted: number
  matched: number
  badLines: number
  badRows: readonly BadRow[]
}

const columns = sql`id::text as id, encode(hash, 'hex') as hash, operator, at, lines, other_days as "otherDays",
  not_completed as "notCompleted", matched, bad_lines as "badLines", bad_rows as "badRows"`

/** The last statement of a day. */
export function lastStatement(db: Db | Tx, { provider, day }: Day): Promise<StoredStatement | undefined> {
  return queryRow<StoredStatement>(db)`
    select ${columns} from payments.statement where provider = ${provider} and day = ${day}::date order by at desc, id limit 1`
}

/** The statement with the id of a command. */
export function statementOf(db: Db | Tx, id: string): Promise<(StoredStatement & Day) | undefined> {
  return queryRow<StoredStatement & Day>(db)`
    select ${columns}, provider, day::text as day from payments.statement where id = ${id}::uuid`
}

/** Stores a statement of a day; the same file again counts as given now, and keeps who gave it first. */
export async function saveStatement(tx: Tx, given: Day & Omit<StoredStatement, 'at'>): Promise<void> {
  await sql`
    insert into payments.statement (id, provider, day, hash, operator, at, lines, other_days, not_completed, matched, bad_lines, bad_rows)
    values (${given.id}::uuid, ${given.provider}, ${given.day}::date, decode(${given.hash}, 'hex'), ${given.operator}, platform.now(),
      ${given.lines}::int, ${given.otherDays}::int, ${given.notCompleted}::int, ${given.matched}::int, ${given.badLines}::int,
      ${JSON.stringify(given.badRows)}::jsonb)
    on conflict (provider, day, hash) do update set at = excluded.at, matched = excluded.matched`.execute(tx)
}

export type DifferenceKind = 'ours_only' | 'theirs_only' | 'differs'
export type NewDifference = {
  kind: DifferenceKind
  /** The receipt, or our payment. */
  key: string
  payment: bigint | null
  receipt: string | null
  reference: string | null
  ours: bigint | null
  theirs: bigint | null
  line: number | null
  at: Date | null
}
export type DifferenceState = 'open' | 'assigned' | 'receipt' | 'ended' | 'noted'
export type Difference = NewDifference & {
  id: bigint
  provider: ProviderName
  paymentState: string | null
  state: DifferenceState
  operator: string | null
  reason: string | null
  actedAt: Date | null
}

/** Replaces the differences of a day on which nobody has acted. Those on which somebody has stay as they are. */
export async function replaceDifferences(
  tx: Tx,
  { provider, day }: Day,
  found: readonly NewDifference[],
): Promise<void> {
  const list = {
    kinds: found.map((one) => one.kind),
    keys: found.map((one) => one.key),
  }
  await sql`
    update payments.difference d set replaced_at = platform.now()
    where provider = ${provider} and day = ${day}::date and replaced_at is null and state = 'open'
      and not exists (
        select from unnest(${list.kinds}::text[], ${list.keys}::text[]) n (kind, key) where n.kind = d.kind and n.key = d.key)`.execute(
    tx,
  )
  await sql`
    insert into payments.difference as d (provider, day, kind, key, payment_id, receipt, reference, ours, theirs, line, happened_at)
    select ${provider}, ${day}::date, n.* from unnest(${list.kinds}::text[], ${list.keys}::text[],
      ${found.map((one) => one.payment)}::bigint[], ${found.map((one) => one.receipt)}::text[],
      ${found.map((one) => one.reference)}::text[], ${found.map((one) => one.ours)}::bigint[],
      ${found.map((one) => one.theirs)}::bigint[], ${found.map((one) => one.line)}::int[],
      ${found.map((one) => one.at)}::timestamptz[]) n
    on conflict (provider, day, kind, key) where replaced_at is null
    do update set ours = excluded.ours, theirs = excluded.theirs, line = excluded.line, reference = excluded.reference,
      happened_at = excluded.happened_at
    where d.state = 'open'`.execute(tx)
}

/** Stores payments that this day's statement has and the ledger has on another day, and closes what the other day missed. */
export async function saveElsewhere(tx: Tx, { provider, day }: Day, payments: readonly bigint[]): Promise<void> {
  if (payments.length === 0) return
  await sql`
    insert into payments.matched_elsewhere (payment_id, provider, day)
    select payment, ${provider}, ${day}::date from unnest(${payments}::bigint[]) payment
    on conflict (payment_id) do update set day = excluded.day`.execute(tx)
  await sql`
    update payments.difference set replaced_at = platform.now()
    where payment_id = any(${payments}::bigint[]) and kind = 'ours_only' and replaced_at is null and state = 'open'
      and day <> ${day}::date`.execute(tx)
}

/** Those of these payments that the statement of another day has. */
export async function matchedElsewhere(tx: Tx, { day }: Day, payments: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await queryRows<{ id: bigint }>(tx)`
    select payment_id as id from payments.matched_elsewhere
    where payment_id = any(${payments}::bigint[]) and day <> ${day}::date`
  return new Set(rows.map(({ id }) => id))
}

const differenceColumns = sql`d.id, d.provider, d.kind, d.key, d.payment_id as payment, d.receipt, d.reference, d.ours, d.theirs, d.line,
  d.happened_at as at, d.state, d.operator, d.reason, d.acted_at as "actedAt",
  coalesce(p.state, w.state) as "paymentState"`
const differences = sql`payments.difference d
  left join payments.deposit p on p.id = d.payment_id left join payments.withdrawal w on w.id = d.payment_id`
const shownMax = 5000

/** The differences of a day, at most 5,000, the open ones first. */
export function differencesOf(db: Db | Tx, { provider, day }: Day): Promise<Difference[]> {
  return queryRows<Difference>(db)`
    select ${differenceColumns} from ${differences}
    where d.provider = ${provider} and d.day = ${day}::date and d.replaced_at is null
    order by d.state <> 'open', d.line, d.id limit ${shownMax}::int`
}

/** How many differences of a day nobody has acted on. */
export async function countOpen(db: Db | Tx, { provider, day }: Day): Promise<number> {
  const rows = await queryRows<{ open: number }>(db)`
    select count(*)::int as open from payments.difference
    where provider = ${provider} and day = ${day}::date and replaced_at is null and state = 'open'`
  return rows[0]?.open ?? 0
}

/** The payment of ours that a difference is about; undefined if it has none. */
export async function paymentOfDifference(db: Db, id: bigint): Promise<bigint | undefined> {
  const rows = await queryRows<{ payment: bigint | null }>(db)`
    select payment_id as payment from payments.difference where id = ${id}::bigint`
  return rows[0]?.payment ?? undefined
}

/** Locks a difference that is not replaced. */
export function lockDifference(tx: Tx, id: bigint): Promise<Difference | undefined> {
  return queryRow<Difference>(tx)`
    select ${differenceColumns} from ${differences} where d.id = ${id}::bigint and d.replaced_at is null for update of d`
}

export async function endDifference(
  tx: Tx,
  { id, state, operator, reason }: { id: bigint; state: DifferenceState; operator: string; reason: string },
): Promise<void> {
  await sql`
    update payments.difference set state = ${state}, operator = ${operator}, reason = ${reason}, acted_at = platform.now()
    where id = ${id}::bigint`.execute(tx)
}

/** Whether an unmatched payment with this receipt was assigned, and whether a payment has the receipt, claimed or stored. */
export async function receiptFacts(
  tx: Tx,
  { provider, receipt }: { provider: ProviderName; receipt: string },
): Promise<{ isAssigned: boolean; isNamed: boolean }> {
  const rows = await queryRows<{ isAssigned: boolean; isNamed: boolean }>(tx)`
    select exists (
        select from payments.paybill where provider = ${provider} and receipt = ${receipt} and state = 'matched') as "isAssigned",
      exists (select from payments.deposit where provider = ${provider} and receipt = ${receipt})
        or exists (select from payments.deposit where claim_receipt = ${receipt} and state <> 'succeeded' and provider = ${provider})
        or exists (select from payments.withdrawal where provider = ${provider} and receipt = ${receipt}) as "isNamed"`
  return rows[0] ?? { isAssigned: false, isNamed: false }
}
