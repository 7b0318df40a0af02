import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDatabase } from '#platform/database'
import type { Connection } from '#platform/db'
import { DbClient } from '#platform/db-client'
import { openLog } from '#platform/log'
import { migrate } from '#platform/migrate'
import { startPostgres } from '#platform/postgres'

export const templateName = 'nare_template'
export const migrationsFolder = new URL('../../../../db/migrations', import.meta.url).pathname

declare module 'vitest' {
  export interface ProvidedContext {
    connection: Connection
  }
}

/** The database of a server with its own data folder. */
const serverDatabase = 'nare'

/**
 * One real PostgreSQL for the whole test run, with a migrated template that each test file copies: the embedded one, or the server of
 * `TEST_DATABASE_URL`, whose user is a superuser. The embedded one runs without durability, so tests that kill a database start another, on
 * a copy of the same prepared data folder; `scripts/test.mjs` names that folder where the journeys find it too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const { connection, stop } =
    url === undefined ? await startEmbedded() : { connection: serverOf(url), stop: undefined }
  await makeDatabase(connection, templateName)
  await migrate({ ...connection, database: templateName }, migrationsFolder)
  project.provide('connection', connection)
  return async () => stop?.()
}

async function startEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'nare-test-'))
  const dataDir = join(folder, 'running')
  const prepared = (process.env['PREPARED_DATA'] ??= join(folder, 'prepared'))
  await prepare(prepared)
  await cp(prepared, dataDir, { recursive: true })
  const { connection, stop } = await startPostgres({ dataDir, log: openLog('error'), durable: false })
  // Where PostgreSQL cannot run in the data folder, the copy has no database; its migrations run below.
  await makeDatabase(connection, serverDatabase)
  const client = new DbClient(connection)
  await client.connect()
  await client.query(`create database ${templateName} template ${serverDatabase} strategy file_copy`)
  await client.end()
  return {
    connection,
    async stop(): Promise<void> {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the data folder of a stopped server whose database is empty and migrated. */
async function prepare(dataDir: string): Promise<void> {
  const { connection, stop } = await startPostgres({ dataDir, log: openLog('error'), durable: false })
  await makeDatabase(connection, serverDatabase)
  await migrate({ ...connection, database: serverDatabase }, migrationsFolder)
  await stop()
}

function serverOf(address: string): Connection {
  const { hostname: host, port, username: user, password } = new URL(address)
  return { host, port: Number(port || 5432), user, password, database: 'postgres' }
}
