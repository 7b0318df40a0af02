import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { points } from '@nare/contract/points'
import { sandbox } from '@nare/contract/sandbox'
import { betsOn, pick, type Bets } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'
import { promotionsWorld, type Create, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld
let bets: Bets

beforeAll(async () => {
  world = await promotionsWorld()
  bets = betsOn(world.nare)
})
afterAll(() => world.close())

const inDays = (days: number) => new Date(world.nare.app.clock.now() + days * 86_400_000).toISOString()
const bonus = { min_stake: '50', min_odds: '2.00', wager: 1, days: 7 } as const
const freeBet: Partial<Create> = { kind: 'free_bet', most: '50', ...bonus }
const boost: Partial<Create> = { kind: 'boost', percent: 20, most: '30', ...bonus }

/** Places a bet on the home team and settles it, then runs the promotions. Returns the match. */
async function played({ token }: SeededBettor, result: 'won' | 'lost' | 'void', stake = '100', odds = '2.10') {
  const match = await world.nare.match({ home_odd: odds })
  await bets.mustPlace(token, [pick(match, '1', 'home_team', odds)], { stake })
  await settle(match, result)
  await world.run()
  return match
}
const settle = (match: string, result: 'won' | 'lost' | 'void') =>
  result === 'void'
    ? bets.result(match, { cancelled: true })
    : bets.result(match, { full_time: result === 'won' ? '1:0' : '0:1' })

async function joinedTo(changes: Partial<Create>) {
  const id = await world.opened(changes)
  const bettor = await world.someone(5_000)
  expect((await world.optIn(id, bettor.token)).status).toBe(200)
  return { id, bettor }
}

test('the first bet that is won or lost with enough cash at enough odds earns the free bet, once', async () => {
  const { id, bettor } = await joinedTo(freeBet)
  await played(bettor, 'lost', '49')
  await played(bettor, 'lost', '50', '1.99')
  await played(bettor, 'void', '50')
  expect([await world.bonus(bettor), (await world.placed(id, bettor.token)).progress]).toEqual(['0.00', 'waiting'])
  await played(bettor, 'lost', '50', '2.00')
  expect(await world.bonus(bettor)).toBe('50.00')
  await played(bettor, 'won', '100')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: '50.00' })
  expect(await world.cost(id)).toMatchObject({ given: '50.00', reserved: '0.00' })
})

test('bets on all results of a match earn by what they have at risk together, not by their stakes', async () => {
  const { bettor } = await joinedTo(freeBet)
  const match = await world.nare.match()
  for (const [key, odds] of [
    ['home_team', '2.10'],
    ['draw', '3.40'],
    ['away_team', '3.60'],
  ] as const)
    await bets.mustPlace(bettor.token, [pick(match, '1', key, odds)], { stake: '100' })
  await settle(match, 'won')
  await world.run()
  expect(await world.bonus(bettor)).toBe('0.00')
  await played(bettor, 'lost', '100')
  expect(await world.bonus(bettor)).toBe('50.00')
})

test('a bet that was placed before joining does not count, nor does a partly cashed-out bet', async () => {
  const id = await world.opened(freeBet)
  const bettor = await world.someone()
  const match = await world.nare.match()
  await bets.mustPlace(bettor.token, [pick(match)])
  await world.optIn(id, bettor.token)
  await settle(match, 'lost')
  const other = await world.nare.match()
  const bet = await bets.mustPlace(bettor.token, [pick(other)])
  const cashOuts = cashOutsOn(world.nare)
  const { quote_id: quoteId } = await cashOuts.mustQuote(bettor.token, bet.bet_id)
  expect((await cashOuts.take(bettor.token, bet.bet_id, quoteId, { part: '0.10' })).status).toBe(200)
  await settle(other, 'lost')
  await world.run()
  expect([await world.bonus(bettor), (await world.placed(id, bettor.token)).progress]).toEqual(['0.00', 'waiting'])
})

test('a free bet for joining is credited before the response to joining', async () => {
  const id = await world.opened({ ...freeBet, trigger: 'opt_in', min_stake: undefined })
  const bettor = await world.someone()
  expect((await world.optIn(id, bettor.token)).body.message).toBe("You've joined. A bonus of KSh 50 is yours")
  expect(await world.bonus(bettor)).toBe('50.00')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: '50.00' })
})

test('a boost adds its share of the winnings of the next bet, up to its maximum', async () => {
  const small = await joinedTo(boost)
  await played(small.bettor, 'won', '100')
  expect(await world.bonus(small.bettor)).toBe('22.00')
  expect(await world.cost(small.id)).toMatchObject({ given: '22.00', reserved: '0.00' })
  const large = await joinedTo(boost)
  await played(large.bettor, 'won', '1000')
  expect(await world.bonus(large.bettor)).toBe('30.00')
})

