import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { ke } from '#country/ke'
import { formatPrice } from '@nare/money/money'
import { combine } from '@nare/odds/combination'
import { inPlay, type Moment } from '@nare/odds/inplay'
import { matchModelFromPrices } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import { combinationsOn } from '#testing/combinations'

let nare: TestApp
let bets: Bets
let cashOuts: CashOuts
/** Runs while a cash-out waits for the delay of live bets. */
let duringDelay: (() => Promise<unknown>) | undefined
const waits: number[] = []

beforeAll(async () => {
  nare = await testApp(
    {},
    {
      waitForLive: async (ms) => {
        waits.push(ms)
        await duringDelay?.()
      },
    },
  )
  bets = betsOn(nare)
  cashOuts = cashOutsOn(nare)
})
afterAll(async () => {
  await betsOn(nare).verifyBooks()
  await nare.close()
})

const odds = (home_team: string) => ({ '1': { home_team, draw: '3.40', away_team: '3.60' } })

/** A bet that was placed before kick-off on a match that is now live. `change` runs during the next delay. */
async function liveBet(change?: (match: string) => Promise<unknown>) {
  duringDelay = undefined
  const match = await nare.match()
  const { token } = await nare.bettor(200)
  const bet = await bets.mustPlace(token, [pick(match)])
  await bets.drive(match, { state: 'live', minute: 20, odds: odds('2.00') })
  const quote = await cashOuts.mustQuote(token, bet.bet_id)
  waits.length = 0
  if (change) duringDelay = () => change(match)
  return { match, token, betId: bet.bet_id, quote }
}

