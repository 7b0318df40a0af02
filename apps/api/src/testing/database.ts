import pg from 'pg'
import { inject } from 'vitest'
import { makeDatabase } from '#platform/database'
import { openDb, type Connection, type Db } from '#platform/db'
import { DbClient } from '#platform/db-client'
import { openLog } from '#platform/log'

export type TestDatabase = { readonly db: Db; readonly connection: Connection; close(): Promise<void> }

let databasesMade = 0

/** A fresh, migrated database for one test file; `close` drops it. */
export async function testDatabase({ size = 16 }: { size?: number } = {}): Promise<TestDatabase> {
  const server = inject('connection')
  const name = `test_${process.pid}_${process.env['VITEST_WORKER_ID'] ?? '0'}_${Date.now().toString(36)}_${databasesMade++}`
  await makeDatabase(server, name, 'nare_template')
  const connection = { ...server, database: name }
  const { db } = openDb(connection, { size, log: openLog('error') })
  return {
    db,
    connection,
    async close() {
      await db.destroy()
      // Not awaited: PostgreSQL waits up to 5 s for connections that are being closed.
      void drop(server, name).catch(() => undefined)
    },
  }
}

/** Drops a database, so that a run does not accumulate them. A database that is still in use remains until the end of the run. */
async function drop(server: Connection, name: string): Promise<void> {
  const client = new DbClient(server)
  await client.connect()
  await client.query(`drop database ${pg.escapeIdentifier(name)}`).finally(() => client.end())
}
