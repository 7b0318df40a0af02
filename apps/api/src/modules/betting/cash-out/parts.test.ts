import { afterAll, describe, expect, test } from 'vitest'
import { ledger } from '@nare/contract/ledger'
import { formatPrice } from '@nare/money/money'
import { combine } from '@nare/odds/combination'
import { inPlay, type Moment } from '@nare/odds/inplay'
import { matchModelFromPrices } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'
import { exclude } from '#modules/protection/protection'
import { transact } from '#platform/db'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { combinationsOn } from '#testing/combinations'
import { houseOn } from '#testing/house-results'
import { operatorsOf } from '#testing/operators'

const nare = await sharedApp({ OPERATORS: operatorsOf({ tom: 'trader' }) })
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)
afterAll(() => bets.verifyBooks())

const bettor = (shillings = 100) => nare.bettor(shillings)

const cents = (text: string): number => Math.round(Number(text) * 100)

describe('partial cash-outs', () => {
  test('a partial cash-out pays its share of the quote, and a result settles only the remaining stake', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const quote = await cashOuts.mustQuote(token, bet.bet_id)
    const half = await cashOuts.take(token, bet.bet_id, quote.quote_id, { part: '0.50' })
    const paid = Math.floor(cents(quote.amount) / 2)
    expect(half.status).toBe(200)
    expect(cents(half.body.amount)).toBe(paid)
    expect(half.body.bet).toMatchObject({
      state: 'open',
      stake: '100.00',
      left: { stake: '50.00', possible_win: '105.00' },
    })
    expect(await cashOuts.exposureOf(match)).toEqual({ bets: 1n, stake: 5_000n, liability: 5_500n })
    await bets.result(match, { full_time: '1:0' })
    const won = await bets.bet(token, bet.bet_id)
    expect(won.state).toBe('won')
    expect(cents(won.returned)).toBe(paid + 10_500)
    expect(cents(await bets.balance(token))).toBe(paid + 10_500)
    await bets.result(match, { full_time: '0:1' })
    expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'lost', returned: half.body.amount })
    await bets.result(match, { rollback: true })
    expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'open', returned: half.body.amount })
    await bets.result(match, { cancelled: true, reason: 'rain' })
    const back = await bets.bet(token, bet.bet_id)
    expect([back.state, cents(back.returned)]).toEqual(['void', paid + 5_000])
    expect(cents(await bets.balance(token))).toBe(paid + 5_000)
  })

  test('the partial cash-outs of a whole bet add up to its quote, except for rounding, and release all exposure', async () => {
    const [match, { token }] = [await nare.match(), await bettor(1000)]
    const bet = await bets.mustPlace(token, [pick(match)], { stake: '333.33' })
    const whole = cents((await cashOuts.mustQuote(token, bet.bet_id)).amount)
    let sum = 0
    for (const part of ['0.33', '0.5', '.07', '1.00']) {
      const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
      const taken = await cashOuts.take(token, bet.bet_id, quote_id, { part })
      expect(taken.status).toBe(200)
      sum += cents(taken.body.amount)
    }
    expect(Math.abs(sum - whole)).toBeLessThanOrEqual(3)
    expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'cashed_out' })
    expect(await cashOuts.exposureOf(match)).toEqual({ bets: 0n, stake: 0n, liability: 0n })
    expect(await cashOuts.movements(bet.bet_id)).toHaveLength(5)
  })

  test('a quote from before a partial cash-out is refused as changed', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const [first, second] = [await cashOuts.mustQuote(token, bet.bet_id), await cashOuts.mustQuote(token, bet.bet_id)]
    expect((await cashOuts.take(token, bet.bet_id, first.quote_id, { part: '0.10' })).status).toBe(200)
    expect(await cashOuts.take(token, bet.bet_id, second.quote_id)).toMatchObject({
      status: 409,
      body: { code: 'quote_changed' },
    })
  })

  test('a boosted multi settles the remaining stake with its share of the boost', async () => {
    const matches = [await nare.match(), await nare.match(), await nare.match()]
    const { token } = await bettor(400)
    const bet = await bets.mustPlace(
      token,
      matches.map((match) => pick(match)),
      { stake: '200' },
    )
    const uncashed = await bets.mustPlace(
      token,
      matches.map((match) => pick(match)),
      { stake: '100' },
    )
    const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
    const part = await cashOuts.take(token, bet.bet_id, quote_id, { part: '0.5' })
    for (const match of matches) await bets.result(match, { full_time: '1:0' })
    const [rest, same] = [await bets.bet(token, bet.bet_id), await bets.bet(token, uncashed.bet_id)]
    expect(cents(rest.returned)).toBe(cents(part.body.amount) + cents(same.returned))
    expect(rest.boost).toEqual(same.boost)
    expect(cents(rest.left?.possible_win ?? '')).toBe(cents(same.possible_win ?? ''))
  })
})

test('a correction after a cash-out changes nothing', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  const { quote_id, amount } = await cashOuts.mustQuote(token, bet.bet_id)
  expect((await cashOuts.take(token, bet.bet_id, quote_id)).status).toBe(200)
  for (const result of [
    { full_time: '1:0' },
    { full_time: '0:1' },
    { rollback: true as const },
    { cancelled: true as const, reason: 'rain' },
  ]) {
    await bets.result(match, result)
    expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'cashed_out', returned: amount })
    expect(await bets.balance(token)).toBe(amount)
  }
})

test('a bettor who has excluded himself may cash out, because an exclusion blocks only stakes', async () => {
  const [match, { id, token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  await transact(nare.app.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [id])
    await exclude(tx, { bettor: id, period: '24h', seconds: 86_400 })
  })
  const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
  expect((await cashOuts.take(token, bet.bet_id, quote_id)).status).toBe(200)
})

test('the account statement shows a cash-out as its own kind', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const bet = await bets.mustPlace(token, [pick(match)])
  const { quote_id, amount } = await cashOuts.mustQuote(token, bet.bet_id)
  await cashOuts.take(token, bet.bet_id, quote_id)
  const { body } = await nare.call(ledger.transactions, {}, token)
  expect(body.data[0]).toMatchObject({ kind: 'cash_out', amount })
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

test('a combination with a void part is not worth its win', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const one = await combinationsOn(nare).priced(match, [
    ['1', 'home_team'],
    ['18', 'over 1.5'],
  ])
  const bet = await bets.mustPlace(token, [one])
  await bets.drive(match, { state: 'live', minute: 20, score: '2:0' })
  expect(cents((await cashOuts.mustQuote(token, bet.bet_id)).amount)).toBeGreaterThan(10_000)
  expect(await houseOn(nare).void(match, { sub_type_id: '18' })).toMatchObject({ status: 200 })
  expect((await cashOuts.quote(token, bet.bet_id)).body).toMatchObject({ code: 'not_available', reason: 'no_price' })
  await bets.result(match, { half_time: '2:0', full_time: '2:0' })
  expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
})
