import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { readRows, type Page, type Rows } from '#platform/paging'

/** A transfer that moved a tax: what it added to the account, less what it took, and the bettor whose money it moved. */
export type TaxTransfer = {
  readonly no: bigint
  readonly at: Date
  readonly kind: string
  readonly about: string | null
  readonly amount: bigint
  readonly bettor: bigint | null
}

/** A tax account on a day of the zone. */
export type TaxDayOf = { readonly account: string; readonly day: string; readonly zone: string }

/** The transfers of a day that moved the account of a tax, but payments to the authority, the newest first. */
export async function taxTransfers(db: Db, { account, day, zone }: TaxDayOf, page: Page): Promise<Rows<TaxTransfer>> {
  const begins = sql`(${day}::date::timestamp at time zone ${zone}::text)`
  const ends = sql`((${day}::date + 1)::timestamp at time zone ${zone}::text)`
  const { rows, next } = await readRows<Omit<TaxTransfer, 'bettor'>>(
    db,
    {
      columns: sql`t.no, t.at, t.kind, t.about, e.amount`,
      from: sql`
        ledger.account a join ledger.entry e on e.account_id = a.id join ledger.transfer t on t.no = e.transfer_no
        where a.name = ${account} and e.transfer_no >= (select ledger.first_no(${begins})) and t.at >= ${begins} and t.at < ${ends}
          and t.kind <> 'tax_remittance'`,
      order: [{ by: sql`t.no`, type: 'number', desc: true }],
    },
    page,
  )
  const owners = await ownersOf(
    db,
    rows.map(({ no }) => no),
  )
  return { rows: rows.map((row) => ({ ...row, bettor: owners.get(row.no) ?? null })), next }
}

/** The bettor of each of these transfers. */
async function ownersOf(db: Db, nos: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await queryRows<{ no: bigint; owner: bigint }>(db)`
    select distinct e.transfer_no as no, a.owner from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.transfer_no = any(${nos}::bigint[]) and a.owner is not null`
  return new Map(rows.map(({ no, owner }) => [no, owner]))
}
