import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config'
import { openDatabase } from './database.ts'
import { isReachable, openDb, type Connection, type Db } from './db.ts'
import { openLog } from './log.ts'
import { migrate } from './migrate.ts'
import { embeddedConnection } from './postgres-cluster.ts'

const migrations = new URL('../../../../db/migrations', import.meta.url).pathname

type Reached = { readonly db: Db; readonly connection: Connection }

/**
 * Runs an operator's command with the configured database, whether or not the server is running. An embedded database that is not running
 * is started and migrated, and stopped again when the command ends or fails. With `asItIs` the database is not migrated.
 */
export async function withDatabase<Result>(
  config: Config,
  run: (reached: Reached) => Promise<Result>,
  { asItIs = false }: { asItIs?: boolean } = {},
): Promise<Result> {
  const { db, connection, close } = await reachDatabase(config, asItIs)
  try {
    return await run({ db, connection })
  } finally {
    await close()
  }
}

async function reachDatabase(config: Config, asItIs: boolean): Promise<Reached & { close(): Promise<void> }> {
  const log = openLog('warn')
  const running = await runningDatabase(config)
  const base = running ? undefined : await openDatabase({ config, log })
  if (base && !asItIs) await migrate(base.connection, migrations)
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

/** The connection of a running database: DATABASE_URL, or the embedded one of a running server. */
async function runningDatabase(config: Config): Promise<Connection | undefined> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const lock = join(config.dataDir, 'nare.lock')
  const isLocked = await access(lock).then(
    () => true,
    () => false,
  )
  if (!isLocked) return undefined
  const connection = await embeddedConnection(config.dataDir)
  const { db: trial } = openDb(connection, { size: 1, log: openLog('silent') })
  const up = await isReachable(trial)
  await trial.destroy()
  return up ? connection : undefined
}
