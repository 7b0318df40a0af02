import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { taxAccounts } from './house.ts'

export type StatementFilter = {
  readonly bettor: bigint
  readonly kind?: string | undefined
  /** Days of the zone, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly zone: string
}

export type StatementRow = {
  readonly no: bigint
  readonly id: string
  readonly at: Date
  readonly kind: string
  readonly about: string | null
  readonly amount: bigint
  readonly balance: bigint
  readonly tax: bigint
  /** The part of the transfer that repaid a debt; negative if it created one. */
  readonly repaid: bigint
  /** The debt after it, at least zero; null if the transfer did not change it. */
  readonly owed: bigint | null
  /** The change of the money to be returned to its payer, and its balance afterwards; null if it did not change. */
  readonly returnable: bigint | null
  readonly toReturn: bigint | null
  /** The change of the bonus money, and its balance afterwards; null if it did not change. */
  readonly bonus: bigint | null
  readonly bonusLeft: bigint | null
}

/**
 * The movements of a bettor's cash that match a filter, up to a transfer number; with `most` only the newest of them, by
 * the index. A transfer that changed only a debt, only bonus money, or only money to be returned to its payer, is a movement of zero.
 */
function entriesOf(
  { bettor, kind, from, to, zone }: StatementFilter,
  { upTo, most }: { upTo: bigint; most?: number },
): RawBuilder<unknown> {
  const begins = sql`(${from ?? null}::date::timestamp at time zone ${zone}::text)`
  const ends = sql`((${to ?? null}::date + 1)::timestamp at time zone ${zone}::text)`
  const cash = accountOf(bettor, 'cash')
  const movement = sql`t.no, t.id, t.at, t.kind, t.about`
  const passes = sql`(${from ?? null}::date is null or (t.no >= (select ledger.first_no(${begins})) and t.at >= ${begins}))
    and (${to ?? null}::date is null or t.at < ${ends})
    and (${kind ?? null}::text is null or t.kind = ${kind ?? null}::text)`
  const newest = most === undefined ? sql`` : sql`order by x.transfer_no desc limit ${most}::int`
  return sql`(
    (select ${movement}, x.amount, x.balance_after as balance
    from ledger.entry x join ledger.transfer t on t.no = x.transfer_no
    where x.account_id = ${cash} and x.transfer_no <= ${upTo}::bigint and ${passes} ${newest})
    union all
    (select ${movement}, 0::bigint, coalesce((
      select before.balance_after from ledger.entry before
      where before.account_id = ${cash} and before.transfer_no < x.transfer_no order by before.transfer_no desc limit 1), 0)
    from ledger.entry x join ledger.transfer t on t.no = x.transfer_no
    where x.account_id = any(array(select id from ledger.account where owner = ${bettor}::bigint and kind in ('debt', 'returnable', 'bonus')))
      and x.transfer_no <= ${upTo}::bigint and ${passes}
      and not exists (select from ledger.entry c where c.account_id = ${cash} and c.transfer_no = x.transfer_no) ${newest})
  ) e`
}

const accountOf = (bettor: bigint, kind: 'cash' | 'debt' | 'returnable' | 'bonus'): RawBuilder<unknown> =>
  sql`(select id from ledger.account where owner = ${bettor}::bigint and kind = ${kind}::text)`

/** The highest transfer number on the accounts of a bettor's statement. */
export async function newestStatementNo(db: Db | Tx, bettor: bigint): Promise<bigint> {
  const row = await queryRow<{ no: bigint }>(db)`
    select coalesce(max(e.no), 0) as no from ledger.account a cross join lateral (
      select max(transfer_no) as no from ledger.entry where account_id = a.id) e
    where a.owner = ${bettor}::bigint and a.kind in ('cash', 'debt', 'returnable', 'bonus')`
  return row?.no ?? 0n
}

export type StatementSums = { readonly total: number; readonly came: bigint; readonly went: bigint }

/** The count of movements that match a filter, and their sums in and out; `went` is negative. */
export async function sumStatement(db: Db, filter: StatementFilter, upTo: bigint): Promise<StatementSums> {
  const row = await queryRow<StatementSums>(db)`
    select count(*)::int as total, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as came,
      coalesce(sum(e.amount) filter (where e.amount < 0), 0)::bigint as went from ${entriesOf(filter, { upTo })}`
  return row ?? { total: 0, came: 0n, went: 0n }
}

/** A page of a statement, newest first. The tax is the amount that the same transfer paid to tax accounts. */
export function statementRows(
  db: Db,
  filter: StatementFilter,
  { upTo, limit, offset }: { upTo: bigint; limit: number; offset: number },
): Promise<StatementRow[]> {
  return queryRows<StatementRow>(db)`
    select row.*, coalesce((
      select sum(x.amount) from ledger.entry x
      where x.transfer_no = row.no and x.account_id = any(array(select id from ledger.account where name = any(${taxAccounts}::text[])))), 0)::bigint as tax,
      coalesce(owing.amount, 0)::bigint as repaid, -owing.balance_after as owed,
      back.amount as returnable, back.balance_after as "toReturn", extra.amount as bonus,
      extra.balance_after as "bonusLeft"
    from (
      select * from ${entriesOf(filter, { upTo, most: offset + limit })}
      order by no desc limit ${limit}::int offset ${offset}::int) row
    left join ledger.entry owing on owing.transfer_no = row.no and owing.account_id = ${accountOf(filter.bettor, 'debt')}
    left join ledger.entry back on back.transfer_no = row.no and back.account_id = ${accountOf(filter.bettor, 'returnable')}
    left join ledger.entry extra on extra.transfer_no = row.no and extra.account_id = ${accountOf(filter.bettor, 'bonus')}
    order by row.no desc`
}
