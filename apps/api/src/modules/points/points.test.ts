import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { points as calls } from '@nare/contract/points'
import { protection } from '@nare/contract/protection'
import { openDb, transact } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { giveGrants } from '#testing/grants'
import type { SeededBettor } from '#testing/seed'
import { closedMeanwhile } from '#testing/waiting'
import { verifyPoints } from './points.ts'

const [asha, ben] = ['the-token-of-asha', 'the-token-of-ben']
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

let nare: TestApp
let bets: Bets
let owner: ReturnType<typeof openDb>['db']
let bettor: SeededBettor

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hashOf(asha)},ben:${hashOf(ben)}` })
  bets = betsOn(nare)
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await verifyBooks()
  await owner.destroy()
  await nare.close()
})
beforeEach(async () => {
  bettor = await newBettor()
})

async function newBettor(): Promise<SeededBettor> {
  const seeded = await nare.bettor(10_000)
  return seeded
}

const pointsOf = async ({ id } = bettor) => (await nare.app.ledger.balances(id)).points
const give = (points: number, id = randomUUID() as string, to = bettor) =>
  transact(nare.app.db, (tx) =>
    nare.app.points.award(tx, { id, bettor: to.id, points: BigInt(points), reason: 'promotion' }),
  )
const redeem = (points: number, id = randomUUID() as string, { token } = bettor) =>
  nare.call(calls.redeem, { id, points }, token)
const moves = async () =>
  (await nare.call(calls.history, { page: 1, limit: 50 }, bettor.token)).body.data.map((move) => [
    move.reason,
    move.points,
    move.balance,
  ])

/** Verifies the books, and that the remaining points of all awards equal the balance. */
async function verifyBooks(): Promise<void> {
  await bets.verifyBooks()
  expect((await verifyPoints(nare.base.db)).filter(({ broken }) => broken > 0)).toEqual([])
}

/** A match with a bet of this bettor on the home team, at 2.10 by default. */
async function betOn(stake: string, { odd_key = 'home_team', odd_value = '2.10' } = {}) {
  const match = await nare.match()
  const bet = await bets.mustPlace(bettor.token, [pick(match, '1', odd_key, odd_value)], { stake })
  return {
    match,
    bet,
    end: (full_time: string) => bets.result(match, { half_time: '0:0', full_time }),
    cancel: () => bets.result(match, { cancelled: true }),
  }
}

test('a settled bet earns a point for each whole KSh 10 of its stake, the same whether it wins or loses, and once', async () => {
  const [won, lost] = [await betOn('105'), await betOn('99')]
  await won.end('1:0')
  await lost.end('0:1')
  await Promise.all([nare.app.points.earn(), nare.app.points.earn(), nare.app.points.earn()])
  await nare.app.points.earn()
  expect(await pointsOf()).toBe(19)
  expect((await moves()).map(([reason]) => reason)).toEqual(['earned', 'earned'])
})

test('a bet below the minimum odds earns nothing, nor does an open, void or cashed-out bet', async () => {
  const match = await nare.match({ home_odd: '1.30' })
  await bets.mustPlace(bettor.token, [pick(match, '1', 'home_team', '1.30')], { stake: '1000' })
  await betOn('1000')
  const voided = await betOn('1000')
  await bets.result(match, { half_time: '0:0', full_time: '1:0' })
  await voided.cancel()
  await nare.app.points.earn()
  expect(await pointsOf()).toBe(0)
})

test('a correction reverses the points of a bet or awards them again, never twice', async () => {
  const { end, cancel } = await betOn('200')
  for (const change of [() => end('1:0'), () => end('0:2'), cancel, () => end('0:1')]) {
    await change()
    await nare.app.points.earn()
  }
  expect(await moves()).toEqual([
    ['earned', 20, 20],
    ['taken_back', -20, 0],
    ['earned', 20, 20],
  ])
})

test('points that were spent before a correction are not awarded twice: the bet keeps the points that could not be reversed', async () => {
  const { end, cancel } = await betOn('2000')
  await end('1:0')
  await nare.app.points.earn()
  expect((await redeem(200)).status).toBe(200)
  await cancel()
  await nare.app.points.earn()
  await end('1:0')
  await nare.app.points.earn()
  expect(await pointsOf()).toBe(0)
})

test('a bettor who is excluded when a bet is settled earns nothing', async () => {
  const { end } = await betOn('500')
  await nare.call(protection.selfExclude, { period: '24h' }, bettor.token)
  await end('1:0')
  await nare.app.points.earn()
  expect(await pointsOf()).toBe(0)
})

test('whether a bettor earns or redeems points is decided under the lock of the cash account, which exclusions take', async () => {
  const { end } = await betOn('500')
  await end('1:0')
  await closedMeanwhile(nare, bettor.id, () => nare.app.points.earn())
  expect(await pointsOf()).toBe(0)
  bettor = await newBettor()
  await give(200)
  expect(await closedMeanwhile(nare, bettor.id, () => redeem(100))).toMatchObject({ body: { code: 'self_excluded' } })
  expect(await pointsOf()).toBe(200)
})

test('a redemption reads nothing over a second connection while it has locks', async () => {
  await give(200)
  const outside = vi.spyOn(nare.app.protection, 'excluded')
  expect((await redeem(100)).status).toBe(200)
  expect(outside).not.toHaveBeenCalled()
  outside.mockRestore()
})

test('a bettor with fifty active bonuses cannot redeem points and keeps them', async () => {
  await give(200)
  await giveGrants(nare, bettor.id, 50)
  expect(await redeem(100)).toMatchObject({
    status: 422,
    body: { code: 'not_available', message: expect.stringContaining('50 active bonuses') },
  })
  expect(await pointsOf()).toBe(200)
})

test('a hundred concurrent identical redemptions redeem once', async () => {
  await give(500)
  const before = await nare.app.ledger.houseBalance('house:promotions')
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 100 }, () => redeem(200, id)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(responses.map(({ body }) => [body.points, body.bonus].join()))).toEqual(new Set(['300,2.00']))
  expect((await nare.app.ledger.balances(bettor.id)).bonus).toBe(200n)
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before - 200n)
  expect(await redeem(300, id)).toMatchObject({ status: 409, body: { code: 'id_reused' } })
})

test('of a hundred concurrent different redemptions only those that the points cover succeed', async () => {
  await give(250)
  await give(260)
  const responses = await Promise.all(Array.from({ length: 100 }, () => redeem(100)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(responses.filter(({ status }) => status !== 200).map(({ body }) => body['code']))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect(await pointsOf()).toBe(10)
})

test('a number of points that is not a multiple of a table row is refused with its field, and so is an excluded bettor', async () => {
  await give(1000)
  expect(await redeem(150)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { points: 'Redeem 100 points or a multiple of it' } },
  })
  await nare.call(protection.selfExclude, { period: '24h' }, bettor.token)
  expect(await redeem(100)).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
  expect(await redeem(150)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await pointsOf()).toBe(1000)
})

test('points expire when their days are over, the oldest are spent first, and each award expires once', async () => {
  await give(300)
  const late = randomUUID()
  await give(200, late)
  await sql`update points.lot set expires_at = expires_at + interval '1 day' where id = ${late}`.execute(owner)
  expect((await redeem(100)).status).toBe(200)
  await sql`update points.lot set expires_at = expires_at - make_interval(days => 180) - interval '1 minute'
    where bettor_id = ${bettor.id}::bigint`.execute(owner)
  await Promise.all([nare.app.points.expire(), nare.app.points.expire(), nare.app.points.expire()])
  expect((await moves()).slice(0, 2)).toEqual([
    ['expired', -200, 200],
    ['redeemed', -100, 400],
  ])
})

test('all points that are due expire in one call, and any number of points that cannot expire does not delay other bettors', async () => {
  const award = (n: number) => ({
    id: `many/${bettor.id}/${n}`,
    bettor: bettor.id,
    points: 1n,
    reason: 'prize' as const,
  })
  await transact(nare.app.db, (tx) =>
    nare.app.points.awardAll(
      tx,
      Array.from({ length: 620 }, (_, n) => award(n)),
    ),
  )
  await sql`update points.lot set expires_at = platform.now() - interval '1 hour' where bettor_id = ${bettor.id}::bigint`.execute(
    owner,
  )
  await nare.app.points.expire()
  expect(await pointsOf()).toBe(0)
  const other = await newBettor()
  await give(70, randomUUID(), other)
  await sql`update points.lot set expires_at = platform.now() - interval '1 hour' where bettor_id = ${other.id}::bigint`.execute(
    owner,
  )
  // Points that no transfer has awarded.
  await sql`
    insert into points.lot
    select 'stray ' || n, ${bettor.id}::bigint, 5, 5, platform.now(), platform.now() - interval '2 hours' from generate_series(1, 500) n`.execute(
    owner,
  )
  expect(await nare.app.points.expire()).toEqual({ done: 1, failed: 1 })
  expect(await pointsOf(other)).toBe(0)
  await sql`delete from points.lot where id like 'stray %'`.execute(owner)
})

test('concurrent redemption and expiry never use the same points twice', async () => {
  await give(500)
  await sql`update points.lot set expires_at = platform.now() where bettor_id = ${bettor.id}::bigint`.execute(owner)
  const [redemptions] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => redeem(100))),
    ...Array.from({ length: 5 }, () => nare.app.points.expire()),
  ])
  const redeemed = redemptions.filter(({ status }) => status === 200).length
  expect(await pointsOf()).toBe(0)
  expect((await nare.app.ledger.balances(bettor.id)).bonus).toBe(BigInt(redeemed) * 100n)
})

test('an award is posted once per id, however many callers post it, and a different award under the same id throws', async () => {
  const id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 20 }, () => give(40, id)))
  expect(responses.filter(Boolean)).toHaveLength(1)
  await expect(give(50, id)).rejects.toThrow('was another one before')
  expect(await pointsOf()).toBe(40)
})

test('the table shows how points are earned and redeemed, and promopoints returns the promotion on display', async () => {
  expect((await nare.call(calls.table, {})).body.data).toMatchObject({
    earn: [
      { product: 'sports', points: 1, per: '10.00', least_odds: '1.50' },
      { product: 'league' },
      { product: 'jackpot' },
    ],
    redeem: [{ points: 100, bonus: '1.00' }],
    expires_days: 180,
  })
  await give(70)
  const shown = async () => (await nare.call(calls.promoPoints, {}, bettor.token)).body
  expect(await shown()).toMatchObject({ points: 70, promo_image: '/icon.svg', title: 'Earn points on your bets' })
  expect(new Date((await shown()).end_date).getTime()).toBeGreaterThan(nare.app.clock.now())
  const endsAt = new Date('2040-01-01T00:00:00Z')
  nare.app.points.showPromotion(async () => ({ title: 'Double points', image: '/x.svg', endsAt }))
  expect(await shown()).toEqual({
    points: 70,
    promo_image: '/x.svg',
    title: 'Double points',
    end_date: endsAt.toISOString(),
  })
  nare.app.points.showPromotion(async () => undefined)
})
