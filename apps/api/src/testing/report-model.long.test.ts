import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ke } from '#country/ke'
import { accountSources } from '#modules/identity/identity'
import { openWorld, type World } from '#modules/payments/testing/payments-world'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { random } from '#platform/random'
import { checkMoneyModel } from '#testing/money-scenario'
import { bettorsReport } from '#modules/report/bettor-days'
import { grossReport } from '#modules/report/gross'
import { openRollUps } from '#modules/report/report'
import { taxReport } from '#modules/report/tax'
import { brokenFigures, expectFiguresOfLedger, followKilled, keptFigures, zone } from '#modules/report/testing/figures'

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

/** The days of the country around the platform's present one. */
function daysAround() {
  const dayAt = (days: number) => new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  return { from: dayAt(-390), to: dayAt(2) }
}

test(
  'after each random course of payments, bets, results, faults and crashes every report equals the ledger, and a rebuild the kept figures',
  async () => {
    const { db } = world.base
    const rollUps = openRollUps({ db, country: ke, ledger: world.ledger, accountSources })
    let courses = 0

    async function reportsAgree(): Promise<void> {
      if (courses++ % killedEvery === 0) await followKilled({ owner, db }, rollUps.follow)
      expect(await brokenFigures(db)).toEqual([])
      while ((await rollUps.follow()) !== 'end');
      await world.ledger.sumHouseFlow()
      expect(await brokenFigures(db)).toEqual([])
      const days = daysAround()
      for (const report of [
        await grossReport(db, zone, { ...days, by: 'product' }),
        await bettorsReport({ db, zone, accountSources }, days),
        await taxReport({ db, country: ke }, days),
      ])
        expect(report).toMatchObject({ ok: true, value: { equals_ledger: true } })
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
