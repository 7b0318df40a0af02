import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import type { DepositRow } from './store.ts'

/** How many prompts a phone got within the last 24 hours, and in how many seconds the oldest of them no longer counts. */
export async function promptsOfDay(tx: Tx, msisdn: string): Promise<{ count: number; roomInS: number }> {
  const rows = await sql<{ count: number; roomInS: number | null }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(created_at) + interval '24 hours' - platform.now()))::int as "roomInS"
    from payments.deposit
    where kind = 'prompt' and msisdn = ${msisdn} and created_at > platform.now() - interval '24 hours'`.execute(tx)
  const row = rows.rows[0]
  return { count: row?.count ?? 0, roomInS: row?.roomInS ?? 0 }
}

/** Makes those who judge one receipt wait for each other, until the transaction ends. */
export async function lockReceipt(tx: Tx, { provider, receipt }: { provider: string; receipt: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payments.receipt ' || ${provider}::text || ' ' || ${receipt}::text, 0))`.execute(
    tx,
  )
}

export type Rival = Pick<DepositRow, 'id' | 'state' | 'requestId' | 'provider' | 'submittedAt'> & {
  /** The receipt that it shows or that was claimed for it; the provider has not named it. */
  readonly claimed: string | null
}

/**
 * A prompt that the same money may be counted under already: of the same amount, to the same phone or of the same bettor, whose receipt the
 * provider has not named. Stars in `payer` stand for hidden digits; where no payer is told, it may be any prompt of the amount.
 */
export async function rivalOf(
  tx: Tx,
  { deposit, receipt, payer }: { deposit: DepositRow; receipt: string; payer: string | undefined },
): Promise<Rival | undefined> {
  const phone = payer?.replaceAll('*', '_') ?? null
  const rows = await sql<Rival>`
    select id, state, request_id as "requestId", provider, submitted_at as "submittedAt", coalesce(receipt, claim_receipt) as claimed
    from payments.deposit
    where kind = 'prompt' and provider = ${deposit.provider} and id <> ${deposit.id}::bigint and state not in ('failed', 'created')
      and created_at > platform.now() - interval '96 hours' and not receipt_proven and amount = ${deposit.amount}::bigint
      and (${phone}::text is null or bettor_id = ${deposit.bettor}::bigint or msisdn like ${phone}::text)
    order by coalesce(receipt, claim_receipt) is not distinct from ${receipt} desc, id desc limit 1`.execute(tx)
  return rows.rows[0]
}

/** Takes a receipt from a prompt that was never shown to have it, for a person has said whose it is. */
export async function freeReceipt(tx: Tx, { provider, receipt }: { provider: string; receipt: string }): Promise<void> {
  await sql`
    update payments.deposit set receipt = null
    where provider = ${provider} and receipt = ${receipt} and kind = 'prompt' and not receipt_proven`.execute(tx)
}

/** Whether a person has looked at such a finding of a payment and closed it. */
export async function isReviewed(tx: Tx, { payment, what }: { payment: bigint; what: string }): Promise<boolean> {
  const rows = await sql`
    select from payments.review where payment_id = ${payment}::bigint and what = ${what} and resolved_at is not null`.execute(
    tx,
  )
  return rows.rows.length > 0
}

/** Notes that deposits came while they could not be played: without tax, to go back to their payers. */
export async function setReturnable(tx: Db | Tx, ids: readonly bigint[]): Promise<void> {
  await sql`
    update payments.deposit set returnable = true, tax = 0, net = amount where id = any(${ids}::bigint[])`.execute(tx)
}

/** Notes whose phone the money of a deposit came from. */
export async function setPayer(tx: Tx, id: bigint, payer: string): Promise<void> {
  await sql`update payments.deposit set payer = coalesce(payer, ${payer}) where id = ${id}::bigint`.execute(tx)
}