test('a boosted bet that loses uses the boost and costs nothing', async () => {
  const { id, bettor } = await joinedTo(boost)
  await played(bettor, 'lost')
  await played(bettor, 'won')
  expect(await world.bonus(bettor)).toBe('0.00')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: '0.00' })
  expect(await world.cost(id)).toMatchObject({ given: '0.00', reserved: '0.00' })
})

test('a correction of the result does not change the money that a boost gave', async () => {
  const { bettor } = await joinedTo(boost)
  const match = await played(bettor, 'won')
  await bets.result(match, { full_time: '0:2' })
  await world.run()
  await bets.result(match, { full_time: '3:2' })
  await world.run()
  expect(await world.bonus(bettor)).toBe('22.00')
})

test('a bet that is settled after the participation has ended does not count', async () => {
  const { id, bettor } = await joinedTo({ ...freeBet, claim_days: 1 })
  const match = await world.nare.match({ start_time: new Date(world.nare.app.clock.now() + 172_800_000).toISOString() })
  await bets.mustPlace(bettor.token, [pick(match)])
  await world.nare.call(sandbox.clock, { advance_s: 86_400 + 30 })
  await settle(match, 'lost')
  await world.run()
  expect([await world.bonus(bettor), (await world.placed(id, bettor.token)).progress]).toEqual(['0.00', 'waiting'])
})

test('a participation does not lapse while a bet that was settled in time is not read yet', async () => {
  const { id, bettor } = await joinedTo({ ...freeBet, claim_days: 1 })
  const match = await world.nare.match()
  await bets.mustPlace(bettor.token, [pick(match)])
  await settle(match, 'lost')
  await world.nare.call(sandbox.clock, { advance_s: 2 * 86_400 })
  const other = await world.nare.base.db.startTransaction().execute()
  await sql`select from betting.settled_reader where name = 'promotions' for update`.execute(other)
  await world.run()
  await other.rollback().execute()
  await world.run()
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: '50.00' })
})

const pointsBalance = async ({ token }: SeededBettor, lang?: 'en' | 'sw') =>
  (await world.nare.call(points.promoPoints, lang ? { lang } : {}, token)).body

test('extra points are a share of the points that each bet earns, up to the maximum', async () => {
  const { id, bettor } = await joinedTo({
    kind: 'points',
    points: 35,
    percent: 50,
    min_stake: '50',
    ends_at: inDays(20),
  })
  await played(bettor, 'lost', '400', '1.40')
  await played(bettor, 'lost', '400')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'joined', progress: 'waiting', amount: 20 })
  expect((await pointsBalance(bettor)).points).toBe(20)
  await played(bettor, 'won', '400')
  expect(await world.placed(id, bettor.token)).toEqual({ state: 'used', progress: 'given', amount: 35 })
  expect((await pointsBalance(bettor)).points).toBe(35)
  expect(await world.cost(id)).toMatchObject({ given: '0.35', reserved: '0.00' })
})

test('a bet whose result is corrected gives extra points once', async () => {
  const { bettor } = await joinedTo({ kind: 'points', points: 1_000, percent: 100, min_stake: '50' })
  const match = await played(bettor, 'lost', '100')
  await bets.result(match, { full_time: '2:0' })
  await world.run()
  expect((await pointsBalance(bettor)).points).toBe(10)
  // Later bets are read as before.
  await played(bettor, 'lost', '100')
  expect((await pointsBalance(bettor)).points).toBe(20)
})

test('points are shown under a promotion once it is joined, in the language of the request, and under no promotion for a bettor with a sign of harm', async () => {
  const id = await world.opened({ kind: 'points', points: 10, percent: 100, min_stake: '50', ends_at: inDays(1) })
  const bettor = await world.someone()
  const standing = { promo_image: '/icon.svg', title: 'Earn points on your bets' }
  expect(await pointsBalance(bettor)).toMatchObject(standing)
  expect((await pointsBalance(bettor, 'sw')).title).toBe('Pata pointi kwenye beti zako')
  const { image, title, ends_at } = (await world.page(id)).body.data
  await world.optIn(id, bettor.token)
  expect(await pointsBalance(bettor)).toMatchObject({ promo_image: image, title, end_date: ends_at })
  expect((await pointsBalance(bettor, 'sw')).title).toBe((await world.page(id, undefined, 'sw')).body.data.title)
  await played(bettor, 'lost', '100')
  expect((await pointsBalance(bettor)).points).toBe(10)
  await world.mark(bettor)
  expect(await pointsBalance(bettor)).toMatchObject({ points: 10, promo_image: '', title: '' })
})
