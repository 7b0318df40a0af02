import { sql } from 'kysely'
import { transact, type Db, type Tx } from '#platform/db'
import type { TestApp } from './app.ts'

/** How many transactions of this test's database are waiting for a lock. */
export async function waitingForLocks(db: Db | Tx): Promise<number> {
  const rows = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(db)
  return rows.rows[0]?.waiting ?? 0
}

/**
 * Closes a bettor's account in a transaction that has the lock of the bettor's cash, begins the work meanwhile, and commits once the work waits
 * for a lock. Work that decides before it has the lock does not notice that the account is closed.
 */
export async function closedMeanwhile<T>({ app }: TestApp, bettor: bigint, work: () => Promise<T>): Promise<T> {
  const { running } = await transact(app.db, async (tx) => {
    await app.ledger.lockCash(tx, [bettor])
    await sql`insert into protection.closed (bettor_id, since) values (${bettor}::bigint, platform.now())`.execute(tx)
    let isOver = false
    const begun = work().finally(() => (isOver = true))
    while (!isOver && (await waitingForLocks(tx)) === 0);
    return { running: begun }
  })
  return running
}
