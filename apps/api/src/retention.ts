import { readConfig } from './config.ts'
import { matchesResultedBefore } from './modules/catalog/catalog.ts'
import { openLog } from './platform/log.ts'
import { reachDatabase } from './platform/reach.ts'
import { openRetention } from './platform/retention.ts'
import { runOrExit } from './platform/start-error.ts'
import { retentionPlan } from './retention-plan.ts'

/**
 * `npm run retention -- --dry-run`: says what is old enough to go; without the word it takes one turn. Exits 1 where a part had to
 * stay because its file is damaged, 2 where another process has the turn.
 */
const given = process.argv.slice(2)
const dry = given.includes('--dry-run')
if (given.some((word) => word !== '--dry-run')) {
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
  console.error('Another process is at it; try again later')
  process.exit(2)
}
const { folder } = config.retention
for (const part of turn.parts) console.log(`${dry ? 'old enough' : 'dropped   '}  ${part}`)
if (dry && folder === undefined && turn.parts.length > 0) console.log('RETENTION_DIR is not set: none of them goes')
for (const why of turn.kept) console.log(`KEPT        ${why}`)
for (const [what, rows] of Object.entries(turn.deleted))
  console.log(`${dry ? 'old enough' : 'deleted   '}  ${what}: ${rows}`)
process.exitCode = turn.kept.length > 0 ? 1 : 0
