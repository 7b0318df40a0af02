import { afterAll, beforeAll, expect, test } from 'vitest'
import { points } from '@nare/contract/points'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'

let firstApp: TestApp
let secondApp: TestApp
beforeAll(async () => {
  firstApp = await testApp()
  secondApp = await testApp({}, { base: firstApp.base })
})
afterAll(async () => {
  await secondApp.close()
  await firstApp.close()
})

const bettorCount = 12
const rounds = 4

/** Runs every job of both processes concurrently. */
async function runAll(): Promise<void> {
  await Promise.all([firstApp, secondApp].flatMap(({ app }) => app.jobs().map((job) => job.run())))
}

test('when two processes run all jobs concurrently, every bet settles, earns points and is counted once', async () => {
  const bets = betsOn(firstApp)
  const elsewhere = betsOn(secondApp)
  const bettors = await firstApp.bettors(bettorCount, 1000)
  const [won, lost] = [await firstApp.match(), await firstApp.match()]
  const ids: string[] = []
  for (const [n, { token }] of bettors.entries()) {
    const on = n % 2 === 0 ? bets : elsewhere
    ids.push((await on.mustPlace(token, [pick(won)])).bet_id)
    await on.mustPlace(token, [pick(lost)])
  }
  await Promise.all([
    bets.result(won, { full_time: '2:0', half_time: '1:0' }),
    elsewhere.result(lost, { full_time: '0:2', half_time: '0:1' }),
    runAll(),
  ])
  for (let round = 0; round < rounds; round++) await runAll()
  const after = await Promise.all(
    bettors.map(async ({ token }, n) => {
      const { state } = await bets.bet(token, ids[n] ?? '')
      const earned = (await firstApp.call(points.history, {}, token)).body.data
      return { state, balance: await bets.balance(token), earned: earned.map((row) => row.points) }
    }),
  )
  const [first] = after
  expect(first).toMatchObject({ state: 'won' })
  expect(first?.earned.length).toBeGreaterThan(0)
  expect(after).toEqual(Array.from({ length: bettorCount }, () => first))
  await bets.verifyBooks()
})
