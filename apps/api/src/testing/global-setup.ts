import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDatabase } from '#platform/database'
import type { Connection } from '#platform/db'
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

/**
 * One real PostgreSQL for the whole test run, with a migrated template that each test file copies. It runs without durability, so tests
 * that kill a database start another.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-test-'))
  const postgres = await startPostgres({ dataDir, log: openLog('error'), durable: false })
  await makeDatabase(postgres.connection, templateName)
  await migrate({ ...postgres.connection, database: templateName }, migrationsFolder)
  project.provide('connection', postgres.connection)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
