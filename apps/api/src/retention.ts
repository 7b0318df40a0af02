import { readConfig } from './config.ts'
import { matchesResultedBefore } from './modules/catalog/catalog.ts'
import { openLog } from './platform/log.ts'
import { withDatabase } from './platform/reach.ts'
import { openRetention } from './platform/retention.ts'
import { runOrExit } from './platform/start-error.ts'
import { retentionPlan, withErasure } from './retention-plan.ts'

/**
 * `npm run retention` exports and drops data that is old enough; with `-- --dry-run` it only lists the data. Exits with 1 if a partition was
 * kept because its file is damaged, and with 2 if another process is running the retention.
 */
const options = process.argv.slice(2)
const dry = options.includes('--dry-run')
if (options.some((option) => option !== '--dry-run')) {
  console.error('npm run retention [-- --dry-run]')
  process.exit(2)
}
const config = await runOrExit(async () => readConfig())
const plan = withErasure(retentionPlan(config, { resultedBefore: matchesResultedBefore }), config)
const result = await runOrExit(() =>
  withDatabase(config, ({ connection }) => {
    const retention = openRetention({ connection, log: openLog('warn'), ...plan })
    return dry ? retention.plan() : retention.run()
  }),
)
if (!result) {
  console.error('Another process is running the retention; try again later')
  process.exit(2)
}
const { folder } = config.retention
for (const part of result.parts) console.log(`${dry ? 'old enough' : 'dropped   '}  ${part}`)
if (dry && folder === undefined && result.parts.length > 0)
  console.log('RETENTION_DIR is not set: no partition is dropped')
for (const reason of result.kept) console.log(`KEPT        ${reason}`)
for (const [what, rows] of Object.entries(result.deleted))
  console.log(`${dry ? 'old enough' : 'deleted   '}  ${what}: ${rows}`)
process.exitCode = result.kept.length > 0 ? 1 : 0
