import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { cashOutsOn, type CashOuts, type Quote } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'

const nare = await sharedApp()
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)
afterAll(() => bets.verifyBooks())

type Open = { bettor: SeededBettor; token: string; match: string; other: string; betId: string; quote: Quote }

/** A bet of KSh 100 on one match, its quote, and another match to bet on. */
async function openBet({ shillings = 100, stake = '100' } = {}): Promise<Open> {
  const [match, other] = [await nare.match(), await nare.match()]
  const bettor = await nare.bettor(shillings)
  const { bet_id: betId } = await bets.mustPlace(bettor.token, [pick(match)], { stake })
  return { bettor, token: bettor.token, match, other, betId, quote: await cashOuts.mustQuote(bettor.token, betId) }
}

const edit = ({ token, betId, quote, other }: Open, given: Partial<Parameters<CashOuts['edit']>[1]> = {}) =>
  cashOuts.edit(token, { bet: betId, quote: quote.quote_id, picks: [pick(other)], ...given })

/** The bet is open as it was, and the bettor has the money as before. */
async function isUnchanged({ token, betId }: Open, balance = '0.00'): Promise<void> {
  expect(await bets.bet(token, betId)).toMatchObject({ state: 'open', returned: '0.00' })
  expect(await bets.bet(token, betId)).not.toHaveProperty('replaced_by')
  expect(await bets.balance(token)).toBe(balance)
}

describe('an edit', () => {
  test('cashes the bet out at the quote and stakes exactly that amount; each bet names the other', async () => {
    const open = await openBet({ shillings: 150 })
    const { token, betId, quote, match, other } = open
    const id = randomUUID()
    const response = await edit(open, { id, picks: [pick(match), pick(other, '1', 'draw', '3.40')] })
    expect(response).toMatchObject({
      status: 201,
      body: {
        balance: '50.00',
        bet: { id, type: 'multi', stake: quote.amount, state: 'open', replaces: betId, total_odds: '7.14' },
      },
    })
    const newId = response.body.bet.bet_id
    expect(await bets.bet(token, betId)).toMatchObject({
      ...{ state: 'cashed_out', returned: quote.amount, replaced_by: newId },
      left: { stake: '0.00' },
    })
    expect(await bets.bet(token, id)).toMatchObject({ bet_id: newId, replaces: betId, stake: quote.amount })
    const cents = quote.amount.replace('.', '')
    expect([await cashOuts.movements(betId), await cashOuts.movements(newId)]).toEqual([
      ['stake -10000', `cash_out ${cents}`],
      [`stake -${cents}`],
    ])
    const half = BigInt(cents) / 2n
    expect(await cashOuts.exposureOf(match)).toMatchObject({ bets: 1n, stake: half })
    expect(await cashOuts.exposureOf(other, 'draw')).toMatchObject({ bets: 1n, stake: half })
    const { data } = (await nare.call(betting.bets, {}, token)).body
    expect(data.map((bet) => [bet.bet_id, bet.replaced_by, bet.replaces])).toEqual([
      [newId, undefined, betId],
      [betId, newId, undefined],
    ])
  })

  test('sent again answers its bet with the present balance; with other content its id is refused', async () => {
    const open = await openBet({ shillings: 150 })
    const id = randomUUID()
    const first = await edit(open, { id })
    await bets.mustPlace(open.token, [pick(open.match)], { stake: '20' })
    expect(await edit(open, { id })).toEqual({ status: 201, body: { ...first.body, balance: '30.00' } })
    for (const given of [{ picks: [pick(open.match)] }, { accept: 'any' as const }])
      expect(await edit(open, { id, ...given })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
    expect((await bets.place(open.token, [pick(open.match)], { id })).body['code']).toBe('id_reused')
    expect((await edit(open)).body).toMatchObject({ code: 'quote_used' })
    expect((await cashOuts.quote(open.token, open.betId)).body).toMatchObject({ reason: 'cashed_out' })
  })

  test('replaces what parts of a cash-out have left, and can be edited again', async () => {
    const open = await openBet()
    await cashOuts.take(open.token, open.betId, open.quote.quote_id, { part: '0.50' })
    expect((await edit(open)).body['code']).toBe('quote_used')
    const quote = await cashOuts.mustQuote(open.token, open.betId)
    const first = await edit({ ...open, quote })
    expect(first.body.bet.stake).toBe(quote.amount)
    const again = await cashOuts.mustQuote(open.token, first.body.bet.bet_id)
    const second = await edit({ ...open, betId: first.body.bet.bet_id, quote: again, other: open.match })
    expect(second.body.bet).toMatchObject({ replaces: first.body.bet.bet_id, stake: again.amount })
    expect(await bets.bet(open.token, first.body.bet.bet_id)).toMatchObject({
      replaces: open.betId,
      replaced_by: second.body.bet.bet_id,
    })
    await bets.result(open.match, { full_time: '1:0' })
    expect((await bets.bet(open.token, second.body.bet.bet_id)).state).toBe('won')
  })

  test('stakes the quoted amount when the value has risen, and is refused with a new quote when it has fallen', async () => {
    const rose = await openBet()
    await bets.price(rose.match, { '1': { home_team: '1.60', draw: '3.40', away_team: '5.00' } })
    expect((await edit(rose)).body.bet).toMatchObject({ stake: rose.quote.amount })
    expect((await bets.bet(rose.token, rose.betId)).returned).toBe(rose.quote.amount)
    const fell = await openBet()
    await bets.price(fell.match, { '1': { home_team: '2.60', draw: '3.40', away_team: '2.60' } })
    const refused = await edit(fell)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'quote_changed', quote: { left: { stake: '100.00' } } },
    })
    await isUnchanged(fell)
    const { quote } = refused.body as unknown as { quote: Quote }
    expect((await edit({ ...fell, quote })).body.bet).toMatchObject({ stake: quote.amount })
  })
})

