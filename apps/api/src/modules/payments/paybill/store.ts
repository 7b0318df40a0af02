import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import type { ProviderName } from '../ports.ts'

export type PaybillRow = {
  id: bigint
  provider: ProviderName
  receipt: string
  reference: string
  amount: bigint
  payer: string | null
  receivedAt: Date
}

const columns = sql`id, provider, receipt, reference, amount, payer, received_at as "receivedAt"`

/** Stores a paybill payment; false if one with the same receipt exists. */
export async function insertPaybill(
  tx: Tx,
  given: { provider: ProviderName; receipt: string; reference: string; amount: bigint; payer: string | undefined },
): Promise<boolean> {
  const rows = await queryRows(tx)`
    insert into payments.paybill (provider, receipt, reference, amount, payer, state, received_at)
    values (${given.provider}, ${given.receipt}, ${given.reference}, ${given.amount}::bigint, ${given.payer ?? null}, 'unmatched', platform.now())
    on conflict (provider, receipt) do nothing returning id`
  return rows.length > 0
}

/** The account in the first confirmation of a receipt, and the deposit that it was matched to. */
export function paybillOf(
  tx: Tx,
  provider: ProviderName,
  receipt: string,
): Promise<{ reference: string; deposit: bigint | null } | undefined> {
  return queryRow<{ reference: string; deposit: bigint | null }>(tx)`
    select reference, deposit_id as deposit from payments.paybill where provider = ${provider} and receipt = ${receipt}`
}

/** Locks one unmatched payment until the transaction ends. */
export function lockUnmatched(tx: Tx, provider: ProviderName, receipt: string): Promise<PaybillRow | undefined> {
  return queryRow<PaybillRow>(tx)`
    select ${columns} from payments.paybill
    where provider = ${provider} and receipt = ${receipt} and state = 'unmatched' for update`
}

/** What an operator assigned on a day, in cents; `alone` is the part without a second operator. */
export type AssignedTotal = {
  readonly operator: string
  readonly day: string
  readonly assigned: bigint
  readonly alone: bigint
}

/** The payments that each operator assigned on each of the last days, in a time zone. One belongs to the operator who proposed it. */
export function assignedTotals(db: Db, { zone, days }: { zone: string; days: number }): Promise<AssignedTotal[]> {
  return queryRows<AssignedTotal>(db)`
    select coalesce(proposed_by, matched_by) as operator, (matched_at at time zone ${zone}::text)::date::text as day,
      sum(amount)::bigint as assigned, coalesce(sum(amount) filter (where matched_alone), 0)::bigint as alone
    from payments.paybill
    where matched_by is not null and matched_at > platform.now() - make_interval(days => ${days}::int) group by 1, 2`
}

const unmatched = sql`payments.paybill where state = 'unmatched'`

/** How many payments are unmatched, and since when. */
export const waitingUnmatched = (db: Db): Promise<Waiting> => waitingIn(db, unmatched, sql`received_at`)

export type UnmatchedFilter = { readonly provider?: ProviderName | undefined; readonly q?: string | undefined }

/** Unmatched payments, oldest first: of one provider, or those with a receipt, an account reference or a payer. */
export const unmatchedPaybills = (db: Db, { provider, q }: UnmatchedFilter, page: Page): Promise<Paged<PaybillRow>> =>
  readPage(
    db,
    {
      columns,
      from: sql`${unmatched}
        and (${provider ?? null}::text is null or provider = ${provider ?? null}::text)
        and (${q ?? null}::text is null or lower(${q ?? null}::text) in (lower(receipt), lower(reference), lower(payer)))`,
      order: [{ by: sql`id`, type: 'number' }],
    },
    page,
  )

/** The time until which a provider's payments have been pulled. */
export async function pulledUntil(db: Db, provider: ProviderName): Promise<Date | undefined> {
  const rows = await queryRows<{ until: Date }>(db)`select until from payments.pulled where provider = ${provider}`
  return rows[0]?.until
}

/** Claims the next pull if the last one is at least `everyS` seconds old; otherwise false. */
export async function claimPull(db: Db, provider: ProviderName, everyS: number): Promise<boolean> {
  const rows = await queryRows(db)`
    insert into payments.pulled (provider, until, taken_at) values (${provider}, platform.now() - interval '48 hours', platform.now())
    on conflict (provider) do update set taken_at = excluded.taken_at
    where pulled.taken_at <= platform.now() - make_interval(secs => ${everyS}::int)
    returning provider`
  return rows.length > 0
}

export async function savePulled(db: Db, provider: ProviderName, until: Date): Promise<void> {
  await sql`update payments.pulled set until = ${until} where provider = ${provider}`.execute(db)
}
