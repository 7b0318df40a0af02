import { sql } from 'kysely'
import type { Db } from '#platform/db'
import type { ProviderName } from './ports.ts'

export type Settled = { id: bigint; receipt: string | null; reference: string | null }

/** Payments by their numbers, or by a receipt or an account reference of a statement. */
export async function settledBetween(
  db: Db,
  {
    provider,
    ids,
    receipts,
    references,
  }: {
    provider: ProviderName
    ids: readonly bigint[]
    receipts: readonly string[]
    references: readonly string[]
  },
): Promise<Settled[]> {
  const rows = await sql<Settled>`
    select id, receipt, reference from payments.deposit
    where provider = ${provider} and (id = any(${ids}::bigint[]) or receipt = any(${receipts}::text[]) or reference = any(${references}::text[]))
    union all
    select id, receipt, null from payments.withdrawal
    where provider = ${provider} and (id = any(${ids}::bigint[]) or receipt = any(${receipts}::text[]))`.execute(db)
  return rows.rows
}
