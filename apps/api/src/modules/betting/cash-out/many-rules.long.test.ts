import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testBuses } from '#platform/testing/bus-pair'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'

/** `RULES=20000` prints how long as many take as a large match may have. */
const rules = Number(process.env['RULES'] ?? 1_000)
// Placing 20,000 bets takes minutes.
if (process.env['RULES']) vi.setConfig({ testTimeout: 1_200_000 })
const bettorCount = 500
const placedAtOnce = 100

let withFeed: TestApp
let withJobs: TestApp
beforeAll(async () => {
  const [feed, jobs] = testBuses(2)
  if (!feed || !jobs) throw new Error('two processes')
  withFeed = await testApp({}, { bus: feed })
  withJobs = await testApp({}, { base: withFeed.base, bus: jobs })
})
afterAll(async () => {
  await withJobs.close()
  await withFeed.close()
})

test('a price change in one process carries out all rules on its match in another, each once', async () => {
  const { db } = withFeed.base
  const bets = betsOn(withFeed)
  const bettors = await withFeed.bettors(bettorCount, 10_000)
  const match = await withFeed.match()
  for (let n = 0; n < rules; n += placedAtOnce) {
    const batch = Array.from({ length: Math.min(placedAtOnce, rules - n) }, (_, k) => bettors[(n + k) % bettorCount])
    await Promise.all(
      batch.map(async (bettor) => bettor && bets.mustPlace(bettor.token, [pick(match)], { stake: '20' })),
    )
  }
  await sql`
    with rule as (
      insert into betting.cash_out_rule (bet_id, bettor_id, id, amount, active)
      select bet_id, bettor_id, gen_random_uuid(), 2400, true from betting.bet returning bet_id)
    insert into betting.cash_out_watch (match_id, bet_id) select ${match}::int, bet_id from rule`.execute(db)
  await withJobs.app.betting.cashOut.checkRules()
  const count = async (state: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from betting.bet where state = ${state}`.execute(db)).rows[0]?.n
  expect(await count('open')).toBe(rules)
  const started = performance.now()
  await bets.price(match, { '1': { home_team: '1.20', draw: '6.50', away_team: '12.00' } })
  await expect.poll(() => count('open'), { timeout: 900_000, interval: 200 }).toBe(0)
  if (process.env['RULES']) console.log(`${rules} rules in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  await withJobs.app.betting.cashOut.idle()
  expect(await count('cashed_out')).toBe(rules)
  const paid = await sql<{ n: number }>`select count(*)::int as n from betting.cash_out where automatic`.execute(db)
  expect(paid.rows).toEqual([{ n: rules }])
  await bets.verifyBooks()
})
