import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openWorld, type World } from '@nare/api/modules/payments/testing/payments-world'
import { makeDatabase } from '@nare/api/platform/database'
import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { migrate } from '@nare/api/platform/migrate'
import { startPostgres } from '@nare/api/platform/postgres'
import { random } from '@nare/api/platform/random'
import { verifyAllBooks, checkMoneyModel } from '@nare/api/testing/money-scenario'

/**
 * `npm run bench soak -- [runs] [seed]`: runs the tests' model of a bettor's money for thousands of scenarios of
 * deposits, withdrawals, bets, results, provider faults, crashes and restarts. Stops at the first mismatch, shrinks its scenario to a
 * minimal one, prints it and exits with 1.
 */
const runs = Number(process.argv[2] ?? 2000)
const seed = Number(process.argv[3] ?? random.below(2 ** 31))
const operationsMax = 24
const proveEvery = 50
const progressMs = 5000

const migrations = new URL('../db/migrations', import.meta.url).pathname
const dataDir = await mkdtemp(join(tmpdir(), 'nare-soak-'))
const postgres = await startPostgres({ dataDir, log: openLog('error') })
try {
  const connection = { ...postgres.connection, database: 'soak' }
  await makeDatabase(postgres.connection, connection.database)
  await migrate(connection, migrations)
  const { db } = openDb(connection, { size: 16, log: openLog('error') })
  const world = await openWorld({ base: { db, connection, close: () => db.destroy() } })
  if (!(await soaked(world))) process.exitCode = 1
  await world.close()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Prints the number of money movements by kind. */
async function printMovements({ base }: World): Promise<void> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, count(*) from ledger.transfer group by kind order by kind`.execute(base.db)
  console.log(rows.map(({ kind, count }) => `${kind} ${count}`).join(', '))
}

/** Runs the scenarios; returns whether all of them agreed with the model. */
async function soaked(world: World): Promise<boolean> {
  const started = performance.now()
  const done = { runs: 0, operations: 0 }
  const report = () => {
    const seconds = (performance.now() - started) / 1000
    const rate = (done.runs / seconds).toFixed(1)
    console.log(
      `${done.runs} of ${runs} runs, ${done.operations} operations, ${seconds.toFixed(0)} s (${rate} runs a second), seed ${seed}`,
    )
  }
  report()
  const progress = setInterval(report, progressMs)
  const ended = (steps: number) => {
    done.runs++
    done.operations += steps
  }
  const checked = await fc.check(checkMoneyModel(world, { stepsMax: operationsMax, proveEvery, ended }), {
    numRuns: runs,
    seed,
  })
  clearInterval(progress)
  report()
  if (checked.failed) {
    console.error(fc.defaultReportMessage(checked) ?? '')
    console.error(checked.errorInstance)
    return false
  }
  await verifyAllBooks(world)
  await printMovements(world)
  console.log('the ledger, the bets and the books of the provider agree')
  return true
}
