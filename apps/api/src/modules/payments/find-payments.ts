import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import type { SubjectsOf } from '#platform/operator-calls'
import type { ProviderName } from './ports.ts'

/** A payment as a search of the console shows it. `unmatched` has no bettor yet. */
export type FoundPayment = {
  readonly kind: 'deposit' | 'withdrawal' | 'return' | 'unmatched'
  readonly id: bigint
  readonly bettor: bigint | null
  readonly provider: ProviderName
  readonly amount: bigint
  readonly state: string
  readonly receipt: string | null
  readonly at: Date
}

const deposit = sql`
  select 'deposit' as kind, id, bettor_id as bettor, provider, amount, state, receipt, created_at as at from payments.deposit`
const withdrawal = sql`
  select kind, id, bettor_id as bettor, provider, amount, state, receipt, created_at as at from payments.withdrawal`
const unmatched = sql`
  select 'unmatched' as kind, id, null::bigint as bettor, provider, amount, state, receipt, received_at as at from payments.paybill`

/** The deposit or withdrawal with this id. */
export function paymentOfId(db: Db, id: bigint): Promise<FoundPayment[]> {
  return queryRows<FoundPayment>(db)`
    ${deposit} where id = ${id}::bigint union all ${withdrawal} where id = ${id}::bigint`
}

/** The payments with this receipt, as it is written or in capitals, of any of these providers. */
export function paymentsOfReceipt(
  db: Db,
  receipt: string,
  providers: readonly ProviderName[],
): Promise<FoundPayment[]> {
  const its = sql`provider = any(${providers}::text[]) and receipt = any(${[receipt, receipt.toUpperCase()]}::text[])`
  return queryRows<FoundPayment>(db)`
    ${deposit} where ${its} union all ${withdrawal} where ${its} union all ${unmatched} where ${its} and state = 'unmatched'
    order by at, id`
}

/** The subjects of operators' calls about a bettor's payments: deposits, withdrawals, and receipts of payments to the paybill. */
export const paymentSubjects: SubjectsOf = (bettor) => sql`
  select 'deposit ' || id from payments.deposit where bettor_id = ${bettor}::bigint
  union all select 'withdrawal ' || id from payments.withdrawal where bettor_id = ${bettor}::bigint
  union all select 'receipt ' || p.receipt from payments.deposit d join payments.paybill p on p.deposit_id = d.id
    where d.bettor_id = ${bettor}::bigint`
