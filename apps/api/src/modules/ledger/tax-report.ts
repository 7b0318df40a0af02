import { sql } from 'kysely'
import { money, type Money } from '@nare/money/money'
import { queryRows, type Db } from '#platform/db'
import type { TransferKind } from './kinds.ts'

const remittance: TransferKind = 'tax_remittance'

/** The sum that one kind of transfer added to one tax account in a day; negative if more was refunded than collected. */
export type TaxLine = {
  readonly account: string
  readonly currency: string
  readonly kind: string
  readonly transfers: number
  readonly amount: Money
}

/**
 * The taxes due to the revenue authority for one day of the zone: the movements of every tax account, by account and kind of transfer.
 * Payments to the authority are excluded.
 */
export async function taxReport(db: Db, { day, zone }: { day: string; zone: string }): Promise<TaxLine[]> {
  const begins = sql`(${day}::date::timestamp at time zone ${zone}::text)`
  const ends = sql`((${day}::date + 1)::timestamp at time zone ${zone}::text)`
  const rows = await queryRows<{ account: string; currency: string; kind: string; transfers: number; amount: bigint }>(
    db,
  )`
    select a.name as account, a.currency, t.kind, count(*)::int as transfers, sum(e.amount)::bigint as amount
    from ledger.account a join ledger.entry e on e.account_id = a.id join ledger.transfer t on t.no = e.transfer_no
    where a.kind = 'tax' and e.transfer_no >= (select ledger.first_no(${begins}))
      and t.at >= ${begins} and t.at < ${ends} and t.kind <> ${remittance}
    group by a.name, a.currency, t.kind order by a.name, t.kind`
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}
