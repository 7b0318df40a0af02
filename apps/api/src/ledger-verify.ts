import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { verifyBets } from './modules/betting/verify.ts'
import { verifyLedger } from './modules/ledger/verify.ts'
import { openDatabase } from './platform/database.ts'
import { answers, openDb, type Connection } from './platform/db.ts'
import { openLog } from './platform/log.ts'
import { embeddedConnection } from './platform/postgres-cluster.ts'

/** `npm run ledger:verify`: proves the books of the configured database, running or not; exits 1 where they are wrong. */
const config = readConfig()
const log = openLog('warn')
const running = await reachable()
const base = running ? undefined : await openDatabase({ config, log })
const { db } = openDb(running ?? base?.connection ?? {}, { size: 2, log })
const checks = [...(await verifyLedger(db)), ...(await verifyBets(db))]
for (const { name, looked, broken } of checks) {
  console.log(`${broken === 0 ? 'ok   ' : 'WRONG'}  ${name}: ${looked} looked at${broken > 0 ? `, ${broken} broken` : ''}`)
}
await db.destroy()
await base?.stop()
process.exitCode = checks.some((check) => check.broken > 0) ? 1 : 0

/** The connection of a database that runs already: DATABASE_URL, or the embedded one of a running process. */
async function reachable(): Promise<Connection | undefined> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const lock = join(config.dataDir, 'nare.lock')
  const held = await access(lock).then(() => true, () => false)
  if (!held) return undefined
  const connection = await embeddedConnection(config.dataDir)
  const { db: trial } = openDb(connection, { size: 1, log: openLog('silent') })
  const up = await answers(trial)
  await trial.destroy()
  return up ? connection : undefined
}
