import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import type { PostedTransfer } from './consumers.ts'
import type { TransferKind } from './kinds.ts'

/** The reader of the ledger that sums what the operator's accounts receive and pay. */
export const houseFlowReader = 'house flow'

const minuteMs = 60_000
/** The most transfers after the reader's cursor that a reading adds. Figures of a reader that is further behind end there. */
const unreadMax = 20_000
const minutesKeptDays = 15
const foldedMax = 20_000

type Summed = { amount: bigint; transfers: bigint; first: bigint; last: bigint }

/** Adds transfers to the sums of the operator's accounts, in the transaction that moves the reader's cursor. */
export async function sumHouseFlow(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
  const sums = new Map<string, Summed & { begins: Date; account: bigint; kind: string }>()
  for (const { no, kind, at, entries } of transfers) {
    const begins = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
    for (const { account, owner, amount } of entries) {
      if (owner !== null) continue
      const key = `${begins.getTime()} ${account} ${kind}`
      const sum = sums.get(key) ?? { begins, account, kind, amount: 0n, transfers: 0n, first: no, last: no }
      sums.set(key, { ...sum, amount: sum.amount + amount, transfers: sum.transfers + 1n, last: no })
    }
  }
  const rows = [...sums.values()]
  if (rows.length === 0) return
  await sql`
    insert into ledger.house_flow as f (begins, account_id, kind, amount, transfers, first_no, last_no)
    select * from unnest(${rows.map((row) => row.begins)}::timestamptz[], ${rows.map((row) => row.account)}::bigint[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.transfers)}::bigint[],
      ${rows.map((row) => row.first)}::bigint[], ${rows.map((row) => row.last)}::bigint[])
    on conflict (begins, account_id, kind) do update set amount = f.amount + excluded.amount,
      transfers = f.transfers + excluded.transfers, first_no = least(f.first_no, excluded.first_no),
      last_no = greatest(f.last_no, excluded.last_no)`.execute(tx)
}

/** Sums minutes older than two weeks into their hours, a bounded number at once. */
export async function foldHouseFlow(db: Db): Promise<void> {
  await sql`
    with old as (
      delete from ledger.house_flow where ctid = any(array(
        select ctid from ledger.house_flow
        where begins < platform.now() - make_interval(days => ${minutesKeptDays}::int) and begins <> date_trunc('hour', begins)
        order by begins limit ${foldedMax}::int))
      returning *)
    insert into ledger.house_flow as f (begins, account_id, kind, amount, transfers, first_no, last_no)
    select date_trunc('hour', begins), account_id, kind, sum(amount)::bigint, sum(transfers)::bigint, min(first_no), max(last_no)
    from old group by 1, 2, 3
    on conflict (begins, account_id, kind) do update set amount = f.amount + excluded.amount,
      transfers = f.transfers + excluded.transfers, first_no = least(f.first_no, excluded.first_no),
      last_no = greatest(f.last_no, excluded.last_no)`.execute(db)
}

/** What an operator's account received (positive) or paid by transfers of one kind within a span; `place` is that of the span. */
export type HouseFlow = {
  readonly place: number
  readonly account: bigint
  readonly kind: TransferKind
  readonly amount: bigint
  readonly transfers: number
}

/** From a moment, inclusive, to another, exclusive. */
export type Span = { readonly from: Date; readonly to: Date }

/**
 * What these operator's accounts received and paid in each span, by kind of transfer, as of every transfer that is committed now. Whole
 * minutes come from the sums of the reader, the last part of a minute and what the reader has not read from the transfers. A span begins
 * with a minute; within the last two weeks it may end at any moment, before that with an hour.
 */
export async function houseFlows(
  db: Db,
  { accounts, spans }: { accounts: readonly bigint[]; spans: readonly Span[] },
): Promise<HouseFlow[]> {
  const { rows } = await sql<HouseFlow>`
    with span as materialized (
      select place::int, from_at, to_at from unnest(${spans.map(({ from }) => from)}::timestamptz[],
        ${spans.map(({ to }) => to)}::timestamptz[]) with ordinality s (from_at, to_at, place)),
    read as materialized (select coalesce(max(transfer_no), 0) as no from ledger.consumer where name = ${houseFlowReader}),
    flow as (
      select s.place, f.account_id, f.kind, f.amount, f.transfers
      from span s join ledger.house_flow f on f.begins >= s.from_at and f.begins < date_trunc('minute', s.to_at)
      where f.account_id = any(${accounts}::bigint[])
      union all
      select s.place, f.account_id, f.kind, e.amount, 1
      from span s join ledger.house_flow f on f.begins = date_trunc('minute', s.to_at) and f.begins >= s.from_at
        cross join lateral (
          select transfer_no, amount from ledger.entry
          where account_id = f.account_id and transfer_no between f.first_no and f.last_no offset 0) e
        join ledger.transfer t on t.no = e.transfer_no and t.kind = f.kind and t.at >= f.begins and t.at < s.to_at
      where f.account_id = any(${accounts}::bigint[])
      union all
      select s.place, e.account_id, t.kind, e.amount, 1
      from read cross join unnest(${accounts}::bigint[]) a (id)
        cross join lateral (
          select account_id, transfer_no, amount from ledger.entry where account_id = a.id and transfer_no > read.no
          order by transfer_no limit ${unreadMax}::int) e
        join ledger.transfer t on t.no = e.transfer_no
        join span s on t.at >= s.from_at and t.at < s.to_at)
    select place - 1 as place, account_id as account, kind, sum(amount)::bigint as amount, sum(transfers)::int as transfers
    from flow group by place, account_id, kind`.execute(db)
  return rows
}
