import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { finalNumber } from '#platform/final-number'
import { pointsHouse } from './house.ts'

export type AccountRow = {
  id: bigint
  owner: bigint
  kind: string
  currency: string
  balance: bigint
  floor: bigint
  version: bigint
}

export type BoundedRow = Pick<AccountRow, 'id' | 'currency' | 'balance' | 'floor'>

export type NewTransfer = {
  id: string
  hash: string
  kind: string
  about: string | null
  entries: { account: bigint; amount: bigint; after: bigint | null }[]
}

const lowest = -1_000_000_000_000_000n

/** The currency of points. It has no decimals: one minor unit is one point. */
const points = 'PTS'

/** Opens the four accounts of a bettor: points in their own currency, the others in money. A debt has practically no floor. */
export async function insertBettorAccounts(
  tx: Tx,
  { bettor, currency }: { bettor: bigint; currency: string },
): Promise<void> {
  await sql`
    insert into ledger.account (name, kind, owner, currency, bounded, floor)
    select kind || ':' || ${bettor}::bigint, kind, ${bettor}::bigint, case kind when 'points' then ${points}::text else ${currency}::text end, true,
      case kind when 'debt' then ${lowest}::bigint else 0 end
    from unnest(array['cash', 'bonus', 'points', 'debt']) kind
    on conflict (name) do nothing`.execute(tx)
}

/** Opens missing `returnable` accounts of these bettors, for money that is returned to its payer; returns all ids by bettor. */
export async function openReturnable(
  tx: Tx,
  { bettors, currency }: { bettors: readonly bigint[]; currency: string },
): Promise<Map<bigint, bigint>> {
  await sql`
    insert into ledger.account (name, kind, owner, currency, bounded, floor)
    select 'returnable:' || b, 'returnable', b, ${currency}, true, 0 from unnest(${bettors}::bigint[]) b order by b
    on conflict (name) do nothing`.execute(tx)
  const rows = await queryRows<{ owner: bigint; id: bigint }>(tx)`
    select owner, id from ledger.account where owner = any(${bettors}::bigint[]) and kind = 'returnable'`
  return new Map(rows.map((row) => [row.owner, row.id]))
}

/** Opens missing operator accounts. Returns the ids of all, by name. */
export async function openHouse(
  db: Db | Tx,
  { names, currency }: { names: readonly string[]; currency: string },
): Promise<Map<string, bigint>> {
  await sql`
    insert into ledger.account (name, kind, currency, bounded)
    select name, split_part(name, ':', 1), case name when ${pointsHouse}::text then ${points}::text else ${currency}::text end, false
    from unnest(${names}::text[]) name
    on conflict (name) do nothing`.execute(db)
  const found = await queryRows<{ name: string; id: bigint }>(db)`
    select name, id from ledger.account where name = any(${names}::text[])`
  return new Map(found.map((row) => [row.name, row.id]))
}

/** Locks these kinds of accounts of these bettors, in id order. */
export async function lockOwned(tx: Tx, owned: Owned): Promise<AccountRow[]> {
  return (await sql<AccountRow>`${accountsOfBettors(owned)} for update`.execute(tx)).rows
}

type Owned = { readonly bettors: readonly bigint[]; readonly kinds: readonly string[] }

const accountsOfBettors = ({ bettors, kinds }: Owned) => sql<AccountRow>`
  select id, owner, kind, currency, balance, floor, version from ledger.account
  where owner = any(${bettors}::bigint[]) and kind = any(${kinds}::text[]) order by id`

/** Accounts of these kinds of these bettors as they are now, without a lock. */
export async function readOwned(on: Db | Tx, owned: Owned): Promise<AccountRow[]> {
  return (await accountsOfBettors(owned).execute(on)).rows
}

/** Locks the cash accounts of these bettors, and those bonus accounts that are not empty, in id order. */
export function lockFunds(tx: Tx, bettors: readonly bigint[]): Promise<AccountRow[]> {
  return queryRows<AccountRow>(tx)`
    select id, owner, kind, currency, balance, floor, version from ledger.account
    where owner = any(${bettors}::bigint[]) and (kind = 'cash' or kind = 'bonus' and balance > 0) order by id for update`
}

