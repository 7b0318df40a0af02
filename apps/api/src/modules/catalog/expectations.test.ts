import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operatorTradingHands as hands } from '@nare/contract/operator-trading-hands'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { devig } from '@nare/odds/devig'
import { matchModelFromPrices } from '@nare/odds/match-model'
import { selectionShare } from '@nare/odds/selection-share'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { operatorsOf, operatorToken } from '#testing/operators'
import type { LegExpectation, PlacedLeg } from './expectations.ts'

let nare: TestApp
let bets: Bets

beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ baraka: 'trader' }) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())

async function expected(match: string, leg: Omit<PlacedLeg, 'matchId'>): Promise<LegExpectation | undefined> {
  const [expectation] = await nare.app.catalog.expectations(nare.base.db, [{ matchId: Number(match), ...leg }])
  return expectation
}

const chance = (leg: LegExpectation | undefined): number => (leg?.kind === 'expected' ? leg.share.win : NaN)
const givenOdds = { home_odd: 2.1, neutral_odd: 3.4, away_odd: 3.6, over: 1.9, under: 1.9 }
const prices = { home_team: '1.50', draw: '4.20', away_team: '6.50' }

test('before kick-off a leg has the chance of the grid behind the given prices, also on a line that is not on offer', async () => {
  const match = await nare.match()
  const model = matchModelFromPrices(givenOdds)
  for (const [marketId, oddKey] of [
    ['1', 'away_team'],
    ['29', 'yes'],
    ['16', 'home_team minus 0.25'],
    ['19', 'over 4.5'],
  ] as const) {
    const leg = await expected(match, { marketId, oddKey })
    expect(chance(leg), `${marketId} ${oddKey}`).toBeCloseTo(selectionShare(model, { marketId, oddKey })?.win ?? NaN, 6)
  }
})

test('if the prices differ from the grid, lines that are not on offer use a grid fitted to the prices', async () => {
  const match = await nare.match()
  await bets.price(match, { '1': prices })
  const fitted = matchModelFromPrices({ ...givenOdds, home_odd: 1.5, neutral_odd: 4.2, away_odd: 6.5 })
  const leg = { marketId: '19', oddKey: 'over 4.5' }
  expect(chance(await expected(match, leg))).toBeCloseTo(selectionShare(fitted, leg)?.win ?? NaN, 6)
})

test('while the prices of the winner are suspended, a line that is not on offer has no expected result', async () => {
  const match = await nare.match()
  const leg = { marketId: '19', oddKey: 'over 4.5' }
  expect(await expected(match, leg)).toMatchObject({ kind: 'expected' })
  await sql`update catalog.market set state = 'suspended' where match_id = ${Number(match)}::int and market_id = 1`.execute(
    nare.base.db,
  )
  expect(await expected(match, leg)).toEqual({ kind: 'none', why: 'suspended' })
  expect(await expected(match, { marketId: '29', oddKey: 'yes' })).toMatchObject({ kind: 'expected' })
})

test('in play the expectation starts from the current score and follows the prices', async () => {
  const match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 60, score: '1:0', odds: { '1': prices } })
  const home = await expected(match, { marketId: '1', oddKey: 'home_team' })
  expect(home).toMatchObject({ kind: 'expected', live: true })
  expect(chance(home)).toBeCloseTo(devig([1.5, 4.2, 6.5], 'power')[0] ?? NaN, 1)
  await bets.price(match, { '1': { home_team: '1.30' } })
  expect(chance(await expected(match, { marketId: '1', oddKey: 'home_team' }))).toBeGreaterThan(chance(home))
})

test('an Asian handicap that was bet before a goal is worth more than the same line after it', async () => {
  const match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 60, score: '1:0' })
  await sql`update catalog.market set state = 'closed' where match_id = ${Number(match)}::int and market_id = 1`.execute(
    nare.base.db,
  )
  const leg = { marketId: '16', oddKey: 'home_team minus 0.5' }
  const [before, after] = [
    await expected(match, leg),
    await expected(match, { ...leg, scoreAtBet: { home: 1, away: 0 } }),
  ]
  expect(chance(before)).toBeGreaterThan(chance(after) + 0.2)
})

test('an outcome that the score has decided has its state; one that needs a later goal is still expected', async () => {
  const match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 50, score: '1:1' })
  expect(await expected(match, { marketId: '29', oddKey: 'yes' })).toEqual({
    kind: 'decided',
    state: 'won',
    live: true,
  })
  expect(await expected(match, { marketId: '18', oddKey: 'under 1.5' })).toMatchObject({ state: 'lost' })
  expect(await expected(match, { marketId: '18', oddKey: 'over 2.5' })).toMatchObject({ kind: 'expected' })
})

