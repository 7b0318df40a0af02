import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import type { Sent } from '@nare/contract/route'
import { money, parseMoney } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, whileBetting, type Bets } from '#testing/bets'
import { depositGate } from './protection.ts'

let nare: TestApp
let bets: Bets
let matchId: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  matchId = await nare.match({ start_time: new Date(nare.app.clock.now() + 300 * 86_400_000).toISOString() })
})
afterAll(() => nare.close())

type Requested = Sent<typeof protection.setLimits>
const hourS = 3600

const bet = (token: string | undefined, stake: string) => bets.place(token ?? '', [pick(matchId)], { stake })
const set = (token: string | undefined, requested: Requested) => nare.call(protection.setLimits, requested, token)
const limits = async (token: string | undefined) => (await nare.call(protection.limits, {}, token)).body
const advance = (seconds: number) => nare.call(sandbox.clock, { advance_s: seconds })

async function bettor(shillings = 10_000) {
  const seeded = await nare.bettor(shillings)
  return seeded
}

/** Moves the clock to the next noon in Nairobi, so that all bets of a test are on one day. */
async function noon() {
  const inDay = (nare.app.clock.now() / 1000 + 3 * hourS) % 86_400
  await advance(Math.ceil((86_400 + 12 * hourS - inDay) % 86_400))
}

test('of a hundred simultaneous bets against a daily stake limit for ten, ten are accepted', async () => {
  await noon()
  const { token } = await bettor()
  await set(token, { stake: { day: '200' } })
  const responses = await Promise.all(Array.from({ length: 100 }, () => bet(token, '20')))
  expect(responses.filter((response) => response.status === 201)).toHaveLength(10)
  const refused = responses.find((response) => response.status !== 201)
  expect(refused).toMatchObject({ status: 403, body: { code: 'limit_reached', limit: 'stake.day', value: '200.00' } })
  expect(refused?.body['resets_at']).toMatch(/T21:00:00\.000Z$/)
  expect((await limits(token)).stake.day).toMatchObject({ value: '200.00', used: '200.00' })
})

test('a limit for a single bet refuses only larger stakes', async () => {
  const { token } = await bettor()
  await set(token, { stake: { bet: '50' } })
  expect((await bet(token, '50.01')).body).toMatchObject({ code: 'limit_reached', limit: 'stake.bet', resets_at: null })
  expect((await bet(token, '50')).status).toBe(201)
  expect((await bet(token, '50')).status).toBe(201)
})

test('a lower limit applies immediately, also under a stream of bets', async () => {
  const { token } = await bettor()
  const { before, afterwards } = await whileBetting({
    bet: () => bet(token, '20'),
    lanes: 20,
    betsOfEach: 8,
    first: 20,
    change: () => set(token, { stake: { month: '0' } }),
  })
  expect(afterwards).toBe(0)
  expect(before).toBeLessThan(160)
})

test('a higher limit, or no limit, applies after 24 hours and a repeated request', async () => {
  const { token } = await bettor()
  await set(token, { stake: { week: '100' }, loss: { month: '500' } })
  const answer = await set(token, { stake: { week: '300' }, loss: { month: null } })
  expect(answer.body.stake.week).toMatchObject({ value: '100.00', pending: { value: '300.00' } })
  expect(answer.body.loss.month).toMatchObject({ value: '500.00', pending: { value: null } })
  const due = new Date(answer.body.stake.week.pending?.takes_effect_at ?? '')
  expect(Math.abs(due.getTime() - nare.app.clock.now() - 24 * hourS * 1000)).toBeLessThan(60_000)

  await advance(24 * hourS - 60)
  expect((await set(token, { stake: { week: '300' } })).body.stake.week).toMatchObject({
    value: '100.00',
    pending: { value: '300.00', takes_effect_at: due.toISOString() },
  })
  await advance(120)
  expect((await limits(token)).stake.week).toMatchObject({ value: '100.00', pending: { value: '300.00' } })
  const other = await set(token, { stake: { week: '301' } })
  expect(other.body.stake.week).toMatchObject({ value: '100.00', pending: { value: '301.00' } })
  expect((await set(token, { loss: { month: null } })).body.loss.month).toMatchObject({ value: null, pending: null })
  await advance(24 * hourS + 1)
  expect((await set(token, { stake: { week: '301' } })).body.stake.week).toMatchObject({
    value: '301.00',
    pending: null,
  })
})

test('a higher limit lapses if it is not confirmed within a week, and a lower request cancels it', async () => {
  const { token } = await bettor()
  await set(token, { stake: { day: '100', week: '100' } })
  await set(token, { stake: { day: '200', week: '200' } })
  expect((await set(token, { stake: { week: '100' } })).body.stake.week.pending).toBeNull()
  await advance(8 * 24 * hourS + 1)
  expect((await limits(token)).stake.day.pending).toBeNull()
  expect((await set(token, { stake: { day: '200' } })).body.stake.day).toMatchObject({
    value: '100.00',
    pending: { value: '200.00' },
  })
})

