import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { random } from '#platform/random'
import { verifyAllBooks, checkMoneyModel } from '#testing/money-scenario'
import { openWorld, type World } from './testing/payments-world.ts'

/** The number of random courses, RUNS: 25 in `npm run test:long`, a thousand in `npm run test:release`. SEED repeats a run. */
const runs = Number(process.env['RUNS'] ?? 25)
/** The time limit of the test. A busy machine needs half of it. */
const courseMaxMs = 4_000
const stepsMax = 20
const proveEvery = 10

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test(
  'after any random course of payments, bets, results, faults and crashes, the ledger, the bets and the books of the provider agree',
  async () => {
    const seed = Number(process.env['SEED'] ?? random.below(2 ** 31))
    console.log(`money model: SEED=${seed}`)
    await fc.assert(checkMoneyModel(world, { stepsMax, proveEvery }), { numRuns: runs, seed })
    await verifyAllBooks(world)
  },
  Math.max(600_000, runs * courseMaxMs),
)