/** Locks cash and debt of these bettors, in id order. With `skipLocked`, bettors whose rows another transaction has locked are left out. */
export async function lockCashAndDebt(
  tx: Tx,
  bettors: readonly bigint[],
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<Map<bigint, { cash: AccountRow; debt: AccountRow }>> {
  const rows = await queryRows<AccountRow>(tx)`
    select id, owner, kind, currency, balance, floor, version from ledger.account
    where owner = any(${bettors}::bigint[]) and kind in ('cash', 'debt') order by id
    for update ${skipLocked ? sql`skip locked` : sql``}`
  const debts = new Map(rows.filter((row) => row.kind === 'debt').map((row) => [row.owner, row]))
  const both = new Map<bigint, { cash: AccountRow; debt: AccountRow }>()
  for (const cash of rows) {
    const debt = debts.get(cash.owner)
    if (cash.kind === 'cash' && debt) both.set(cash.owner, { cash, debt })
  }
  return both
}

/** Locks the bounded accounts among these, in id order. The operator's accounts are unbounded. */
export function lockBounded(tx: Tx, accounts: readonly bigint[]): Promise<BoundedRow[]> {
  return queryRows<BoundedRow>(tx)`
    select id, currency, balance, floor from ledger.account
    where id = any(${accounts}::bigint[]) and bounded order by id for update`
}

/** The currencies of unbounded accounts, which never change and are read without a lock. */
export async function currenciesOf(db: Db | Tx, accounts: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await queryRows<{ id: bigint; currency: string }>(db)`
    select id, currency from ledger.account where id = any(${accounts}::bigint[]) and not bounded`
  return new Map(rows.map((row) => [row.id, row.currency]))
}

/** The transfers with these ids that exist. Call it in a statement after the locks: a lock and a read in one statement see the old state. */
export function transfersOf(tx: Tx, ids: readonly string[]): Promise<{ id: string; hash: Buffer }[]> {
  return queryRows<{ id: string; hash: Buffer }>(tx)`
    select id, hash from ledger.transfer where id = any(${ids}::text[])`
}

/**
 * Writes transfers, their entries and the new balances in one statement. Transfer numbers follow the order of the list, so that an
 * account's entries in number order show its successive balances.
 */
export async function insertTransfers(tx: Tx, transfers: readonly NewTransfer[]): Promise<void> {
  const entries = transfers.flatMap((transfer) => transfer.entries.map((entry) => ({ id: transfer.id, ...entry })))
  const written = await queryRow<{ written: bigint }>(tx)`
    with at as (select platform.now() as now),
    made as (
      insert into ledger.transfer (id, hash, kind, about, at)
      select t.id, decode(t.hash, 'hex'), t.kind, t.about, at.now
      from at, unnest(${transfers.map((t) => t.id)}::text[], ${transfers.map((t) => t.hash)}::text[],
        ${transfers.map((t) => t.kind)}::text[], ${transfers.map((t) => t.about)}::text[])
        with ordinality as t (id, hash, kind, about, nth)
      order by t.nth
      on conflict (id) do nothing
      returning no, id
    ),
    entry as (
      select made.no, e.account, e.amount, e.after
      from unnest(${entries.map((e) => e.id)}::text[], ${entries.map((e) => e.account)}::bigint[],
        ${entries.map((e) => e.amount)}::bigint[], ${entries.map((e) => e.after)}::bigint[]) as e (id, account, amount, after)
      join made using (id)
    ),
    posted as (
      insert into ledger.entry (account_id, transfer_no, amount, balance_after)
      select account, no, amount, after from entry
    ),
    moved as (
      update ledger.account set balance = balance + total.amount, version = version + total.times
      from (select account, sum(amount)::bigint as amount, count(*) as times from entry where after is not null group by account) total
      where id = total.account
    )
    select count(*) as written from made`
  if (Number(written?.written) !== transfers.length) {
    throw Object.assign(new Error('another transaction posted one of these transfers at the same time'), {
      code: '40001',
    })
  }
}

/** The accounts of one bettor. */
export function ownedBy(db: Db | Tx, bettor: bigint): Promise<AccountRow[]> {
  return queryRows<AccountRow>(db)`
    select id, owner, kind, currency, balance, floor, version from ledger.account where owner = ${bettor}::bigint`
}

/** The transfer number up to which no transfer can still appear. Locks nothing; waits at most two seconds for open writers. */
export async function settledNo(db: Db): Promise<bigint> {
  return finalNumber(db, {
    newest: sql`(select coalesce(max(no), 0) from ledger.transfer)`,
    writers: sql`ledger.writers()`,
    fallback: sql`(select coalesce(max(transfer_no), 0) from ledger.checkpoint)`,
  })
}

/** Moves the checkpoints of the operator's accounts up to a final transfer number. */
export async function moveCheckpoints(tx: Tx, upTo: bigint): Promise<void> {
  await sql`
    insert into ledger.checkpoint as c (account_id, transfer_no, balance)
    select a.id, ${upTo}::bigint, coalesce(earlier.balance, 0) + coalesce(later.total, 0)
    from ledger.account a left join ledger.checkpoint earlier on earlier.account_id = a.id
      left join lateral (
        select sum(e.amount)::bigint as total from ledger.entry e
        where e.account_id = a.id and e.transfer_no > coalesce(earlier.transfer_no, 0) and e.transfer_no <= ${upTo}::bigint) later on true
    where not a.bounded
    order by a.id
    on conflict (account_id) do update set transfer_no = excluded.transfer_no, balance = excluded.balance
      where c.transfer_no < excluded.transfer_no`.execute(tx)
}

/** The balance of an operator account: its checkpoint plus the entries after it. */
export async function houseBalance(db: Db | Tx, account: bigint): Promise<bigint> {
  const { rows } = await balancesWhere(db, sql`a.id = ${account}::bigint`)
  return rows[0]?.balance ?? 0n
}

/** The balances of the operator's accounts with these names; unknown names are left out. */
export async function houseBalances(
  db: Db | Tx,
  names: readonly string[],
): Promise<readonly { name: string; balance: bigint }[]> {
  if (names.length === 0) return []
  return (await balancesWhere(db, sql`a.name = any(${names}::text[])`)).rows
}

const balancesWhere = (db: Db | Tx, where: RawBuilder<unknown>) =>
  sql<{ name: string; balance: bigint }>`
    select a.name, coalesce(c.balance, 0) + coalesce((
      select sum(e.amount)::bigint from ledger.entry e where e.account_id = a.id and e.transfer_no > coalesce(c.transfer_no, 0)), 0) as balance
    from ledger.account a left join ledger.checkpoint c on c.account_id = a.id where ${where}`.execute(db)

export type HouseEntry = { id: string; about: string | null; amount: bigint; at: Date }

/** The entries of one account between two times, oldest first. */
export function houseEntries(
  db: Db | Tx,
  account: bigint,
  { from, to }: { from: Date; to: Date },
): Promise<HouseEntry[]> {
  return queryRows<HouseEntry>(db)`
    select t.id, t.about, e.amount, t.at from ledger.entry e join ledger.transfer t on t.no = e.transfer_no
    where e.account_id = ${account}::bigint and t.at >= ${from} and t.at < ${to} order by t.no`
}
