import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { Address } from './store.ts'

/** The subject of a status query: a payment, its receipt if the query is by receipt, and the expected amount. */
export type QuerySubject = {
  readonly purpose: 'payout_status' | 'receipt_status'
  readonly provider: ProviderName
  readonly payment: bigint
  readonly receipt: string | null
  readonly amount: bigint
}

export type StatusQuery = QuerySubject & {
  readonly conversationHash: string | null
  readonly sentAt: Date
  readonly answeredAt: Date | null
}

/**
 * Stores a query with a separate address. False if the same query was sent within the last `repeatAfterS` seconds and has no answer yet.
 */
export async function insertQuery(
  db: Db,
  hash: string,
  { purpose, provider, payment, receipt, amount, repeatAfterS }: QuerySubject & { repeatAfterS: number },
): Promise<boolean> {
  const rows = await queryRows(db)`
    insert into payments.address (key_hash, purpose, provider, payment_id, receipt, amount, asked_at)
    select ${hash}, ${purpose}, ${provider}, ${payment}::bigint, ${receipt}, ${amount}::bigint, platform.now()
    where not exists (
      select from payments.address
      where payment_id = ${payment}::bigint and purpose = ${purpose} and asked_at is not null and answered_at is null
        and receipt is not distinct from ${receipt} and asked_at > platform.now() - make_interval(secs => ${repeatAfterS}::int))
    returning key_hash`
  return rows.length > 0
}

/** Stores the hash of the provider's id of a query. */
export async function setConversation(db: Db, hash: string, conversationHash: string): Promise<void> {
  await sql`
    update payments.address set conversation_hash = ${conversationHash}
    where key_hash = ${hash} and asked_at is not null and conversation_hash is null`.execute(db)
}

/** Closes a query: no further answer to it is valid. */
export async function closeQuery(db: Db, hash: string): Promise<void> {
  await sql`
    update payments.address set answered_at = platform.now()
    where key_hash = ${hash} and asked_at is not null and answered_at is null`.execute(db)
}

/** The query of an address. */
export function queryOf(db: Db, { hash }: Pick<Address, 'hash'>): Promise<StatusQuery | undefined> {
  return queryRow<StatusQuery>(db)`
    select purpose, provider, payment_id as payment, receipt, amount, conversation_hash as "conversationHash", asked_at as "sentAt",
      answered_at as "answeredAt" from payments.address where key_hash = ${hash} and asked_at is not null`
}

const receiptsMax = 5

/** The receipts that were queried for this payment, newest first, a bounded number. */
export async function queriedReceipts(db: Db | Tx, payment: bigint): Promise<string[]> {
  const rows = await queryRows<{ receipt: string }>(db)`
    select receipt from payments.address
    where payment_id = ${payment}::bigint and purpose = 'receipt_status' and asked_at is not null
    group by receipt order by max(asked_at) desc limit ${receiptsMax}::int`
  return rows.map((row) => row.receipt)
}
