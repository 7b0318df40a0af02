import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '#platform/random'
import { verifyAllBooks, checkMoneyModel } from '#testing/money-scenario'
import { killedWorld } from './testing/killed-world.ts'

/** KILLED_RUNS courses: two in every run of all tests, a thousand in `npm run test:long`. SEED repeats a run. */
const runs = Number(process.env['KILLED_RUNS'] ?? 2)
const most = 20
/** All books of the database are proven this often; a proof reads all that the courses before left, so a long run proves less often. */
const proveEvery = runs > 100 ? 20 : 1
const courseMaxMs = 30_000
const progressEvery = 50

let world: Awaited<ReturnType<typeof killedWorld>>

beforeAll(async () => {
  world = await killedWorld()
}, 120_000)
afterAll(() => world.close())

test(
  'after any course in which the real process is killed by SIGKILL the ledger, the bets and the books of the provider agree',
  async () => {
    const seed = Number(process.env['SEED'] ?? random.below(2 ** 31))
    const done = { courses: 0, steps: 0 }
    const report = () =>
      console.log(
        `money model, killed: ${done.courses} courses, ${done.steps} steps, ${world.starts()} starts, SEED=${seed}`,
      )
    report()
    const ended = (steps: number) => {
      done.courses++
      done.steps += steps
      if (done.courses % progressEvery === 0) report()
    }
    // A course takes seconds, so a failing one is reported without being shortened.
    await fc.assert(checkMoneyModel(world, { most, proveEvery, ended }), { numRuns: runs, seed, endOnFailure: true })
    await verifyAllBooks(world)
    report()
    expect(world.starts()).toBeGreaterThan(runs)
  },
  Math.max(600_000, runs * courseMaxMs),
)