test.each([
  ['suspended', { suspend: true }],
  ['interrupted', { state: 'abandoned' as const }],
])('a leg of a match that is %s has no expected result', async (why, change) => {
  const match = await nare.match()
  await bets.drive(match, change)
  expect(await expected(match, { marketId: '1', oddKey: 'home_team' })).toEqual({ kind: 'none', why })
})

test('a leg has no expected result if its match should have started, is over or has a silent feed, or if the leg is unknown', async () => {
  const home = { marketId: '1', oddKey: 'home_team' }
  const [late, over, silent] = [await nare.match(), await nare.match(), await nare.match()]
  await bets.result(over, { full_time: '1:0' })
  expect(await expected(over, home)).toEqual({ kind: 'none', why: 'settling' })
  await sql`update catalog.match set suspended = true, suspended_for = 'silent_feed' where id = ${Number(silent)}::int`.execute(
    nare.base.db,
  )
  expect(await expected(silent, home)).toEqual({ kind: 'none', why: 'silent_feed' })
  expect(await expected('10999999', home)).toEqual({ kind: 'none', why: 'no_price' })
  expect(await expected(late, { marketId: '1', oddKey: 'nobody' })).toEqual({ kind: 'none', why: 'no_price' })
  await nare.call(sandbox.clock, { advance_s: 3601 })
  expect(await expected(late, home)).toEqual({ kind: 'none', why: 'starting' })
})

test('a leg of another sport has Shin’s chance if its line is on offer, and no expected result otherwise', async () => {
  const match = await nare.match({
    sport_id: '30',
    neutral_odd: undefined,
    home_odd: '1.50',
    away_odd: '2.74',
    over: undefined,
    under: undefined,
  })
  const { rows } = await sql<{ market_id: number; keys: string[] }>`
    select market_id, keys from catalog.market where match_id = ${Number(match)}::int and line = ''`.execute(
    nare.base.db,
  )
  const marketId = String(rows[0]?.market_id)
  const home = await expected(match, { marketId, oddKey: 'home_team' })
  expect(chance(home)).toBeCloseTo(devig([1.5, 2.74], 'shin')[0] ?? NaN, 9)
  await sql`update catalog.market set state = 'closed' where match_id = ${Number(match)}::int`.execute(nare.base.db)
  expect(await expected(match, { marketId, oddKey: 'home_team' })).toEqual({ kind: 'none', why: 'no_price' })
})

async function setPrice(match_id: string, given: Partial<Sent<typeof hands.setPrice>>): Promise<void> {
  const input = { match_id, sub_type_id: '1', odd_key: 'home_team', reason: 'team news', ...given }
  // On a busy machine the verdict on the board comes with a later try.
  await vi.waitFor(
    async () => expect((await nare.call(hands.setPrice, input, operatorToken('baraka'))).status).toBe(200),
    60_000,
  )
}

test('no price by hand makes a cash-out worth more, whichever outcome it is of', async () => {
  const match = await nare.match()
  const { token } = await nare.bettor(1000)
  const cashOuts = cashOutsOn(nare)
  const placed = [
    await bets.mustPlace(token, [pick(match)]),
    await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.90')]),
  ]
  const amounts = () =>
    Promise.all(placed.map(async ({ bet_id }) => Number((await cashOuts.mustQuote(token, bet_id)).amount)))
  const [home = 0, over = 0] = await amounts()
  const ofOver = { sub_type_id: '18', odd_key: 'over 2.5' }
  // One person alone lowers a price, and raises it by a little.
  for (const given of [{ price: '1.30' }, { ...ofOver, price: '1.20' }, { odd_key: 'draw', price: '3.50' }]) {
    await setPrice(match, given)
    const now = await amounts()
    expect(now[0]).toBeLessThanOrEqual(home)
    expect(now[1]).toBeLessThanOrEqual(over)
  }
  await setPrice(match, { end: true })
  await setPrice(match, { ...ofOver, end: true })
  await setPrice(match, { odd_key: 'draw', end: true })
  expect(await amounts()).toEqual([home, over])
  // Its outcome not offered, a bet has no value; a lower chance by hand counts.
  await setPrice(match, { odd_key: 'away_team', price: '1.50' })
  expect((await amounts())[0]).toBeLessThan(home)
  await setPrice(match, { price: null })
  expect((await cashOuts.quote(token, placed[0]?.bet_id ?? '')).body).toMatchObject({ reason: 'no_price' })
  await bets.verifyBooks()
})
