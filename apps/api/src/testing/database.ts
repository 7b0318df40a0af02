import { inject } from 'vitest'
import { makeDatabase } from '#platform/database'
import { openDb, type Connection, type Db } from '#platform/db'
import { openLog } from '#platform/log'

export type TestDatabase = { readonly db: Db; readonly connection: Connection; close(): Promise<void> }

let made = 0

/** A fresh, migrated database for one test file. */
export async function testDatabase({ size = 16 }: { size?: number } = {}): Promise<TestDatabase> {
  const server = inject('connection')
  const name = `test_${process.pid}_${process.env['VITEST_WORKER_ID'] ?? '0'}_${Date.now().toString(36)}_${made++}`
  await makeDatabase(server, name, 'nare_template')
  const connection = { ...server, database: name }
  const { db } = openDb(connection, { size, log: openLog('error') })
  return { db, connection, close: () => db.destroy() }
}
