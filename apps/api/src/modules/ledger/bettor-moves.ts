import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, timeOf, type Place, type Stretch } from '#platform/timeline'
import { stakedKinds, type TransferKind } from './kinds.ts'
import * as store from './store.ts'

/** A transfer on a bettor's accounts in money. `amount` is the change of the cash and `balance` the cash after it. */
export type BettorMove = Place & {
  readonly kind: string
  readonly about: string | null
  readonly amount: bigint
  readonly balance: bigint | null
  /** The change of the debt, bonus or returnable money, for a transfer that did not change the cash. */
  readonly beside: bigint | null
}

const isStaked = (kind: TransferKind): boolean => stakedKinds.some((one) => one === kind)

type Wanted = Stretch & { readonly bettor: bigint; readonly kinds: readonly TransferKind[] }

/** How many entries are read at first for each row that is wanted, and by how much more it is each time when they were too few. */
const entriesForRow = 8

/**
 * The transfers of these kinds on a bettor's accounts, newest first. Kinds other than stakes are read from the lists that `rollUpPlay` made, plus
 * later entries; stakes, which are the most of a bettor's entries, from the newest entries. The accounts of one bettor are locked by each
 * transfer, so the order of the numbers is that of the times.
 */
export async function bettorMoves(db: Db, wanted: Wanted): Promise<BettorMove[]> {
  const { bettor, kinds, most } = wanted
  const cash = (await store.ownedBy(db, bettor)).find(({ kind }) => kind === 'cash')
  if (!cash) return []
  if (!kinds.some((kind) => isStaked(kind))) return movesAmong(db, wanted, { cash: cash.id, entries: listed })
  for (let span = most * entriesForRow; ; span *= entriesForRow) {
    const rows = await movesAmong(db, wanted, { cash: cash.id, entries: newest(span) })
    if (rows.length === most || BigInt(span) >= cash.version) return rows
  }
}

type Entries = (
  of: Wanted & { readonly cash: bigint; readonly top: RawBuilder<unknown>; readonly passes: RawBuilder<unknown> },
) => RawBuilder<unknown>

const newest =
  (span: number): Entries =>
  ({ cash, top }) =>
    sql`
    select x.transfer_no, x.amount, x.balance_after from ledger.entry x where x.account_id = ${cash}::bigint and ${top}
    order by x.transfer_no desc limit ${span}::int`

const listed: Entries = ({ bettor, kinds, most, cash, passes }) => sql`
  select transfer_no, amount, balance_after from ledger.entry where account_id = ${cash}::bigint
    and transfer_no > coalesce((select transfer_no from ledger.played_upto where owner = ${bettor}::bigint), 0)
  union all
  select e.transfer_no, e.amount, e.balance_after from unnest(${kinds}::text[]) k (kind)
    cross join lateral (
      select x.transfer_no from ledger.played_move x
        cross join lateral (select * from ledger.transfer where no = x.transfer_no offset 0) t
      where x.owner = ${bettor}::bigint and x.kind = k.kind and ${passes} order by x.transfer_no desc limit ${most}::int) m
    cross join lateral (
      select * from ledger.entry where account_id = ${cash}::bigint and transfer_no = m.transfer_no offset 0) e`

/** The transfers among these entries of the cash account, and those that did not change the cash. */
function movesAmong(
  db: Db,
  wanted: Wanted,
  { cash, entries }: { cash: bigint; entries: Entries },
): Promise<BettorMove[]> {
  const { bettor, kinds, before, most } = wanted
  const top = before
    ? sql`x.transfer_no < (select ledger.first_no(${timeOf(before)} + interval '5 minutes'))`
    : sql`true`
  const passes = sql`${top} and ${isBefore(sql`t.at`, sql`t.no`, before)} and t.kind = any(${kinds}::text[])`
  const others = sql`array(select id from ledger.account
    where owner = ${bettor}::bigint and kind in ('debt', 'returnable', 'bonus'))`
  return queryRows<BettorMove>(db)`
    select m.no as id, ${microsOf(sql`m.at`)} as at, m.kind, m.about, m.amount, m.balance, m.beside from (
      (select t.no, t.at, t.kind, t.about, x.amount, x.balance_after as balance, null::bigint as beside
      from (${entries({ ...wanted, cash, top, passes })}) x
        cross join lateral (select * from ledger.transfer where no = x.transfer_no offset 0) t
      where ${passes} order by x.transfer_no desc limit ${most}::int)
      union all
      (select t.no, t.at, t.kind, t.about, 0::bigint, null::bigint, sum(x.amount)::bigint
      from ledger.entry x cross join lateral (select * from ledger.transfer where no = x.transfer_no offset 0) t
      where x.account_id = any(${others}) and ${passes}
        and not exists (select from ledger.entry c where c.account_id = ${cash}::bigint and c.transfer_no = x.transfer_no)
      group by t.no, t.at, t.kind, t.about order by t.no desc limit ${most}::int)) m
    order by m.no desc limit ${most}::int`
}

/** The money of a bettor's accounts in cents, and the points. The debt is zero or above. */
export async function accountsOf(db: Db, bettor: bigint) {
  const rows = await store.ownedBy(db, bettor)
  const on = (kind: string): bigint => rows.find((row) => row.kind === kind)?.balance ?? 0n
  return { cash: on('cash'), bonus: on('bonus'), returnable: on('returnable'), points: on('points'), debt: -on('debt') }
}

/** The cash of these bettors in cents. */
export async function cashOf(db: Db, bettors: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await queryRows<{ owner: bigint; balance: bigint }>(db)`
    select owner, balance from ledger.account where owner = any(${bettors}::bigint[]) and kind = 'cash'`
  return new Map(rows.map(({ owner, balance }) => [owner, balance]))
}
