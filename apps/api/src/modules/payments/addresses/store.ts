import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName } from '../ports.ts'

export type Purpose =
  | 'prompt'
  | 'payout'
  | 'payout_timeout'
  | 'payout_status'
  | 'receipt_status'
  | 'paybill'
  | 'paybill_check'
  | 'float'

/** A callback address. Only the hash of its key is stored. */
export type Address = { hash: string; purpose: Purpose; provider: ProviderName; payment: bigint | null }

/** The subset of these hashes that belong to an address. */
export async function existingAddresses(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ hash: string }>(db)`
    select key_hash as hash from payments.address where key_hash = any(${hashes}::text[])`
  return new Set(rows.map(({ hash }) => hash))
}

/** Stores addresses. Existing addresses are not changed. */
export async function insertAddresses(db: Db | Tx, addresses: readonly Address[]): Promise<void> {
  await sql`
    insert into payments.address (key_hash, purpose, provider, payment_id)
    select * from unnest(${addresses.map((a) => a.hash)}::text[], ${addresses.map((a) => a.purpose)}::text[],
      ${addresses.map((a) => a.provider)}::text[], ${addresses.map((a) => a.payment)}::bigint[])
    on conflict do nothing`.execute(db)
}
