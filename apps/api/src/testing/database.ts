import pg from 'pg'
import { inject } from 'vitest'
import { openDb, type Connection, type Db } from '#platform/db'
import { DbClient } from '#platform/db-client'
import { openLog } from '#platform/log'
import { templateName } from './global-setup.ts'

export type TestDatabase = { readonly db: Db; readonly connection: Connection; close(): Promise<void> }

let databasesMade = 0
let creating: Promise<DbClient> | undefined

/** A fresh, migrated database for one test file; `close` drops it. */
export async function testDatabase({ size = 6 }: { size?: number } = {}): Promise<TestDatabase> {
  const server = inject('connection')
  const name = `test_${process.pid}_${process.env['VITEST_WORKER_ID'] ?? '0'}_${Date.now().toString(36)}_${databasesMade++}`
  await create(server, name)
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

/** Copies the template over one connection for all test files of a worker: opening a connection takes as long as a copy. */
async function create(server: Connection, name: string): Promise<void> {
  creating ??= connected(server)
  const client = await creating
  await client.query(`create database ${pg.escapeIdentifier(name)} template ${templateName} strategy file_copy`)
}

async function connected(server: Connection): Promise<DbClient> {
  const client = new DbClient(server)
  // Without a listener the end of the shared PostgreSQL, after the last test, would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Drops a database, so that a run does not accumulate them. A database that is still in use remains until the end of the run. */
async function drop(server: Connection, name: string): Promise<void> {
  const client = await connected(server)
  await client.query(`drop database ${pg.escapeIdentifier(name)}`).finally(() => client.end())
}

/** The address of a test's database, for `DATABASE_URL`. */
export function databaseUrl(connection: Connection): string {
  const url = new URL(`postgres://localhost:${connection.port}/${connection.database}`)
  url.username = connection.user ?? ''
  url.password = connection.password ?? ''
  if (connection.host?.startsWith('/')) url.searchParams.set('host', connection.host)
  else url.hostname = connection.host ?? ''
  return url.href
}
