import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'
import { openDatabase } from './database.ts'
import { answers, openDb, type Connection, type Db } from './db.ts'
import { openLog } from './log.ts'
import { migrate } from './migrate.ts'
import { embeddedConnection } from './postgres-cluster.ts'

const migrations = new URL('../../../../db/migrations', import.meta.url).pathname

/**
 * The configured database for a command of the operator, whether the platform runs beside it or not: an embedded one that does
 * not run is started and brought up to date, and stopped again by `close`.
 */
export async function reachDatabase(
  config: Config,
): Promise<{ db: Db; connection: Connection; close(): Promise<void> }> {
  const log = openLog('warn')
  const running = await runningOne(config)
  const base = running ? undefined : await openDatabase({ config, log })
  if (base) await migrate(base.connection, migrations)
  const connection = running ?? base?.connection ?? {}
  const { db } = openDb(connection, { size: 2, log })
  return {
    db,
    connection,
    async close() {
      await db.destroy()
      await base?.stop()
    },
  }
}

/** The connection of a database that runs already: DATABASE_URL, or the embedded one of a running process. */
async function runningOne(config: Config): Promise<Connection | undefined> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const lock = join(config.dataDir, 'nare.lock')
  const held = await access(lock).then(
    () => true,
    () => false,
  )
  if (!held) return undefined
  const connection = await embeddedConnection(config.dataDir)
  const { db: trial } = openDb(connection, { size: 1, log: openLog('silent') })
  const up = await answers(trial)
  await trial.destroy()
  return up ? connection : undefined
}
