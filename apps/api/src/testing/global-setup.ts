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
 * One real PostgreSQL for the whole test run, with a migrated template that each test file copies: the embedded one, or the server of
 * `TEST_DATABASE_URL`, whose user is a superuser. The embedded one runs without durability, so tests that kill a database start another.
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
  const dataDir = await mkdtemp(join(tmpdir(), 'nare-test-'))
  const postgres = await startPostgres({ dataDir, log: openLog('error'), durable: false })
  return {
    connection: postgres.connection,
    async stop(): Promise<void> {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function serverOf(address: string): Connection {
  const { hostname: host, port, username: user, password } = new URL(address)
  return { host, port: Number(port || 5432), user, password, database: 'postgres' }
}
