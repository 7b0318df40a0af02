import { sql } from 'kysely'
import { queryRow, transact, type Db, type Tx } from '#platform/db'
import type { TestApp } from './app.ts'

/** How many transactions of this test's database are waiting for a lock. */
export async function waitingForLocks(db: Db | Tx): Promise<number> {
  // Else a transaction sees for ever the connections of its first look, and none that was opened since.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const row = await queryRow<{ waiting: number }>(db)`
    select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`
  return row?.waiting ?? 0
}

/** How many sessions wait for this transaction. */
async function waitingForThis(tx: Tx): Promise<number> {
  const row = await queryRow<{ waiting: number }>(tx)`
    select count(*)::int as waiting from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  return row?.waiting ?? 0
}

/**
 * Locks rows in a transaction, begins the work meanwhile, and commits once somebody waits for it. Work that decides before it has the lock
 * does not notice what the transaction has written.
 */
export async function lockedMeanwhile<T>(
  db: Db,
  lock: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { running } = await transact(db, async (tx) => {
    await lock(tx)
    let isOver = false
    const begun = work().finally(() => (isOver = true))
    while (!isOver && (await waitingForThis(tx)) === 0);
    return { running: begun }
  })
  return running
}

/** Closes a bettor's account in a transaction that has the lock of the bettor's cash, as `lockedMeanwhile`. */
export const closedMeanwhile = <T>({ app }: TestApp, bettor: bigint, work: () => Promise<T>): Promise<T> =>
  lockedMeanwhile(
    app.db,
    async (tx) => {
      await app.ledger.lockCash(tx, [bettor])
      await sql`insert into protection.closed (bettor_id, since) values (${bettor}::bigint, platform.now())`.execute(tx)
    },
    work,
  )