test('a loss limit counts returns, a stake limit does not', async () => {
  await noon()
  const { token } = await bettor()
  const match = await nare.match()
  const on = (odd_key: string, odd_value: string) =>
    nare.call(
      betting.place,
      { id: randomUUID(), stake: '100', slip: [{ match_id: match, sub_type_id: '1', odd_key, odd_value }] },
      token,
    )
  await set(token, { loss: { day: '150' }, stake: { day: '1000' } })
  expect((await on('home_team', '2.10')).status).toBe(201)
  expect((await on('home_team', '2.10')).body).toMatchObject({ limit: 'loss.day', value: '150.00', used: '100.00' })
  await nare.call(sandbox.resultMatch, { match_id: match, half_time: '1:0', full_time: '2:0' })
  const after = await limits(token)
  expect(after.loss.day.used).toBe('0.00')
  expect(after.stake.day.used).toBe('100.00')
  expect((await bet(token, '250')).status).toBe(201)
  expect((await bet(token, '20')).body).toMatchObject({ limit: 'loss.day', used: '140.00' })
})

test('a day begins at midnight, a week on Monday and a month on the first, in the time zone of the country', async () => {
  const { token } = await bettor()
  const { stake } = await limits(token)
  const local = (text: string | null) => new Date(new Date(text ?? '').getTime() + 3 * hourS * 1000)
  for (const { resets_at } of [stake.day, stake.week, stake.month]) {
    expect(local(resets_at).toISOString()).toMatch(/T00:00:00\.000Z$/)
  }
  expect(local(stake.week.resets_at).getUTCDay()).toBe(1)
  expect(local(stake.month.resets_at).getUTCDate()).toBe(1)
  await noon()
  await set(token, { stake: { day: '20' } })
  expect((await bet(token, '20')).status).toBe(201)
  expect((await bet(token, '20')).status).toBe(403)
  await advance(12 * hourS)
  expect((await bet(token, '20')).status).toBe(201)
})

test('after a hundred simultaneous changes the strictest is in force', async () => {
  const { token } = await bettor()
  const values = Array.from({ length: 100 }, (_, n) => String(1000 + ((n * 37) % 100)))
  const responses = await Promise.all(values.map((value) => set(token, { deposit: { month: value } })))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect((await limits(token)).deposit.month.value).toBe('1000.00')
})

test('a deposit limit counts deposits before tax and pending deposits', async () => {
  const { id, token } = await bettor(1)
  await set(token, { deposit: { day: '150' } })
  const { ledger, db } = nare.app
  const ask = (amount: bigint, underWay = 0n) =>
    transact(db, async (tx) => {
      await ledger.lockCash(tx, [id])
      return depositGate(tx, { bettor: id, amount: money(amount), pending: money(underWay) })
    })
  expect(await ask(15_000n)).toBeUndefined()
  expect(await ask(15_001n)).toMatchObject({ code: 'limit_reached', limit: 'deposit.day' })
  expect(await ask(5001n, 10_000n)).toMatchObject({ used: 10_000n })
  await transact(db, (tx) =>
    ledger.credit(tx, [
      {
        id: `deposit/${randomUUID()}`,
        kind: 'deposit',
        bettor: id,
        amount: money(9500n),
        against: ledger.house('provider:mpesa'),
        also: [{ account: ledger.house('tax:excise'), amount: money(500n) }],
      },
    ]),
  )
  expect((await limits(token)).deposit.day.used).toBe('100.00')
  expect(await ask(5000n)).toBeUndefined()
  expect(await ask(5001n)).toMatchObject({ code: 'limit_reached', used: 10_000n, value: 15_000n })
})

test('in any sequence of lowering, raising and staking, the limit in force is never exceeded', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), value: fc.option(fc.integer({ min: 20, max: 200 }), { nil: null }) }),
    fc.record({ do: fc.constant('bet' as const), value: fc.integer({ min: 20, max: 90 }) }),
    fc.record({ do: fc.constant('wait' as const), value: fc.integer({ min: 1, max: 30 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { token } = await bettor()
      for (const step of steps) {
        const before = (await limits(token)).stake.day
        if (step.do === 'wait') {
          await advance(step.value * hourS)
          await nare.app.protection.rollUp()
        } else if (step.do === 'set') {
          const value = step.value === null ? null : String(step.value)
          await set(token, { stake: { day: value } })
        } else {
          const { status } = await bet(token, String(step.value))
          const room = before.value === null ? undefined : cents(before.value) - cents(before.used)
          expect(status).toBe(room === undefined || BigInt(step.value * 100) <= room ? 201 : 403)
        }
      }
    }),
    { numRuns: 12 },
  )
})

const cents = (text: string | null): bigint => parseMoney(text ?? '') ?? 0n
