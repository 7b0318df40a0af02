import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { ProviderName } from './ports.ts'

/** The balance in cents of the account from which a provider pays out, and when the provider said so; null until it has. */
export type Float = { readonly provider: ProviderName; readonly balance: bigint | null; readonly saidAt: Date | null }

/** What the providers last said, one row each of these providers. */
export async function floatsOf(db: Db, providers: readonly ProviderName[]): Promise<Float[]> {
  const { rows } = await sql<Float>`
    select provider, balance, said_at as "saidAt" from payments.float where provider = any(${providers}::text[])`.execute(db)
  return providers.map(
    (provider) => rows.find((row) => row.provider === provider) ?? { provider, balance: null, saidAt: null },
  )
}
