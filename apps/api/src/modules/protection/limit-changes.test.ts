import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tz } from '#country/tz'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf } from '#testing/bets'

const dayS = 86_400
let nare: TestApp
let matchId: string

beforeAll(async () => {
  nare = await testApp({}, { country: { limitChanges: tz.limitChanges } })
  matchId = await nare.match({ start_time: new Date(nare.app.clock.now() + 300 * dayS * 1000).toISOString() })
})
afterAll(() => nare.close())

const set = (token: string, day: string | null) => nare.call(protection.setLimits, { stake: { day } }, token)
const bet = (token: string, stake = '20') => betsOn(nare).place(token, [pick(matchId)], { stake })
const advance = (seconds: number) => nare.call(sandbox.clock, { advance_s: seconds })
const refusedUntil = (at: unknown) => ({ status: 403, body: { code: 'limit_reached', limit: 'change', resets_at: at } })

test('a first limit holds at once and stops no bet', async () => {
  const { token } = await nare.bettor(1_000)
  expect((await set(token, '100')).body).toMatchObject({ bets_from: null, stake: { day: { value: '100.00' } } })
  expect((await bet(token)).status).toBe(201)
})

test('a lower limit counts at once, and for seven days no bet is taken, of a hundred at once neither', async () => {
  const { token } = await nare.bettor(10_000)
  await set(token, '5000')
  const { body } = await set(token, '4000')
  expect(body.stake.day).toMatchObject({ value: '4000.00', pending: null })
  const replies = await Promise.all(Array.from({ length: 100 }, () => bet(token)))
  expect(replies.filter(({ status }) => status !== 403)).toEqual([])
  expect(replies[0]).toMatchObject(refusedUntil(body.bets_from))
  await advance(7 * dayS - 60)
  expect(await bet(token)).toMatchObject(refusedUntil(body.bets_from))
  await advance(120)
  expect((await bet(token)).status).toBe(201)
})

test('a higher limit stops bets while it waits, and then until nobody confirms it the old one holds', async () => {
  const { token } = await nare.bettor(10_000)
  await set(token, '100')
  const { body } = await set(token, '500')
  expect(body.stake.day).toMatchObject({
    value: '100.00',
    pending: { value: '500.00', takes_effect_at: body.bets_from },
  })
  expect(await bet(token)).toMatchObject(refusedUntil(body.bets_from))
  await advance(7 * dayS + 60)
  expect((await bet(token, '101')).body).toMatchObject({ limit: 'stake.day', value: '100.00' })
  expect((await set(token, '500')).body).toMatchObject({ bets_from: null, stake: { day: { value: '500.00' } } })
  expect((await bet(token, '101')).status).toBe(201)
})

test('taking back a waiting limit ends its stop, but not that of a limit that was lowered before', async () => {
  const [one, other] = await nare.bettors(2, 1_000)
  if (!one || !other) throw new Error('no bettors')
  await set(one.token, '100')
  await set(one.token, '500')
  expect((await set(one.token, '100')).body.bets_from).toBeNull()
  expect((await bet(one.token)).status).toBe(201)
  await set(other.token, '100')
  const lowered = (await set(other.token, '90')).body.bets_from
  await advance(dayS)
  await set(other.token, '500')
  expect((await set(other.token, '90')).body.bets_from).toBe(lowered)
  const placed = await nare.call(betting.place, slipOf([pick(matchId)], { stake: '20' }), other.token)
  expect(placed).toMatchObject(refusedUntil(lowered))
})
