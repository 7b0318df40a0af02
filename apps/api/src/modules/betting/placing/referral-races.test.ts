import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operatorProducts } from '@nare/contract/operator-trading'
import { protection } from '@nare/contract/protection'
import { pick, slipOf } from '#testing/bets'
import { admin, openReferralApp, readSettings, referralReason, trader, type ReferralApp } from '#testing/referrals'
import type { SeededBettor } from '#testing/seed'

let rig: ReferralApp
let match: string

beforeAll(async () => void (rig = await openReferralApp()))
afterAll(async () => {
  await rig.bets.verifyBooks()
  await rig.nare.close()
})
beforeEach(async () => void (match = await rig.newMatch()))

test('100 identical slips sent at once by two processes are referred once and reserve one stake', async () => {
  const { nare, bets, otherProcess, newBettor, reservedOf } = rig
  const bettor = await newBettor()
  const slip = slipOf([pick(match)])
  const other = await otherProcess()
  try {
    await readSettings(other)
    const send = (n: number) => (n % 2 ? nare : other).call(betting.place, slip, bettor.token)
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(replies.map(({ body }) => body.bet_id)).size).toBe(1)
    expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 1])
  } finally {
    await other.close()
  }
})

test('of 100 different slips sent at once only those that the balance covers are referred', async () => {
  const { bets, newBettor, reservedOf } = rig
  const bettor = await newBettor(700)
  const replies = await Promise.all(Array.from({ length: 100 }, () => bets.place(bettor.token, [pick(match)])))
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(7)
  expect(new Set(replies.flatMap(({ status, body }) => (status === 202 ? [] : [body['code']])))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['0.00', 7])
})

test('at most 20 bets of one bettor wait at once', async () => {
  const { bets, newBettor, work, nare } = rig
  const bettor = await newBettor(10_000)
  const replies = await Promise.all(Array.from({ length: 25 }, () => bets.place(bettor.token, [pick(match)])))
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(20)
  expect(replies.filter(({ body }) => 'code' in body && body.code === 'too_many_requests')).toHaveLength(5)
  await nare.app.clock.advance(61)
  await work()
  expect(await bets.balance(bettor.token)).toBe('10000.00')
})

test('before kick-off a bettor takes a bet back at once; of a withdrawal and an acceptance at the same time one happens', async () => {
  const { nare, bets, newBettor, refer, decide, withdraw, seen, reservedOf } = rig
  const bettor = await newBettor()
  const { id, slip } = await refer(match, bettor)
  for (let n = 0; n < 2; n++)
    expect((await withdraw(bettor, id)).body).toMatchObject({ balance: '1000.00', data: { state: 'refused' } })
  expect((await nare.call(betting.place, slip, bettor.token)).body).toMatchObject({ code: 'not_available' })
  expect((await decide(id, 'accept')).body).toMatchObject({ code: 'not_available', state: 'withdrawn' })
  const racing = await Promise.all(Array.from({ length: 5 }, () => refer(match, bettor)))
  await Promise.all(racing.flatMap((one) => [withdraw(bettor, one.id), decide(one.id, 'accept')]))
  const ends = await Promise.all(racing.map(async (one) => (await seen(bettor, one.id)).state))
  expect(ends.every((state) => state === 'open' || state === 'refused')).toBe(true)
  const placed = ends.filter((state) => state === 'open').length
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual([`${1000 - placed * 100}.00`, 0])
})

test('an offer taken when its time is over ends once, whichever comes first', async () => {
  const { nare, bets, newBettor, refer, decide, answerOffer, work, seen, reservedOf } = rig
  const bettor = await newBettor()
  const waiting = await Promise.all(Array.from({ length: 5 }, () => refer(match, bettor)))
  for (const { id } of waiting) await decide(id, 'offer', { stake: '60' })
  await nare.app.clock.advance(61)
  expect((await answerOffer(bettor, waiting[0]?.id ?? '', true)).body).toMatchObject({ data: { state: 'refused' } })
  await Promise.all([...waiting.map(({ id }) => answerOffer(bettor, id, true)), work(), work()])
  for (const { id } of waiting) expect(await seen(bettor, id)).toMatchObject({ state: 'refused' })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
})

test('without an answer the default happens, also in a process that was started since, and once', async () => {
  const { nare, bets, change, otherProcess, newBettor, refer, work, seen, reservedOf } = rig
  const bettor = await newBettor()
  const [refusedOne, acceptedOne] = [await refer(match, bettor), await refer(match, bettor)]
  await nare.app.clock.advance(61)
  const other = await otherProcess()
  try {
    await sql`update betting.referral set due_at = due_at + interval '1 hour' where bet_id = ${acceptedOne.id}::bigint`.execute(
      nare.base.db,
    )
    await Promise.all([work(), other.app.betting.referrals.workThroughDue(), work()])
    expect(await seen(bettor, refusedOne.id)).toMatchObject({ state: 'refused' })
    await change('referral.default', 'accept')
    await readSettings(other)
    await nare.app.clock.advance(3600)
    await Promise.all([work(), other.app.betting.referrals.workThroughDue(), work()])
    expect(await seen(bettor, acceptedOne.id)).toMatchObject({ state: 'open' })
    expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 0])
  } finally {
    await change('referral.default', 'refuse')
    await other.close()
  }
})

test.each<[string, string, (bettor: SeededBettor) => Promise<unknown>, () => Promise<unknown>]>([
  [
    'a break',
    'self_excluded',
    ({ token }) => rig.nare.call(protection.selfExclude, { period: '24h' }, token),
    async () => {},
  ],
  [
    'a lower limit',
    'limit_reached',
    ({ token }) => rig.nare.call(protection.setLimits, { stake: { day: '20' } }, token),
    async () => {},
  ],
  [
    'a paused product',
    'not_available',
    () =>
      rig.nare.call(operatorProducts.pauseProduct, { product: 'sports', paused: true, reason: referralReason }, trader),
    () =>
      rig.nare.call(operatorProducts.pauseProduct, { product: 'sports', paused: false, reason: referralReason }, admin),
  ],
])('%s that begins while a bet waits refuses it', async (_what, code, begin, undo) => {
  const { bets, newBettor, refer, decide, reservedOf } = rig
  const bettor = await newBettor()
  const { id } = await refer(match, bettor)
  await begin(bettor)
  expect((await decide(id, 'accept')).body).toMatchObject({ state: 'refused', code })
  await undo()
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
})
