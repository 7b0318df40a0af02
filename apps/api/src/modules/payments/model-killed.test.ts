import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random } from '#platform/random'
import { verifyAllBooks, checkMoneyModel } from '#testing/money-scenario'
import { killedWorld } from './testing/killed-world.ts'

const runs = Number(process.env['KILLED_RUNS'] ?? 10)
const most = 20

let world: Awaited<ReturnType<typeof killedWorld>>

beforeAll(async () => {
  world = await killedWorld()
}, 120_000)
afterAll(() => world.close())

test('after any course in which the real process is killed by SIGKILL the ledger, the bets and the books of the provider agree', async () => {
  const seed = Number(process.env['SEED'] ?? random.below(2 ** 31))
  console.log(`money model, killed: SEED=${seed}`)
  // A course takes seconds: the one that fails is told as it is, not made shorter.
  await fc.assert(checkMoneyModel(world, { most, proveEvery: 1 }), { numRuns: runs, seed, endOnFailure: true })
  await verifyAllBooks(world)
  console.log(`money model, killed: ${runs} courses, ${world.starts()} starts`)
  expect(world.starts()).toBeGreaterThan(runs)
}, 600_000)
