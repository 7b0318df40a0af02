import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '#platform/random'
import { verifyAllBooks, checkMoneyModel } from '#testing/money-scenario'
import { killedWorld } from './testing/killed-world.ts'

/** The number of random courses, KILLED_RUNS. SEED repeats a run. */
const runs = Number(process.env['KILLED_RUNS'] ?? 250)
const stepsMax = 20
/** The number of courses between two verifications of all books. A verification reads the data of all earlier courses, so a long run verifies less often. */
const proveEvery = runs > 100 ? 20 : 1
const courseMaxMs = 30_000
const progressEvery = 50

let world: Awaited<ReturnType<typeof killedWorld>>

beforeAll(async () => {
  world = await killedWorld()
}, 120_000)
afterAll(() => world.close())

test(
  'after any random course with SIGKILLs of the real process, the ledger, the bets and the books of the provider agree',
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
    // A course takes seconds, so a failing course is reported without shrinking it.
    await fc.assert(checkMoneyModel(world, { stepsMax, proveEvery, ended }), {
      numRuns: runs,
      seed,
      endOnFailure: true,
    })
    await verifyAllBooks(world)
    report()
    expect(world.starts()).toBeGreaterThan(runs)
  },
  Math.max(600_000, runs * courseMaxMs),
)