describe('an edit is refused and changes nothing', () => {
  type Case = readonly [
    name: string,
    expected: object,
    given: (open: Open) => Promise<Partial<Parameters<CashOuts['edit']>[1]>>,
  ]
  const cases: readonly Case[] = [
    ['of an unknown bet', { code: 'not_found' }, async () => ({ bet: '1' })],
    ['of text that is no bet id', { code: 'not_found' }, async () => ({ bet: 'x' })],
    ['at a quote that nobody signed', { code: 'quote_expired' }, async () => ({ quote: 'x.y' })],
    [
      'at the quote of another bet',
      { code: 'quote_expired' },
      async () => ({ quote: (await openBet()).quote.quote_id }),
    ],
    [
      'to the same picks',
      { code: 'not_available', reason: 'unchanged' },
      async ({ match }) => ({ picks: [pick(match)] }),
    ],
    [
      'to a lower price',
      { code: 'odds_changed', data: [{ odd_value: '2.10', changed: true }] },
      async ({ other }) => ({ picks: [pick(other, '1', 'home_team', '2.20')] }),
    ],
    [
      'to two picks of one match',
      { code: 'related_contingency' },
      async ({ other }) => ({ picks: [pick(other), pick(other, '1', 'draw', '3.40')] }),
    ],
    ['to no picks', { code: 'invalid_input' }, async () => ({ picks: [] })],
    [
      'to a suspended match',
      { code: 'market_suspended' },
      async ({ other }) => (await bets.drive(other, { suspend: true }), {}),
    ],
    [
      'while the bet is suspended',
      { code: 'not_available', reason: 'suspended' },
      async ({ match }) => (await bets.drive(match, { suspend: true }), {}),
    ],
    [
      'above the limit of the day',
      { code: 'limit_reached', limit: 'stake.day', used: '100.00' },
      async ({ token }) => (await nare.call(protection.setLimits, { stake: { day: '150' } }, token), {}),
    ],
    [
      'during a break',
      { code: 'self_excluded' },
      async ({ token }) => (await nare.call(protection.selfExclude, { period: '24h' }, token), {}),
    ],
  ]
  test.each(cases)('%s', async (_name, expected, given) => {
    const open = await openBet()
    const change = await given(open)
    expect((await edit(open, change)).body).toMatchObject(expected)
    await isUnchanged(open)
  })

  test('below the minimum stake, of another bettor, with bonus money', async () => {
    const small = await openBet({ shillings: 20, stake: '20' })
    expect((await edit(small)).body).toMatchObject({ code: 'stake_too_small', limit: '20.00' })
    await isUnchanged(small)
    const stranger = await nare.bettor()
    expect((await edit({ ...small, token: stranger.token })).status).toBe(404)
    const bettor = await nare.bettor(50)
    await bonusesOn(nare).grant(bettor, 50, { wagerTimes: 50 })
    const match = await nare.match()
    const { bet_id: betId } = await bets.mustPlace(bettor.token, [pick(match)])
    const quote = await cashOuts.mustQuote(bettor.token, betId)
    const open = { ...small, bettor, token: bettor.token, betId, quote }
    expect((await edit(open)).body).toMatchObject({ code: 'not_available', reason: 'bonus' })
    await isUnchanged(open)
  })

  test('of a bettor whose debt the cash-out would repay', async () => {
    const open = await openBet({ shillings: 200 })
    const lost = await nare.match()
    const { bet_id: wonFirst } = await bets.mustPlace(open.token, [pick(lost)])
    await bets.result(lost, { full_time: '1:0' })
    await bets.mustPlace(open.token, [pick(open.other)], { stake: '210' })
    await bets.result(lost, { full_time: '0:1' })
    expect((await bets.bet(open.token, wonFirst)).state).toBe('lost')
    expect((await edit(open)).body).toMatchObject({ code: 'insufficient_funds' })
    await isUnchanged(open)
  })
})

