import { sql } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import type { TestDatabase } from './database.ts'

/**
 * Stops the clock of a test's database and of this process until the end of the test, so that a slow machine misses no short wait. The
 * sandbox's clock can still be advanced.
 */
export async function stopClock({ connection }: TestDatabase): Promise<void> {
  const { db: owner } = openDb(connection, { size: 1, log: openLog('silent'), role: 'none' })
  const define = (moment: string) =>
    sql`create or replace function platform.now() returns timestamptz language sql volatile
      return ${sql.raw(moment)} + (select shift from platform.clock)`.execute(owner)
  const nowMs = Date.now()
  const stopped = vi.spyOn(Date, 'now').mockReturnValue(nowMs)
  onTestFinished(async () => {
    stopped.mockRestore()
    await define('clock_timestamp()')
    await owner.destroy()
  })
  await define(`to_timestamp(${nowMs} / 1000.0)`)
}
