import { mkdir } from 'node:fs/promises'
import type { Config } from './config.ts'
import type { Lifetime } from './lifetime.ts'
import { openDatabase, type Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'

const migrations = new URL('../../../db/migrations', import.meta.url).pathname

type Deps = { readonly config: Config; readonly log: Log; readonly lifetime: Lifetime }

/** Opens the database, or starts the embedded one, and brings its schema up to date. It is the last thing that stops with the process. */
export async function prepareDatabase({ config, log, lifetime }: Deps): Promise<Database> {
  if (!config.databaseUrl) await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = await openDatabase({ config, log })
  lifetime.onStop(() => database.stop())
  const ran = await migrate(database.connection, migrations)
  if (ran.length > 0) log.info({ migrations: ran }, 'migrations applied')
  return database
}
