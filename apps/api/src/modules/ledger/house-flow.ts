import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { PostedTransfer } from './consumers.ts'
import type { TransferKind } from './kinds.ts'

/** The reader of the ledger that sums what the operator's accounts receive and pay. */
export const houseFlowReader = 'house flow'

const minuteMs = 60_000
const hourMs = 3_600_000
/** The most transfers after the reader's cursor that a reading adds. Figures of a reader that is further behind end there. */
const unreadMax = 20_000
const minutesKeptDays = 15
const droppedMax = 20_000

type Sum = {
  readonly begins: Date
  readonly account: bigint
  readonly kind: string
  readonly amount: bigint
  readonly transfers: bigint
  readonly first: bigint
  readonly last: bigint
}

/** Adds transfers to the sums of the operator's accounts by minutes and by hours, in the transaction that moves the reader's cursor. */
export async function sumHouseFlow(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
  const minutes = sumsOf(transfers, minuteMs)
  if (minutes.length === 0) return
  await sql`
    insert into ledger.house_flow as f (begins, account_id, kind, amount, transfers, first_no, last_no)
    select * from unnest(${sql.join(columnsOf(minutes))}, ${minutes.map((row) => row.first)}::bigint[],
      ${minutes.map((row) => row.last)}::bigint[])
    on conflict (begins, account_id, kind) do update set amount = f.amount + excluded.amount,
      transfers = f.transfers + excluded.transfers, first_no = least(f.first_no, excluded.first_no),
      last_no = greatest(f.last_no, excluded.last_no)`.execute(tx)
  await sql`
    insert into ledger.house_hour as h (begins, account_id, kind, amount, transfers)
    select * from unnest(${sql.join(columnsOf(sumsOf(transfers, hourMs)))})
    on conflict (begins, account_id, kind) do update set amount = h.amount + excluded.amount,
      transfers = h.transfers + excluded.transfers`.execute(tx)
}

/** The sums of the operator's accounts by kind of transfer and by stretches of so many milliseconds. */
function sumsOf(transfers: readonly PostedTransfer[], stretchMs: number): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { no, kind, at, entries } of transfers) {
    const begins = new Date(Math.floor(at.getTime() / stretchMs) * stretchMs)
    for (const { account, owner, amount } of entries) {
      if (owner !== null) continue
      const key = `${begins.getTime()} ${account} ${kind}`
      const sum = sums.get(key) ?? { begins, account, kind, amount: 0n, transfers: 0n, first: no, last: no }
      sums.set(key, { ...sum, amount: sum.amount + amount, transfers: sum.transfers + 1n, last: no })
    }
  }
  return [...sums.values()]
}

const columnsOf = (rows: readonly Sum[]) => [
  sql`${rows.map((row) => row.begins)}::timestamptz[]`,
  sql`${rows.map((row) => row.account)}::bigint[]`,
  sql`${rows.map((row) => row.kind)}::text[]`,
  sql`${rows.map((row) => row.amount)}::bigint[]`,
  sql`${rows.map((row) => row.transfers)}::bigint[]`,
]

/** Drops minutes older than two weeks, a bounded number at once. Their hours stay. */
export async function dropOldMinutes(db: Db): Promise<void> {
  await sql`
    delete from ledger.house_flow where ctid = any(array(
      select ctid from ledger.house_flow
      where begins < date_trunc('hour', platform.now(), 'UTC') - make_interval(days => ${minutesKeptDays}::int)
      order by begins limit ${droppedMax}::int))`.execute(db)
}

/** What an operator's account received (positive) or paid by transfers of one kind within a span; `span` is its index. */
export type HouseFlow = {
  readonly span: number
  readonly account: bigint
  readonly kind: TransferKind
  readonly amount: bigint
  readonly transfers: number
}

/** From a moment, inclusive, to another, exclusive. */
export type Span = { readonly from: Date; readonly to: Date }

/**
 * What these operator's accounts received and paid in each span, by kind of transfer, as of every transfer that is committed now. Whole hours
 * and minutes come from the sums of the reader, the last part of a minute and what the reader has not read from the transfers. A span begins
 * with a minute; within the last two weeks it may end at any moment, before that it begins and ends with an hour.
 */
export function houseFlows(
  db: Db,
  { accounts, spans }: { accounts: readonly bigint[]; spans: readonly Span[] },
): Promise<HouseFlow[]> {
  return queryRows<HouseFlow>(db)`
    with given as (
      select nth::int, from_at, to_at, date_trunc('minute', to_at) as minute, date_trunc('hour', to_at, 'UTC') as to_hour,
        date_trunc('hour', from_at - interval '1 microsecond', 'UTC') + interval '1 hour' as from_hour
      from unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])
        with ordinality s (from_at, to_at, nth)),
    span as materialized (
      select nth, from_at, to_at, minute, case when from_hour < to_hour then from_hour else from_at end as from_hour,
        case when from_hour < to_hour then to_hour else from_at end as to_hour from given),
    read as materialized (select coalesce(max(transfer_no), 0) as no from ledger.consumer where name = ${houseFlowReader}),
    part as materialized (
      select nth, from_at as from_at, from_hour as to_at from span where from_at < from_hour
      union all select nth, to_hour, minute from span where to_hour < minute),
    edge as materialized (
      select s.nth, s.minute, s.to_at, f.account_id, min(f.first_no) as first_no, max(f.last_no) as last_no
      from span s join ledger.house_flow f on f.begins = s.minute and f.begins >= s.from_at
      where f.account_id = any(${accounts}::bigint[]) and s.minute < s.to_at group by 1, 2, 3, 4),
    unread as materialized (
      select e.account_id, e.amount, t.kind, t.at
      from read cross join unnest(${accounts}::bigint[]) a (id)
        cross join lateral (
          select account_id, transfer_no, amount from ledger.entry where account_id = a.id and transfer_no > read.no
          order by transfer_no limit ${unreadMax}::int) e
        join ledger.transfer t on t.no = e.transfer_no),
    recent as materialized (
      select s.* from span s, (select min(at) as first, max(at) as last from unread) u where s.to_at > u.first and s.from_at <= u.last),
    flow as (
      select s.nth, h.account_id, h.kind, h.amount, h.transfers
      from span s join ledger.house_hour h on h.begins >= s.from_hour and h.begins < s.to_hour
      where h.account_id = any(${accounts}::bigint[])
      union all
      select p.nth, f.account_id, f.kind, f.amount, f.transfers
      from part p join ledger.house_flow f on f.begins >= p.from_at and f.begins < p.to_at
      where f.account_id = any(${accounts}::bigint[])
      union all
      select g.nth, g.account_id, t.kind, e.amount, 1
      from edge g
        cross join lateral (
          select transfer_no, amount from ledger.entry
          where account_id = g.account_id and transfer_no between g.first_no and g.last_no offset 0) e
        join ledger.transfer t on t.no = e.transfer_no and t.at >= g.minute and t.at < g.to_at
      union all
      select s.nth, u.account_id, u.kind, u.amount, 1 from unread u join recent s on u.at >= s.from_at and u.at < s.to_at)
    select nth - 1 as span, account_id as account, kind, sum(amount)::bigint as amount, sum(transfers)::int as transfers
    from flow group by nth, account_id, kind`
}
