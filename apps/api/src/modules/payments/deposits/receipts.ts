import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { DepositRow } from './store.ts'

/** The number of prompts that a phone got within 24 hours, and the seconds until the oldest of them no longer counts. */
export async function promptsOfDay(tx: Tx, msisdn: string): Promise<{ count: number; freeInS: number }> {
  const rows = await sql<{ count: number; freeInS: number | null }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(created_at) + interval '24 hours' - platform.now()))::int as "freeInS"
    from payments.deposit
    where kind = 'prompt' and msisdn = ${msisdn} and created_at > platform.now() - interval '24 hours'`.execute(tx)
  const row = rows.rows[0]
  return { count: row?.count ?? 0, freeInS: row?.freeInS ?? 0 }
}

type Receipt = { readonly provider: string; readonly receipt: string }

/** Locks a receipt until the transaction ends, so that only one transaction checks it at a time. */
export const lockReceipt = (tx: Tx, receipt: Receipt): Promise<void> => lockReceipts(tx, [receipt])

/** Locks receipts, in one order everywhere. Data must be read in a later statement. */
export async function lockReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('payments.receipt ' || provider || ' ' || receipt, 0) as key
      from unnest(${receipts.map((one) => one.provider)}::text[], ${receipts.map((one) => one.receipt)}::text[]) r (provider, receipt)
      order by 1) sorted`.execute(tx)
}

export type Rival = Pick<DepositRow, 'id' | 'state' | 'requestId' | 'provider' | 'submittedAt'> & {
  /** The receipt or claimed receipt of the prompt, which the provider has not confirmed. */
  readonly claimed: string | null
}

/**
 * A prompt that may be the same payment: with the same amount, to the same phone or of the same bettor, and with a receipt that the
 * provider has not confirmed. Stars in `payer` are hidden digits. Without a payer any prompt of the amount qualifies.
 */
export function rivalOf(
  tx: Tx,
  { deposit, receipt, payer }: { deposit: DepositRow; receipt: string; payer: string | undefined },
): Promise<Rival | undefined> {
  const phone = payer?.replaceAll('*', '_') ?? null
  return queryRow<Rival>(tx)`
    select id, state, request_id as "requestId", provider, submitted_at as "submittedAt", coalesce(receipt, claim_receipt) as claimed
    from payments.deposit
    where kind = 'prompt' and provider = ${deposit.provider} and id <> ${deposit.id}::bigint and state not in ('failed', 'created')
      and created_at > platform.now() - interval '96 hours' and not receipt_proven and amount = ${deposit.amount}::bigint
      and (${phone}::text is null or bettor_id = ${deposit.bettor}::bigint or msisdn like ${phone}::text)
    order by coalesce(receipt, claim_receipt) is not distinct from ${receipt} desc, id desc limit 1`
}

/** Removes an unproven receipt from a prompt, after an operator assigned it to another bettor. */
export async function freeReceipt(tx: Tx, { provider, receipt }: { provider: string; receipt: string }): Promise<void> {
  await sql`
    update payments.deposit set receipt = null
    where provider = ${provider} and receipt = ${receipt} and kind = 'prompt' and not receipt_proven`.execute(tx)
}

/** Marks deposits as returnable, without tax. Returnable deposits are sent back to their payers. */
export async function setReturnable(tx: Db | Tx, ids: readonly bigint[]): Promise<void> {
  await sql`
    update payments.deposit set returnable = true, tax = 0, net = amount where id = any(${ids}::bigint[])`.execute(tx)
}

/** Stores the phone that paid a deposit. */
export async function setPayer(tx: Tx, id: bigint, payer: string): Promise<void> {
  await sql`update payments.deposit set payer = coalesce(payer, ${payer}) where id = ${id}::bigint`.execute(tx)
}

export type FurtherPayment = { prompt: bigint; bettor: bigint; provider: ProviderName; receipt: string; amount: bigint }

/**
 * Paybill payments that used the references of these prompts but have other receipts; a bounded number, oldest first. The lateral join makes
 * PostgreSQL start at the paybill payments. With a plain join it reads every deposit while the table is small.
 */
export function furtherPayments(tx: Tx, prompts: readonly bigint[]): Promise<FurtherPayment[]> {
  return queryRows<FurtherPayment>(tx)`
    select d.id as prompt, d.bettor as bettor, p.provider, p.receipt, p.amount
    from payments.paybill p cross join lateral (
      select id, bettor_id as bettor from payments.deposit
      where id = p.deposit_id and kind = 'prompt' and provider = p.provider and p.receipt <> coalesce(receipt, claim_receipt)
      limit 1) d
    where p.deposit_id = any(${prompts}::bigint[])
      and (select count(*) from payments.deposit o where o.provider = p.provider and o.receipt = p.receipt) = 0
    order by p.id limit ${furtherMax}::int`
}

const furtherMax = 1000

export async function matchPaybill(
  tx: Tx,
  {
    provider,
    receipt,
    deposit,
    by,
    alone = false,
  }: { provider: ProviderName; receipt: string; deposit: bigint; by: string | null; alone?: boolean },
): Promise<void> {
  await sql`
    update payments.paybill set state = 'matched', deposit_id = ${deposit}::bigint, matched_by = ${by}, matched_alone = ${alone},
      matched_at = platform.now()
    where provider = ${provider} and receipt = ${receipt}`.execute(tx)
}
