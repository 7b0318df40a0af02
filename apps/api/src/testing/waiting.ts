import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** How many transactions of this test's database are waiting for a lock. */
export async function waitingForLocks(db: Db | Tx): Promise<number> {
  const rows = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(db)
  return rows.rows[0]?.waiting ?? 0
}
