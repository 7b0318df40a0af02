import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { withDatabase } from './platform/reach.ts'
import { migrate, pendingMigrations } from './platform/migrate.ts'
import { runCommand } from './platform/start-error.ts'

/**
 * `npm run schema`: the migrations that this release would run on the database, whether or not a server runs on it. With `-- --apply` runs
 * them: the release before this one may serve meanwhile, if they only add. Exits with 1 if the schema is newer than this release or a
 * migration fails.
 */
const migrations = new URL('../../../db/migrations', import.meta.url).pathname
const { apply } = readOptions()

await runCommand(() =>
  withDatabase(
    readConfig(),
    async ({ connection }) => {
      const pending = await pendingMigrations(connection, migrations)
      if (pending.length === 0) console.log('The schema is up to date')
      else console.log(`${apply ? 'Runs' : 'Would run'} ${pending.join(', ')}`)
      if (apply) await migrate(connection, migrations)
      return 0
    },
    { asItIs: true },
  ),
)

function readOptions(): { apply?: boolean } {
  try {
    return parseArgs({ options: { apply: { type: 'boolean' } } }).values
  } catch {
    console.error('npm run schema [-- --apply]')
    process.exit(2)
  }
}
