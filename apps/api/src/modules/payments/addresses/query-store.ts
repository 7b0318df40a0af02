import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { Address } from './store.ts'

/** What a provider is asked whose answer comes later: about a payment, where `receipt` names it, and the amount it must be of. */
export type Asking = {
  readonly purpose: 'payout_status' | 'receipt_status'
  readonly provider: ProviderName
  readonly payment: bigint
  readonly receipt: string | null
  readonly amount: bigint
}

export type Question = Asking & {
  readonly conversationHash: string | null
  readonly askedAt: Date
  readonly answeredAt: Date | null
}

/**
 * Opens a question at an address of its own. False where the same was asked within the last `againAfterS` seconds and has not been
 * answered: then its answer is still awaited.
 */
export async function insertQuery(
  db: Db,
  hash: string,
  { purpose, provider, payment, receipt, amount, repeatAfterS }: Asking & { repeatAfterS: number },
): Promise<boolean> {
  const rows = await sql`
    insert into payments.address (key_hash, purpose, provider, payment_id, receipt, amount, asked_at)
    select ${hash}, ${purpose}, ${provider}, ${payment}::bigint, ${receipt}, ${amount}::bigint, platform.now()
    where not exists (
      select from payments.address
      where payment_id = ${payment}::bigint and purpose = ${purpose} and asked_at is not null and answered_at is null
        and receipt is not distinct from ${receipt} and asked_at > platform.now() - make_interval(secs => ${repeatAfterS}::int))
    returning key_hash`.execute(db)
  return rows.rows.length > 0
}

/** Notes by which number the provider will name a question, as a hash. */
export async function noteConversation(db: Db, hash: string, conversationHash: string): Promise<void> {
  await sql`
    update payments.address set conversation_hash = ${conversationHash}
    where key_hash = ${hash} and asked_at is not null and conversation_hash is null`.execute(db)
}

/** Ends a question: no other answer to it counts. */
export async function closeQuery(db: Db, hash: string): Promise<void> {
  await sql`
    update payments.address set answered_at = platform.now()
    where key_hash = ${hash} and asked_at is not null and answered_at is null`.execute(db)
}

/** The question that an address serves. */
export async function queryOf(db: Db, { hash }: Pick<Address, 'hash'>): Promise<Question | undefined> {
  const rows = await sql<Question>`
    select purpose, provider, payment_id as payment, receipt, amount, conversation_hash as "conversationHash", asked_at as "askedAt",
      answered_at as "answeredAt" from payments.address where key_hash = ${hash} and asked_at is not null`.execute(db)
  return rows.rows[0]
}

const receiptsMost = 5

/** The receipts about which was asked for this payment, the newest first, a bounded number. */
export async function queriedReceipts(db: Db | Tx, payment: bigint): Promise<string[]> {
  const rows = await sql<{ receipt: string }>`
    select receipt from payments.address
    where payment_id = ${payment}::bigint and purpose = 'receipt_status' and asked_at is not null
    group by receipt order by max(asked_at) desc limit ${receiptsMost}::int`.execute(db)
  return rows.rows.map((row) => row.receipt)
}
