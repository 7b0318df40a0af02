import { sql } from 'kysely'
import type { Db } from '#platform/db'
import { isBefore, microsOf, timeOf, type Place, type Stretch } from '#platform/timeline'
import type { TransferKind } from './kinds.ts'
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

/**
 * The transfers of these kinds on a bettor's accounts, newest first. The accounts of one bettor are locked by each transfer, so the order of
 * the numbers is that of the times.
 */
export async function bettorMoves(
  db: Db,
  { bettor, kinds, before, most }: Stretch & { readonly bettor: bigint; readonly kinds: readonly TransferKind[] },
): Promise<BettorMove[]> {
  const top = before
    ? sql`x.transfer_no < (select ledger.first_no(${timeOf(before)} + interval '5 minutes'))`
    : sql`true`
  const passes = sql`${top} and ${isBefore(sql`t.at`, sql`t.no`, before)} and t.kind = any(${kinds}::text[])`
  const cash = sql`(select id from ledger.account where owner = ${bettor}::bigint and kind = 'cash')`
  const others = sql`array(select id from ledger.account
    where owner = ${bettor}::bigint and kind in ('debt', 'returnable', 'bonus'))`
  const { rows } = await sql<BettorMove>`
    select m.no as id, ${microsOf(sql`m.at`)} as at, m.kind, m.about, m.amount, m.balance, m.beside from (
      (select t.no, t.at, t.kind, t.about, x.amount, x.balance_after as balance, null::bigint as beside
      from ledger.entry x join ledger.transfer t on t.no = x.transfer_no
      where x.account_id = ${cash} and ${passes} order by x.transfer_no desc limit ${most}::int)
      union all
      (select t.no, t.at, t.kind, t.about, 0::bigint, null::bigint, sum(x.amount)::bigint
      from ledger.entry x join ledger.transfer t on t.no = x.transfer_no
      where x.account_id = any(${others}) and ${passes}
        and not exists (select from ledger.entry c where c.account_id = ${cash} and c.transfer_no = x.transfer_no)
      group by t.no, t.at, t.kind, t.about order by t.no desc limit ${most}::int)) m
    order by m.no desc limit ${most}::int`.execute(db)
  return rows
}

/** The money of a bettor's accounts in cents, and the points. The debt is zero or above. */
export async function accountsOf(db: Db, bettor: bigint) {
  const rows = await store.ownedBy(db, bettor)
  const on = (kind: string): bigint => rows.find((row) => row.kind === kind)?.balance ?? 0n
  return { cash: on('cash'), bonus: on('bonus'), returnable: on('returnable'), points: on('points'), debt: -on('debt') }
}

/** The cash of these bettors in cents. */
export async function cashOf(db: Db, bettors: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ owner: bigint; balance: bigint }>`
    select owner, balance from ledger.account where owner = any(${bettors}::bigint[]) and kind = 'cash'`.execute(db)
  return new Map(rows.map(({ owner, balance }) => [owner, balance]))
}