test('a loss limit counts the amount that came back, a stake limit the new stake', async () => {
  const open = await openBet({ shillings: 150 })
  await nare.call(protection.setLimits, { loss: { day: '110' }, stake: { day: '200' } }, open.token)
  expect((await edit(open)).status).toBe(201)
  const { day } = (await nare.call(protection.limits, {}, open.token)).body.stake ?? {}
  expect(Number(day?.used)).toBe(100 + Number(open.quote.amount))
})

test('points and boards count the bet that was played to the end, once', async () => {
  const open = await openBet({ shillings: 150 })
  const response = await edit(open)
  await bets.result(open.match, { full_time: '1:0' })
  await bets.result(open.other, { full_time: '1:0' })
  await nare.app.points.earn()
  const stake = Number(open.quote.amount)
  expect((await nare.app.ledger.balances(open.bettor.id)).points).toBe(Math.floor(stake / 10))
  await nare.app.boards.count()
  const { rows } = await sql<{ bet: string; cents: bigint }>`
    select bet_id::text as bet, cents from boards.bet where bettor_id = ${open.bettor.id}::bigint`.execute(nare.base.db)
  expect(rows.map(({ bet }) => bet)).toEqual([response.body.bet.bet_id])
})

test('an edit that its process left behind counts no more after its time', async () => {
  const open = await openBet()
  const wait = (seconds: number) =>
    sql`
    insert into betting.edit_wait (bet_id, bettor_id, id, hash, delay_s, interruptions, until)
    values (${open.betId}::bigint, ${open.bettor.id}::bigint, ${randomUUID()}::uuid, '\\x00', 4, '{}',
      platform.real_now() + make_interval(secs => ${seconds}::float8))
    on conflict (bet_id) do update set until = excluded.until`.execute(nare.base.db)
  await wait(60)
  expect((await edit(open)).body).toMatchObject({ reason: 'editing' })
  await wait(-1)
  await nare.app.betting.sweepEdits()
  expect((await edit(open)).status).toBe(201)
})
