import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName } from './ports.ts'

/** Whether a person stopped deposits by a provider. */
export async function depositsStopped(db: Db | Tx, provider: ProviderName): Promise<boolean> {
  const rows = await queryRows(db)`
    select from payments.stop where provider = ${provider} and part = 'deposits'`
  return rows.length > 0
}

export type StoppedPart = 'payouts' | 'deposits'
export type Stop = { part: StoppedPart; operator: string; reason: string; since: Date }

/** What people stopped at a provider. */
export function stopsOf(db: Db, provider: ProviderName): Promise<Stop[]> {
  return queryRows<Stop>(db)`
    select part, operator, reason, since from payments.stop where provider = ${provider} order by part`
}

/** Stops a part of a provider; the first stop of a part stays. */
export async function insertStop(db: Db | Tx, given: Omit<Stop, 'since'> & { provider: ProviderName }): Promise<void> {
  await sql`
    insert into payments.stop (provider, part, operator, reason, since)
    values (${given.provider}, ${given.part}, ${given.operator}, ${given.reason}, platform.now()) on conflict do nothing`.execute(
    db,
  )
}

export async function deleteStop(
  db: Db | Tx,
  { provider, part }: { provider: ProviderName; part: StoppedPart },
): Promise<void> {
  await sql`delete from payments.stop where provider = ${provider} and part = ${part}`.execute(db)
}
