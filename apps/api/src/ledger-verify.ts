import { readConfig } from './config.ts'
import { withDatabase } from './platform/reach.ts'
import { runCommand, runOrExit } from './platform/start-error.ts'
import { verifyBooks } from './verify-books.ts'

/**
 * `npm run ledger:verify` verifies the books of the configured database, whether or not the server is running: from the last checkpoint, or
 * with `-- --full` from the first transfer. Exits with 1 if the books are wrong, and with 2 for an unknown option or if the database stops
 * before everything was read.
 */
const options = process.argv.slice(2)
if (options.some((option) => option !== '--full')) {
  console.error('npm run ledger:verify [-- --full]')
  process.exit(2)
}
const config = await runOrExit(async () => readConfig())
await runCommand(() =>
  withDatabase(config, async ({ db }) =>
    (await verifyBooks(db, { full: options.includes('--full'), config })) ? 0 : 1,
  ),
)
