import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { devig } from '@nare/odds/devig'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { slowReturn } from '#testing/slow-bets'

const nare = await sharedApp()
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)
afterAll(() => bets.verifyBooks())

const bettor = (shillings = 100) => nare.bettor(shillings)

const cents = (text: string): number => Math.round(Number(text) * 100)
const shin = (odds: number[], at: number): number => devig(odds, 'shin')[at] ?? NaN
const given = [2.1, 3.4, 3.6]

describe('a quote', () => {
  test('is the fair value at the margin-free chance, and the amount five percent less', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const quote = await cashOuts.mustQuote(token, bet.bet_id)
    const fair = 10_000 * 2.1 * shin(given, 0)
    expect(cents(quote.fair)).toBe(Math.floor(fair))
    expect(cents(quote.amount)).toBe(Math.floor(fair * 0.95))
    expect(quote).toMatchObject({ left: { stake: '100.00', possible_win: '210.00' }, slip_has_live_interval: 0 })
  })

  test('follows the current price: it falls when the price rises and rises when the price falls', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const before = cents((await cashOuts.mustQuote(token, bet.bet_id)).amount)
    await bets.price(match, { '1': { home_team: '2.50' } })
    const after = await cashOuts.mustQuote(token, bet.bet_id)
    expect(cents(after.amount)).toBe(Math.floor(10_000 * 2.1 * shin([2.5, 3.4, 3.6], 0) * 0.95))
    expect(cents(after.amount)).toBeLessThan(before)
    await bets.price(match, { '1': { home_team: '1.50' } })
    expect(cents((await cashOuts.mustQuote(token, bet.bet_id)).amount)).toBeGreaterThan(before)
  })

  test('for a multi counts settled legs by their result and leaves out the boost', async () => {
    const [a, b, c, { token }] = [await nare.match(), await nare.match(), await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(a), pick(b), pick(c)])
    expect(bet.boost.percent).toBe(5)
    await bets.result(a, { full_time: '1:0' })
    await bets.result(b, { cancelled: true, reason: 'rain' })
    const fair = 10_000 * 2.1 * 1 * (2.1 * shin(given, 0))
    expect(cents((await cashOuts.mustQuote(token, bet.bet_id)).fair)).toBe(Math.floor(fair))
    await bets.result(c, { full_time: '0:1' })
    expect(await cashOuts.quote(token, bet.bet_id)).toMatchObject({
      status: 422,
      body: { code: 'not_available', reason: 'settled' },
    })
  })

  test('for a system is the mean of its lines', async () => {
    const matches = [await nare.match(), await nare.match(), await nare.match()]
    const { token } = await bettor()
    const picks = matches.map((match) => pick(match))
    const bet = await bets.mustPlace(token, picks, { type: 'system', system: [2], stake: '90' })
    const one = 2.1 * shin(given, 0)
    expect(cents((await cashOuts.mustQuote(token, bet.bet_id)).fair)).toBe(Math.floor(9_000 * one * one))
    await bets.result(matches[0] ?? '', { full_time: '0:1' })
    expect(cents((await cashOuts.mustQuote(token, bet.bet_id)).fair)).toBe(Math.floor(3_000 * one * one))
  })

  test('is at most what the present prices pay for the same bet: quoted, paid and by line of a system', async () => {
    const [a, b, c, { token }] = [await nare.match(), await nare.match(), await nare.match(), await bettor(300)]
    const noBet = (match: string) => pick(match, '11', 'home_team', '1.50')
    for (const match of [a, b]) await bets.price(match, { '11': { home_team: '1.50' } })
    const single = await bets.mustPlace(token, [noBet(a)])
    const system = await bets.mustPlace(token, [noBet(a), noBet(b), pick(c)], {
      type: 'system',
      system: [2],
      stake: '90',
    })
    await bets.result(c, { full_time: '1:0' })
    await bets.price(a, { '11': { home_team: '6.00', away_team: '1.10' } })
    const quote = await cashOuts.mustQuote(token, single.bet_id)
    expect(cents(quote.amount)).toBe(2_500)
    expect(cents(quote.fair)).toBeGreaterThan(3_000)
    const [moved, same, won] = [
      [1500n, 6000n],
      [1500n, 1500n],
      [2100n, 1000n],
    ] as const
    const legs = [moved, same, won].map((factor) => ({ odds: factor[0], factor }))
    expect(BigInt(cents((await cashOuts.mustQuote(token, system.bet_id)).amount))).toBeLessThanOrEqual(
      slowReturn(9_000n, legs, { sizes: [2] }),
    )
    await cashOuts.setRule(token, single.bet_id, '25.01')
    await nare.app.betting.cashOut.idle()
    expect((await cashOuts.now(token, single.bet_id)).body.data).toMatchObject({ amount: '25.00', rule: '25.01' })
    expect((await cashOuts.take(token, single.bet_id, quote.quote_id)).body.amount).toBe('25.00')
    await bets.price(b, { '11': { home_team: '12.00', away_team: '1.02' } })
    const dearer = [moved, [1500n, 12_000n] as const, won].map((factor) => ({ odds: factor[0], factor }))
    expect(BigInt(cents((await cashOuts.mustQuote(token, system.bet_id)).amount))).toBe(
      slowReturn(9_000n, dearer, { sizes: [2] }),
    )
  })

  test('in play has the live margin and the delay', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    await bets.drive(match, {
      state: 'live',
      minute: 30,
      odds: { '1': { home_team: '2.10', draw: '3.40', away_team: '3.60' } },
    })
    const quote = await cashOuts.mustQuote(token, bet.bet_id)
    expect(quote.slip_has_live_interval).toBe(4)
    expect(cents(quote.amount)).toBe(Math.floor(cents(quote.fair) * 0.92))
  })

  test.each([
    ['suspended', { suspend: true }],
    ['suspended', { event: 'goal' as const, score: '0:1' }],
    ['interrupted', { state: 'interrupted' as const }],
    ['interrupted', { state: 'postponed' as const }],
  ])('is refused with a reason and a message: %s after %o', async (reason, change) => {
    const [match, other, { token }] = [await nare.match(), await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match), pick(other)])
    await bets.drive(match, { ...('score' in change && { state: 'live' as const, minute: 10 }), ...change })
    const refused = await cashOuts.quote(token, bet.bet_id)
    expect(refused).toMatchObject({ status: 422, body: { code: 'not_available', reason } })
    expect(refused.body['message']).toMatch(/bet/)
    expect((await cashOuts.now(token, bet.bet_id)).body.data).toMatchObject({ reason })
  })

  test('is refused for a bet that is settled, lost, unknown or of another bettor', async () => {
    const [match, other, mine, theirs] = [await nare.match(), await nare.match(), await bettor(300), await bettor()]
    const won = await bets.mustPlace(mine.token, [pick(match)])
    const lost = await bets.mustPlace(mine.token, [pick(match, '1', 'draw', '3.40'), pick(other)])
    expect(await cashOuts.quote(theirs.token, won.bet_id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await cashOuts.quote(mine.token, '999999999999')).toMatchObject({ status: 404 })
    expect(await cashOuts.quote(mine.token, 'x')).toMatchObject({ status: 404 })
    await bets.result(match, { full_time: '1:0' })
    for (const { bet_id } of [won, lost])
      expect(await cashOuts.quote(mine.token, bet_id)).toMatchObject({ status: 422, body: { reason: 'settled' } })
  })

  test('counts a pick that the score has decided by its result', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match, '18', 'over 2.5', '1.90')])
    await bets.drive(match, { state: 'live', minute: 70, score: '2:1' })
    expect(await cashOuts.mustQuote(token, bet.bet_id)).toMatchObject({ fair: '190.00', amount: '174.80' })
    const under = await bets.place(token, [pick(match, '18', 'under 2.5', '1.90')])
    expect(under.status).not.toBe(201)
  })
})

