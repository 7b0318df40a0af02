import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** The share, in percent, of the highest stake and liability that each of these bettors is offered; those with 100 are left out. */
export async function stakePercents(on: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ bettor: bigint; percent: number }>`
    select bettor_id as bettor, percent from betting.stake_percent
    where bettor_id = any(${bettors}::bigint[]) and percent <> 100`.execute(on)
  return new Map(rows.map(({ bettor, percent }) => [bettor, percent]))
}

/** Sets the share for a bettor. Stakes that are placed after the commit have it: the caller has locked the bettor's cash account. */
export async function setStakePercent(
  tx: Tx,
  { bettor, percent, by }: { bettor: bigint; percent: number; by: string },
): Promise<void> {
  await sql`
    insert into betting.stake_percent (bettor_id, percent, by, changed_at)
    values (${bettor}::bigint, ${percent}::int, ${by}, platform.now())
    on conflict (bettor_id) do update set percent = excluded.percent, by = excluded.by, changed_at = excluded.changed_at`.execute(
    tx,
  )
}
