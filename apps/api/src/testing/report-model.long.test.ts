import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ke } from '#country/ke'
import { accountSources } from '#modules/identity/identity'
import { openWorld, type World } from '#modules/payments/testing/payments-world'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { random } from '#platform/random'
import { checkMoneyModel } from '#testing/money-scenario'
import { expectReportsOfLedger, signUpFrom } from '#testing/report-books'
import { openRollUps } from '#modules/report/report'
import { brokenFigures, expectFiguresOfLedger, followKilled, keptFigures } from '#modules/report/testing/figures'

/** The number of random courses, RUNS: 25 in `npm run test:long`, a thousand in `npm run test:release`. SEED repeats a run. */
const runs = Number(process.env['RUNS'] ?? 25)
const courseMaxMs = 6_000
const [stepsMax, proveEvery, killedEvery] = [20, 10, 3]

let world: World
let owner: Db

beforeAll(async () => {
  world = await openWorld()
  owner = openDb(world.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await world.close()
})

test(
  'after each random course of payments, bets, results, faults and crashes every report equals the ledger, and a rebuild the kept figures',
  async () => {
    const { db } = world.base
    const rollUps = openRollUps({ db, country: ke, ledger: world.ledger, accountSources })
    let courses = 0

    async function reportsAgree(): Promise<void> {
      const readers = [rollUps.follow, rollUps.followSources]
      const [killed] = courses % 2 === 0 ? readers : readers.toReversed()
      if (killed && courses++ % killedEvery === 0) await followKilled({ owner, db }, killed)
      expect(await brokenFigures(db)).toEqual([])
      for (const read of readers) while ((await read()) !== 'end');
      await world.ledger.sumHouseFlow()
      expect(await brokenFigures(db)).toEqual([])
      await expectReportsOfLedger(world)
      await signUpFrom(owner, [null, 'radio', 'sms'][courses % 3] ?? null)
    }

    const seed = Number(process.env['SEED'] ?? random.below(2 ** 31))
    console.log(`reports after the money model: SEED=${seed}`)
    await fc.assert(checkMoneyModel(world, { stepsMax, proveEvery, ended: reportsAgree }), { numRuns: runs, seed })
    await expectFiguresOfLedger(db)
    const kept = await keptFigures(db)
    await rollUps.rebuild()
    expect(await keptFigures(db)).toEqual(kept)
  },
  Math.max(600_000, runs * courseMaxMs),
)
