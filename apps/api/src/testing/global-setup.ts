import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDatabase } from '#platform/database'
import type { Connection } from '#platform/db'
import { openLog } from '#platform/log'
import { migrate } from '#platform/migrate'
import { startPostgres } from '#platform/postgres'

/** The database of the prepared data folder: that of every server, and the one that each test file copies. */
export const templateName = 'nare'
export const migrationsFolder = new URL('../../../../db/migrations', import.meta.url).pathname

declare module 'vitest' {
  export interface ProvidedContext {
    connection: Connection
  }
}

/**
 * One real PostgreSQL for the whole test run, with a migrated template that each test file copies. It runs without durability, so tests
 * that kill a database start another, on a copy of the same data folder (`preparedData`). `scripts/test.mjs` names that folder where the
 * journeys find it too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-test-'))
  const dataDir = join(folder, 'running')
  const prepared = (process.env['PREPARED_DATA'] ??= join(folder, 'prepared'))
  await prepare(prepared)
  await cp(prepared, dataDir, { recursive: true })
  const postgres = await startPostgres({ dataDir, log: openLog('error'), durable: false })
  project.provide('connection', postgres.connection)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes the data folder of a stopped server with an empty database. */
async function prepare(dataDir: string): Promise<void> {
  const postgres = await startPostgres({ dataDir, log: openLog('error'), durable: false })
  await makeDatabase(postgres.connection, templateName)
  await migrate({ ...postgres.connection, database: templateName }, migrationsFolder)
  await postgres.stop()
}
