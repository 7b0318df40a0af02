import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { lowestNo } from './checks.ts'
import { returnedOf, stakedOf } from './flows.ts'
import { cursorOf, type TransferRange } from './consumers.ts'
import { houseFlowReader } from './house-flow.ts'

/** The number of the last transfer that a consumer has read; 0 for one that has read none. */
export async function lastReadBy(on: Db | Tx, consumer: string): Promise<bigint> {
  const { rows } = await sql<{ no: bigint }>`select ${cursorOf(consumer)}::bigint as no`.execute(on)
  return rows[0]?.no ?? 0n
}

/** Lets a consumer read again from the first transfer. Waits for a batch that it is reading, and keeps it from reading until the commit. */
export async function readAgain(tx: Tx, consumer: string): Promise<void> {
  await sql`
    update ledger.consumer set transfer_no = 0, changed_at = platform.now() where name = ${consumer}`.execute(tx)
}

/** The account under which figures sum an entry on an account `a`: an account of the operator by its name, bettors together by its kind. */
const summedAs = sql`case when a.owner is null then a.name else 'bettors:' || a.kind end`

/**
 * The entries of a range of transfers for figures, as rows (no, id, kind, about, day, account, owner, amount): `day` is that of the time zone, `account`
 * the name under which figures sum the entry, `owner` the bettor. Each transfer is read by its number, whatever the statistics say about so many rows.
 */
export const movedIn = ({ after, upTo }: TransferRange, zone: string) => sql`
  select t.no, t.id, t.kind, t.about, (t.at at time zone ${zone}::text)::date as day, ${summedAs} as account, a.owner, e.amount
  from ledger.entry e join ledger.account a on a.id = e.account_id
    cross join lateral (select no, id, kind, about, at from ledger.transfer where no = e.transfer_no offset 0) t
  where e.transfer_no > ${after}::bigint and e.transfer_no <= ${upTo}::bigint`

/** Whether there is a transfer with this id. */
export const isPosted = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from ledger.transfer where id = ${id})`

/** From a range of transfers to the end of a consumer: `sign` is -1 if the consumer has read less than `at`. */
const between = (consumer: string) => sql`
  read as materialized (select coalesce(max(transfer_no), 0) as no from ledger.consumer where name = ${consumer}),
  way as materialized (
    select case when read.no > at.no then 1 else -1 end as sign, least(read.no, at.no) as low, greatest(read.no, at.no) as high
    from read, at)`

/**
 * For the verifier of figures: what the entries up to the last transfer of a consumer sum up to on each account, as rows (account, balance,
 * staked, returned). It begins with what `verifyLedger` has verified.
 */
export const balancesUpTo = (consumer: string): RawBuilder<unknown> => sql`
  with at as materialized (
    select max(run) as run, coalesce(max(transfer_no), ${lowestNo}::bigint) as no from ledger.verification where is_current),
  ${between(consumer)},
  part as (
    select v.account_id, v.balance, v.staked, v.returned from at join ledger.verified_account v on v.run = at.run
    union all
    select e.account_id, way.sign * e.amount, way.sign * ${stakedOf}, way.sign * ${returnedOf}
    from way join ledger.entry e on e.transfer_no > way.low and e.transfer_no <= way.high
      join ledger.transfer t on t.no = e.transfer_no)
  select ${summedAs} as account, sum(p.balance)::bigint as balance, sum(p.staked)::bigint as staked, sum(p.returned)::bigint as returned
  from part p join ledger.account a on a.id = p.account_id group by 1`

/** How far a consumer and the hours may be apart for `flowsByDay` to read what is between them. */
const apartMax = 50_000n

/** Whether `flowsByDay` reads few transfers beside the hours: neither the consumer nor the reader of the hours is far behind the other. */
export async function isCloseToHours(on: Db | Tx, consumer: string): Promise<boolean> {
  const [mine, hours] = [await lastReadBy(on, consumer), await lastReadBy(on, houseFlowReader)]
  return (mine > hours ? mine - hours : hours - mine) <= apartMax
}

/** Days of a time zone whose midnights are whole hours of UTC, both inclusive; all days without them. */
export type DaySpan = { readonly zone: string; readonly from?: string; readonly to?: string }

/**
 * What each of the operator's accounts received and paid by day and kind up to the last transfer of a consumer, as rows (day, account, kind,
 * amount, transfers): the hours that another reader has summed, and the entries between the two.
 */
export const flowsByDay = (consumer: string, { zone, from = '-infinity', to = 'infinity' }: DaySpan) => sql`
  with at as materialized (select ${cursorOf(houseFlowReader)} as no),
  ${between(consumer)},
  part as (
    select (h.begins at time zone ${zone}::text)::date as day, h.account_id, h.kind, h.amount, h.transfers
    from ledger.house_hour h
    where h.begins >= ${from}::date::timestamp at time zone ${zone}::text
      and h.begins < (${to}::date::timestamp + interval '1 day') at time zone ${zone}::text
    union all
    select (t.at at time zone ${zone}::text)::date, e.account_id, t.kind, way.sign * e.amount, way.sign
    from way cross join ledger.account a
      cross join lateral (
        select account_id, transfer_no, amount from ledger.entry
        where account_id = a.id and transfer_no > way.low and transfer_no <= way.high offset 0) e
      join ledger.transfer t on t.no = e.transfer_no
    where not a.bounded and t.at >= ${from}::date::timestamp at time zone ${zone}::text
      and t.at < (${to}::date::timestamp + interval '1 day') at time zone ${zone}::text)
  select p.day, a.name as account, p.kind, sum(p.amount)::bigint as amount, sum(p.transfers)::bigint as transfers
  from part p join ledger.account a on a.id = p.account_id
  group by 1, 2, 3 having sum(p.transfers) <> 0 or sum(p.amount) <> 0`
