import { readConfig } from './config.ts'
import { reachDatabase } from './platform/reach.ts'
import { runCommand, runOrExit } from './platform/start-error.ts'
import { verifyBooks } from './verify-books.ts'

/**
 * `npm run ledger:verify`: verifies the books of the configured database from the last checkpoint, beside a running server or without
 * one; with `-- --full` from the first transfer. Exits 1 where they are wrong, 2 for another option and
 * where the database stops before all was read.
 */
const options = process.argv.slice(2)
if (options.some((option) => option !== '--full')) {
  console.error('npm run ledger:verify [-- --full]')
  process.exit(2)
}
const { db, close } = await runOrExit(async () => reachDatabase(readConfig()))
await runCommand(async () => {
  const right = await verifyBooks(db, { full: options.includes('--full') })
  await close()
  return right ? 0 : 1
})
