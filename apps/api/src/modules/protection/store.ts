import { sql } from 'kysely'
import type { Tx } from '#platform/db'

/** Which of these bettors may not stake now, each with the end of the longest reason, and what time it is. */
export async function excludedNow(
  tx: Tx,
  bettors: readonly bigint[],
): Promise<{ now: Date; excluded: Map<bigint, Date> }> {
  const rows = await sql<{ now: Date; bettor: bigint | null; until: Date | null }>`
    with at as materialized (select platform.now() as now)
    select at.now, held.bettor_id as bettor, held.until
    from at left join lateral (
      select bettor_id, max(until) as until from protection.exclusion
      where bettor_id = any(${bettors}::bigint[]) and until > at.now group by bettor_id
    ) held on true`.execute(tx)
  const excluded = new Map<bigint, Date>()
  for (const row of rows.rows) if (row.bettor !== null && row.until) excluded.set(row.bettor, row.until)
  return { now: rows.rows[0]?.now ?? new Date(0), excluded }
}

export async function insertExclusion(
  tx: Tx,
  { bettor, period, seconds }: { bettor: bigint; period: string; seconds: number },
): Promise<Date> {
  const rows = await sql<{ until: Date }>`
    with at as materialized (select platform.now() as now)
    insert into protection.exclusion (bettor_id, since, until, period)
    select ${bettor}::bigint, now, now + make_interval(secs => ${seconds}), ${period} from at returning until`.execute(
    tx,
  )
  return rows.rows[0]?.until ?? new Date(0)
}
