import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { verifyLedger } from '#modules/ledger/ledger'
import { testApp, type TestApp } from '#testing/app'
import { jackpotWorld, one } from '#testing/jackpots'
import type { SeededBettor } from '#testing/seed'
import { verifyJackpots } from './jackpot.ts'

let nare: TestApp
let bettors: SeededBettor[] = []
const { pool, place, end, results, shown } = jackpotWorld(() => nare)
const balance = async ({ id }: SeededBettor) => (await nare.app.ledger.balances(id)).balance
const bettor = (n = 0): SeededBettor => bettors[n] as SeededBettor

beforeAll(async () => {
  nare = await testApp()
})
afterAll(async () => {
  const broken = [...(await verifyJackpots(nare.app.db)), ...(await verifyLedger(nare.app.db))].filter(
    (c) => c.broken > 0,
  )
  await nare.close()
  expect(broken).toEqual([])
})
beforeEach(async () => {
  bettors = await nare.bettors(3, 1000)
})

test('a void match is drawn from the seed whose hash was published', async () => {
  const at = await pool(2)
  const { commitment } = await shown(at)
  const placed = await place(at, bettor().token, [one.home, ['home_team', 'draw', 'away_team']])
  expect(JSON.stringify([placed.body, await results(at)])).not.toContain('seed')
  await end(at, ['home_team', 'void'])
  const { seed = '', ...after } = await results(at)
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(commitment)
  const u = createHmac('sha256', Buffer.from(seed, 'hex'))
    .update(`${at.id}:${at.matches[1]}:0`)
    .digest()
    .readUInt32BE(0)
  const drawn = u < 1_431_655_765 ? 'home_team' : u < 2_863_311_531 ? 'draw' : 'away_team'
  expect(after.matches[1]).toMatchObject({ outcome: 'void', drawn })
  expect(after).toMatchObject({ state: 'settled', best: 2, tiers: [{ lines: 1, prize_each: '21.00' }] })
})

test('void matches that count as won reduce the prizes; other numbers of them cancel the pool', async () => {
  const terms = {
    mode: 'fixed',
    tiers: [{ correct: 2, prize: '1000.00' }],
    void_policy: 'counts_won',
    reduced: [{ voids: 1, correct: 2, percent: 30 }],
  } as const
  const [paid, back] = [
    await pool(2, { ...terms, reduced: [...terms.reduced], tiers: [...terms.tiers] }),
    await pool(2, { ...terms, reduced: [...terms.reduced], tiers: [...terms.tiers] }),
  ]
  await place(paid, bettor().token, [one.home, one.draw])
  await place(back, bettor(1).token, [one.home, ['draw', 'away_team']])
  await end(paid, ['home_team', 'void'])
  await end(back, ['void', 'void'])
  expect(await balance(bettor())).toBe(100_000n - 1000n + 30_000n)
  expect(await results(back)).toMatchObject({ state: 'cancelled', tiers: [] })
  expect(await balance(bettor(1))).toBe(100_000n)
  const { data } = (await nare.call(betting.bets, {}, bettor(1).token)).body
  expect(data).toMatchObject([{ state: 'void', returned: '20.00' }])
})

test('each dropped match lowers the needed score by one, and a cancelling number of void matches refunds all stakes', async () => {
  const drop = await pool(3, { void_policy: 'drop' })
  const cancel = await pool(3, { void_policy: 'cancel', cancel_at: 2, name: 'Twice', carried_over: '70.01' })
  await place(drop, bettor().token, [one.home, one.draw, ['draw', 'away_team']])
  await place(cancel, bettor(1).token, [one.home, one.draw, one.draw])
  await end(drop, ['home_team', 'draw', 'void'])
  expect(await results(drop)).toMatchObject({ tiers: [{ correct: 3, needed: 2, lines: 2, prize_each: '7.00' }] })
  await end(cancel, ['home_team', 'void', 'void'])
  expect(await results(cancel)).toMatchObject({ state: 'cancelled' })
  expect(await balance(bettor(1))).toBe(100_000n)
  // The amount that was carried over waits for the next pool of the same name.
  const next = await pool(1, { name: 'Twice' })
  expect(await shown(next)).toMatchObject({ pool: { carried_over: '70.01', total: '70.01' } })
  await end(next, ['draw'])
})

test('money of tiers that no line reached rolls over to the next pool of the name, and must be won at the deadline', async () => {
  const name = 'Rolling'
  const first = await pool(2, { name, tiers: [{ correct: 2, share: 80 }], carried_over: '100.00' })
  await place(first, bettor().token, [one.home, one.home])
  await end(first, ['draw', 'draw'])
  // 80 % of 110 was not hit, and 20 % of the 100 that were carried rolls on too.
  const second = await pool(2, { name, mode: 'must_be_won', tiers: [{ correct: 2, share: 100 }] })
  expect(await shown(second)).toMatchObject({ pool: { carried_over: '108.00' }, amount: '108.00' })
  await place(second, bettor().token, [one.home, one.home])
  await place(second, bettor(1).token, [one.home, one.draw])
  await place(second, bettor(2).token, [one.draw, one.away])
  await end(second, ['home_team', 'away_team'])
  // 138 are shared by the three lines with one right.
  expect(await results(second)).toMatchObject({
    best: 1,
    tiers: [{ correct: 2, needed: 1, lines: 3, prize_each: '46.00' }],
  })
  expect(await balance(bettor(2))).toBe(100_000n - 1000n + 4600n)
  const third = await pool(1, {
    name,
    mode: 'must_be_won',
    tiers: [{ correct: 1, share: 100 }],
    deadline: new Date(nare.app.clock.now() + 30 * 86_400_000).toISOString(),
  })
  await place(third, bettor().token, [one.home])
  await end(third, ['draw'])
  expect(await results(third)).toMatchObject({ tiers: [{ lines: 0, prize_each: '0.00' }], paid: '0.00' })
  const fourth = await pool(1, { name })
  expect(await shown(fourth)).toMatchObject({ pool: { carried_over: '10.00' } })
  await end(fourth, ['draw'])
})