describe('a cash-out', () => {
  test('pays the quoted amount once, ends the bet and releases its exposure', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    expect(await cashOuts.exposureOf(match)).toEqual({ bets: 1n, stake: 10_000n, liability: 11_000n })
    const quote = await cashOuts.mustQuote(token, bet.bet_id)
    const id = randomUUID()
    const taken = await cashOuts.take(token, bet.bet_id, quote.quote_id, { id })
    expect(taken).toMatchObject({
      status: 200,
      body: {
        amount: quote.amount,
        balance: quote.amount,
        bet: { state: 'cashed_out', returned: quote.amount, stake: '100.00' },
      },
    })
    expect(taken.body.bet.left).toEqual({ stake: '0.00', possible_win: '0.00' })
    expect(taken.body.bet.cash_out).toEqual({ paid: quote.amount })
    expect(taken.body.bet.settled_at).toBeDefined()
    expect(await cashOuts.exposureOf(match)).toEqual({ bets: 0n, stake: 0n, liability: 0n })
    expect(await cashOuts.take(token, bet.bet_id, quote.quote_id, { id })).toMatchObject({
      status: 200,
      body: { amount: quote.amount, balance: quote.amount },
    })
    expect(await cashOuts.take(token, bet.bet_id, quote.quote_id, { id, part: '0.50' })).toMatchObject({
      status: 409,
      body: { code: 'id_reused' },
    })
    expect(await cashOuts.take(token, bet.bet_id, quote.quote_id)).toMatchObject({
      status: 409,
      body: { code: 'quote_used' },
    })
    expect(await cashOuts.movements(bet.bet_id)).toEqual(['stake -10000', `cash_out ${cents(quote.amount)}`])
  })

  test('pays more if the value rose, and is refused with a new quote if the value fell', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const quote = await cashOuts.mustQuote(token, bet.bet_id)
    await bets.price(match, { '1': { home_team: '2.40' } })
    const fell = await cashOuts.take(token, bet.bet_id, quote.quote_id)
    expect(fell).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
    const fresh = fell.body['quote'] as { quote_id: string; amount: string }
    expect(cents(fresh.amount)).toBeLessThan(cents(quote.amount))
    expect((await bets.bet(token, bet.bet_id)).state).toBe('open')
    await bets.price(match, { '1': { home_team: '1.80' } })
    const taken = await cashOuts.take(token, bet.bet_id, fresh.quote_id)
    expect(taken.status).toBe(200)
    expect(cents(taken.body.amount)).toBeGreaterThan(cents(quote.amount))
  })

  test('with an expired or forged quote, or the quote of another bet, is refused', async () => {
    const [match, mine] = [await nare.match(), await bettor(200)]
    const bet = await bets.mustPlace(mine.token, [pick(match)])
    const other = await bets.mustPlace(mine.token, [pick(match)])
    const { quote_id } = await cashOuts.mustQuote(mine.token, bet.bet_id)
    const [text = '', signature = ''] = quote_id.split('.')
    const dearer = Buffer.from(
      Buffer.from(text, 'base64url')
        .toString()
        .replace(/^(\d+\.\d+\.)\d+/, '$11'),
    ).toString('base64url')
    for (const forged of [`${dearer}.${signature}`, 'x', `${text}.`, `${quote_id}.x`])
      expect(await cashOuts.take(mine.token, bet.bet_id, forged)).toMatchObject({
        status: 409,
        body: { code: 'quote_expired' },
      })
    expect(await cashOuts.take(mine.token, other.bet_id, quote_id)).toMatchObject({ body: { code: 'quote_expired' } })
    await nare.call(sandbox.clock, { advance_s: 601 })
    expect(await cashOuts.take(mine.token, bet.bet_id, quote_id)).toMatchObject({
      status: 409,
      body: { code: 'quote_expired' },
    })
    expect(await cashOuts.take(mine.token, bet.bet_id, quote_id, { id: 'x' })).toMatchObject({ status: 400 })
    expect(await cashOuts.take(mine.token, bet.bet_id, quote_id, { part: '0' })).toMatchObject({ status: 400 })
    expect(await cashOuts.take(mine.token, bet.bet_id, quote_id, { part: '1.01' })).toMatchObject({ status: 400 })
  })

  test('is refused if the bet is of another bettor, or was suspended or settled after the quote', async () => {
    const [match, mine, theirs] = [await nare.match(), await bettor(), await bettor()]
    const bet = await bets.mustPlace(mine.token, [pick(match)])
    const { quote_id } = await cashOuts.mustQuote(mine.token, bet.bet_id)
    expect(await cashOuts.take(theirs.token, bet.bet_id, quote_id)).toMatchObject({ status: 404 })
    await bets.drive(match, { suspend: true })
    expect(await cashOuts.take(mine.token, bet.bet_id, quote_id)).toMatchObject({
      status: 422,
      body: { reason: 'suspended' },
    })
    await bets.drive(match, { suspend: false })
    await bets.result(match, { full_time: '1:0' })
    expect(await cashOuts.take(mine.token, bet.bet_id, quote_id)).toMatchObject({
      status: 422,
      body: { reason: 'settled' },
    })
    expect(await bets.balance(mine.token)).toBe('210.00')
  })

  test('while a result is not settled yet is refused', async () => {
    const { betting, catalog } = nare.app
    const [match, other, { token }] = [await nare.match(), await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match), pick(other)])
    const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
    catalog.connectSettlement({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
    await bets.result(match, { full_time: '1:0' })
    catalog.connectSettlement(betting)
    expect(await cashOuts.take(token, bet.bet_id, quote_id)).toMatchObject({
      status: 422,
      body: { reason: 'settling' },
    })
    await betting.settle(Number(match))
    expect((await cashOuts.quote(token, bet.bet_id)).status).toBe(200)
  })

  test('while a correction is not settled yet is refused: the state of a leg may differ from its row', async () => {
    const { betting, catalog } = nare.app
    const [match, other, { token }] = [await nare.match(), await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match), pick(other)])
    await bets.result(match, { full_time: '1:0' })
    const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
    catalog.connectSettlement({ onResult: betting.onResult, settle: async () => ({ legs: 0, bets: 0 }) })
    await bets.result(match, { full_time: '0:1' })
    catalog.connectSettlement(betting)
    const refused = await cashOuts.take(token, bet.bet_id, quote_id)
    expect(refused).toMatchObject({ status: 422, body: { reason: 'settling' } })
    await betting.settle(Number(match))
    expect(await bets.bet(token, bet.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
  })
})
