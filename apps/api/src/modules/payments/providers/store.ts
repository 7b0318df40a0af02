import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName, SetupFault } from '../ports.ts'

export type FaultPart = SetupFault | 'registration'
export type OpenFault = {
  provider: ProviderName
  part: FaultPart
  code: string
  times: number
  firstAt: Date
  lastAt: Date
}

/** Records a fault of our set-up; true if no fault of this provider and part was open. */
export async function recordFault(
  db: Db,
  { provider, part, code }: { provider: ProviderName; part: FaultPart; code: string },
): Promise<boolean> {
  const rows = await queryRows<{ times: number }>(db)`
    insert into payments.provider_fault (provider, part, code, first_at, last_at)
    select ${provider}, ${part}, ${code}, at.now, at.now from (select platform.now() as now) at
    on conflict (provider, part) where ended_at is null
    do update set times = provider_fault.times + 1, last_at = excluded.last_at, code = excluded.code
    returning times`
  return rows[0]?.times === 1
}

/** Ends the open faults of a provider, or of one part of it. Returns the number of ended faults. */
export async function endFaults(
  db: Db | Tx,
  { provider, part, by }: { provider: ProviderName; part?: FaultPart | undefined; by: string },
): Promise<number> {
  const rows = await queryRows(db)`
    update payments.provider_fault set ended_at = platform.now(), ended_by = ${by}
    where provider = ${provider} and ended_at is null and (${part ?? null}::text is null or part = ${part ?? null}::text)
    returning id`
  return rows.length
}

/** The open faults, oldest first: at most one for each provider and part. */
export function openFaults(db: Db): Promise<OpenFault[]> {
  return queryRows<OpenFault>(db)`
    select provider, part, code, times, first_at as "firstAt", last_at as "lastAt" from payments.provider_fault
    where ended_at is null order by id`
}

/** Whether payouts by a provider are stopped: by a fault of our set-up, or by a person. */
export async function payoutsStopped(db: Db | Tx, provider: ProviderName): Promise<boolean> {
  const rows = await queryRows(db)`
    select from payments.provider_fault where provider = ${provider} and part = 'payouts' and ended_at is null
    union all select from payments.stop where provider = ${provider} and part = 'payouts'`
  return rows.length > 0
}

export type Registration = { provider: ProviderName; shortcode: string; version: string; addressesHash: string }

/** The registered addresses for the payments of this short code. */
export function registrationOf(
  db: Db,
  { provider, shortcode }: Pick<Registration, 'provider' | 'shortcode'>,
): Promise<Registration | undefined> {
  return queryRow<Registration>(db)`
    select provider, shortcode, version, addresses_hash as "addressesHash"
    from payments.registration where provider = ${provider} and shortcode = ${shortcode}`
}

export async function saveRegistration(db: Db, given: Registration): Promise<void> {
  await sql`
    insert into payments.registration (provider, shortcode, version, addresses_hash, registered_at)
    values (${given.provider}, ${given.shortcode}, ${given.version}, ${given.addressesHash}, platform.now())
    on conflict (provider, shortcode) do update set version = excluded.version, addresses_hash = excluded.addresses_hash,
      registered_at = excluded.registered_at`.execute(db)
}
