import { readConfig } from './config.ts'
import { matchesResultedBefore } from './modules/catalog/catalog.ts'
import { openLog } from './platform/log.ts'
import { reachDatabase } from './platform/reach.ts'
import { openRetention } from './platform/retention.ts'
import { runOrExit } from './platform/start-error.ts'
import { retentionPlan } from './retention-plan.ts'

/**
 * `npm run retention`: exports and drops what is old enough; with `-- --dry-run` it only lists it. Exits 1 where a partition had to
 * stay because its file is damaged, 2 where another process is running it.
 */
const options = process.argv.slice(2)
const dry = options.includes('--dry-run')
if (options.some((option) => option !== '--dry-run')) {
  console.error('npm run retention [-- --dry-run]')
  process.exit(2)
}
const config = await runOrExit(async () => readConfig())
const { connection, close } = await runOrExit(() => reachDatabase(config))
const plan = retentionPlan(config, { resultedBefore: matchesResultedBefore })
const retention = openRetention({ connection, log: openLog('warn'), ...plan })
const turn = dry ? await retention.plan() : await retention.run()
await close()
if (!turn) {
  console.error('Another process is running the retention; try again later')
  process.exit(2)
}
const { folder } = config.retention
for (const part of turn.parts) console.log(`${dry ? 'old enough' : 'dropped   '}  ${part}`)
if (dry && folder === undefined && turn.parts.length > 0)
  console.log('RETENTION_DIR is not set: none of them is dropped')
for (const reason of turn.kept) console.log(`KEPT        ${reason}`)
for (const [what, rows] of Object.entries(turn.deleted))
  console.log(`${dry ? 'old enough' : 'deleted   '}  ${what}: ${rows}`)
process.exitCode = turn.kept.length > 0 ? 1 : 0