test('a quote is valid for five seconds', async () => {
  const usual = await testApp({}, { base: nare.base, country: { cashOut: ke.cashOut } })
  const [match, { token }] = [await nare.match(), await nare.bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  const askedMs = usual.app.clock.now()
  const { expires_at } = await cashOutsOn(usual).mustQuote(token, bet.bet_id)
  const validMs = Date.parse(expires_at) - 5000
  expect([validMs >= askedMs - 1, validMs <= usual.app.clock.now() + 1]).toEqual([true, true])
  await usual.close()
})

test('a cash-out in play waits for the delay of live bets once, and is paid if nothing happened', async () => {
  const { token, betId, quote } = await liveBet()
  const response = await cashOuts.take(token, betId, quote.quote_id)
  expect(response).toMatchObject({ status: 200, body: { amount: quote.amount } })
  expect(waits).toEqual([4000])
})

test('a cash-out is paid if its quote expires during the delay, and refused if it expired before', async () => {
  const { token, betId, quote } = await liveBet(() => nare.call(sandbox.clock, { advance_s: 601 }))
  expect((await cashOuts.take(token, betId, quote.quote_id)).status).toBe(200)
  const late = await liveBet()
  await nare.call(sandbox.clock, { advance_s: 601 })
  expect(await cashOuts.take(late.token, late.betId, late.quote.quote_id)).toMatchObject({
    body: { code: 'quote_expired' },
  })
  expect(waits).toEqual([])
})

test('after the delay a cash-out is checked again: the match may be suspended, the value lower or higher, the bet settled', async () => {
  const goal = await liveBet((match) => bets.drive(match, { event: 'goal', score: '0:1' }))
  expect(await cashOuts.take(goal.token, goal.betId, goal.quote.quote_id)).toMatchObject({
    status: 422,
    body: { code: 'not_available', reason: 'suspended' },
  })
  const fell = await liveBet((match) => bets.price(match, odds('2.60')))
  const refused = await cashOuts.take(fell.token, fell.betId, fell.quote.quote_id)
  expect(refused).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
  const rose = await liveBet((match) => bets.price(match, odds('1.40')))
  const paid = await cashOuts.take(rose.token, rose.betId, rose.quote.quote_id)
  expect(paid.status).toBe(200)
  expect(Number(paid.body.amount)).toBeGreaterThan(Number(rose.quote.amount))
  const over = await liveBet((match) => bets.result(match, { full_time: '0:1' }))
  expect(await cashOuts.take(over.token, over.betId, over.quote.quote_id)).toMatchObject({
    body: { reason: 'settled' },
  })
  duringDelay = undefined
})

test('logging out during the delay does not cancel a cash-out', async () => {
  const { token, betId, quote } = await liveBet(() => nare.call(identity.logout, {}, token))
  expect((await cashOuts.take(token, betId, quote.quote_id)).status).toBe(200)
  expect((await cashOuts.quote(token, betId)).status).toBe(401)
})

test('a cash-out is not cancelled by using its id for another cash-out during the delay, and is paid once', async () => {
  const { token, betId, quote } = await liveBet()
  const other = await bets.mustPlace(token, [pick(await nare.match())], { stake: '20' })
  const [id, otherQuote] = [randomUUID(), await cashOuts.mustQuote(token, other.bet_id)]
  const others: number[] = []
  duringDelay = async () =>
    void others.push((await cashOuts.take(token, other.bet_id, otherQuote.quote_id, { id })).status)
  expect(await cashOuts.take(token, betId, quote.quote_id, { id })).toMatchObject({
    status: 200,
    body: { amount: quote.amount, bet: { bet_id: betId, state: 'cashed_out' } },
  })
  expect(others).toEqual([200])
  expect(await cashOuts.take(token, betId, quote.quote_id, { id })).toMatchObject({ body: { code: 'id_reused' } })
  duringDelay = undefined
})

test('a bet with a leg in play and one before kick-off has the live margin and the delay', async () => {
  duringDelay = undefined
  const [live, later] = [await nare.match(), await nare.match()]
  const { token } = await nare.bettor(200)
  const bet = await bets.mustPlace(token, [pick(live), pick(later)])
  await bets.drive(live, { state: 'live', minute: 20, odds: odds('2.00') })
  const quote = await cashOuts.mustQuote(token, bet.bet_id)
  expect(quote.slip_has_live_interval).toBe(4)
  expect(Math.floor(Number(quote.fair) * 92)).toBeGreaterThanOrEqual(Math.round(Number(quote.amount) * 100) - 1)
  await bets.result(live, { full_time: '1:0' })
  expect((await cashOuts.mustQuote(token, bet.bet_id)).slip_has_live_interval).toBe(0)
})

test('a leg that is void because of the time of its match is worth its stake at most, whatever its present price', async () => {
  duringDelay = undefined
  const { token } = await nare.bettor(300)
  const inHours = (hours: number) => new Date(nare.app.clock.now() + hours * 3_600_000).toISOString()
  const start = () => nare.match({ start_time: inHours(1) })
  const [moved, begun, resumed, kept] = [await start(), await start(), await start(), await start()]
  const placed = new Map<string, string>()
  for (const match of [moved, begun, resumed, kept])
    placed.set(match, (await bets.mustPlace(token, [pick(match)], { stake: '50' })).bet_id)
  const fairOf = async (match: string) => (await cashOuts.mustQuote(token, placed.get(match) ?? '')).fair
  // Each is a void leg for another reason: moved by three days, begun before it was placed, resumed after two days.
  await bets.drive(moved, { start_time: inHours(73), odds: odds('1.30') })
  await bets.drive(begun, { start_time: inHours(-0.2), state: 'live', minute: 12, odds: odds('1.30') })
  await bets.drive(resumed, { state: 'live', minute: 12 })
  await bets.drive(resumed, { state: 'interrupted' })
  await bets.drive(kept, { start_time: inHours(2), odds: odds('1.30') })
  expect([await fairOf(moved), await fairOf(begun)]).toEqual(['50.00', '50.00'])
  expect(Number(await fairOf(kept))).toBeGreaterThan(60)
  await nare.call(sandbox.clock, { advance_s: 50 * 3600 })
  await bets.drive(resumed, { state: 'live', minute: 13, odds: odds('1.30') })
  expect(await fairOf(resumed)).toBe('50.00')
  await bets.price(moved, odds('4.00'))
  expect(Number(await fairOf(moved))).toBeLessThan(40)
  const afterwards = await bets.mustPlace(token, [pick(resumed, '1', 'home_team', '1.30')], { stake: '50' })
  // A short break changes nothing for it.
  for (const state of ['interrupted', 'live'] as const) await bets.drive(resumed, { state })
  for (const match of [begun, resumed]) {
    await bets.result(match, { half_time: '1:0', full_time: '1:0' })
    expect(await bets.bet(token, placed.get(match) ?? '')).toMatchObject({ state: 'void', returned: '50.00' })
  }
  // It was sold when the match was played on.
  expect(await bets.bet(token, afterwards.bet_id)).toMatchObject({ state: 'won', returned: '65.00' })
})

/** The grid of the test match in play, and its prices. */
function boardAt(moment: Moment) {
  const given = { home_odd: 2.1, neutral_odd: 3.4, away_odd: 3.6, over: 1.9, under: 1.9 }
  const model = inPlay(matchModelFromPrices(given), moment)
  const priced: Record<string, Record<string, string>> = {}
  for (const { marketId, outcomes } of priceMatch(model, { markets: ['1', '18', '29'] }))
    for (const { key, price } of outcomes) (priced[marketId] ??= {})[key] = formatPrice(price)
  return { model, priced }
}

test('a combination is worth the joint chance of its parts; in play of those that are still open, and nothing without a price', async () => {
  const of = combinationsOn(nare)
  const { token } = await nare.bettor(1000)
  const match = await nare.match()
  const bet = await bets.mustPlace(token, [await of.priced(match)])
  const before = await cashOuts.mustQuote(token, bet.bet_id)
  const chance = 1 / Number((await of.combined(match)).one_in)
  expect(Number(before.fair) / Number(bet.possible_win)).toBeCloseTo(chance, 2)
  expect(Number(before.amount)).toBeLessThan(Number(before.fair))
  await of.stop(match, '18', { line: '2.5' })
  expect((await cashOuts.quote(token, bet.bet_id)).body).toMatchObject({ code: 'not_available', reason: 'suspended' })
  await of.stop(match, '18', { line: '2.5', stopped: false })

  // The draw at half-time is won. What is left: that home wins, and that there are three goals.
  const moment = { minute: 50, score: { home: 1, away: 1 }, halfTime: { home: 1, away: 1 } }
  const { model, priced } = boardAt(moment)
  await bets.drive(match, { state: 'live', minute: 30, score: '1:1' })
  await bets.drive(match, { minute: 50, odds: priced })
  const left = [
    { marketId: '1', oddKey: 'home_team' },
    { marketId: '18', oddKey: 'over 2.5' },
  ]
  // A home win from 1:1 has three goals, so the total adds nothing.
  expect(combine(model, { parts: left, inPlay: true }).conflicts).toMatchObject([{ why: 'implied' }])
  const { chance: homeWins = 0 } = combine(model, { parts: left.slice(0, 1), inPlay: true })
  const now = await cashOuts.mustQuote(token, bet.bet_id)
  expect(Number(now.fair) / Number(bet.possible_win)).toBeCloseTo(homeWins, 3)

  const other = await bets.mustPlace(token, [
    await of.priced(match, [
      ['1', 'away_team'],
      ['18', 'over 3.5'],
    ]),
  ])
  const away = [
    { marketId: '1', oddKey: 'away_team' },
    { marketId: '18', oddKey: 'over 3.5' },
  ]
  const { chance: both = 0 } = combine(model, { parts: away, inPlay: true })
  const quoted = await cashOuts.mustQuote(token, other.bet_id)
  expect(Math.abs(Number(quoted.fair) - both * Number(other.possible_win))).toBeLessThan(0.02)
  await bets.price(match, { '1': { home_team: '1.20', draw: '5.00', away_team: '15.00' } })
  expect((await cashOuts.quote(token, other.bet_id)).body).toMatchObject({ reason: 'suspended' })
  await bets.result(match, { half_time: '1:1', full_time: '1:3' })
  expect((await bets.bet(token, other.bet_id)).state).toBe('won')
  expect((await bets.bet(token, bet.bet_id)).state).toBe('lost')
})
