import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { ke } from '#country/ke'
import { testApp } from '#testing/app'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'

/** Runs while a cash-out waits for the delay of live bets. */
let duringDelay: (() => Promise<unknown>) | undefined
const waits: number[] = []

const nare = await sharedApp(
  {},
  {
    waitForLive: async (ms) => {
      waits.push(ms)
      await duringDelay?.()
    },
  },
)
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)
afterAll(() => bets.verifyBooks())

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

type LiveEdit = Awaited<ReturnType<typeof liveBet>> & { other: string }

/** As `liveBet`, with another match to bet on. `change` runs during the next delay only. */
async function liveEdit(change?: (open: LiveEdit) => Promise<unknown>): Promise<LiveEdit> {
  const open = { ...(await liveBet()), other: await nare.match() }
  if (change)
    duringDelay = () => {
      duringDelay = undefined
      return change(open)
    }
  return open
}

const edit = (
  { token, betId, quote, other }: Omit<LiveEdit, 'match'>,
  given: Partial<Parameters<CashOuts['edit']>[1]> = {},
) => cashOuts.edit(token, { bet: betId, quote: quote.quote_id, picks: [pick(other)], ...given })

describe('an edit in play', () => {
  test('both are decided again after one delay, and the edit is done if nothing happened', async () => {
    const open = await liveEdit()
    expect(await edit(open)).toMatchObject({ status: 201, body: { bet: { stake: open.quote.amount } } })
    expect(waits).toEqual([4000])
    const [match, other, { token }] = [await nare.match(), await nare.match(), await nare.bettor()]
    const { bet_id: betId } = await bets.mustPlace(token, [pick(match)])
    const quote = await cashOuts.mustQuote(token, betId)
    await bets.drive(other, { state: 'live', minute: 20, odds: odds('2.00') })
    waits.length = 0
    const response = await edit({ token, betId, quote, other }, { picks: [pick(other, '1', 'home_team', '2.00')] })
    expect([response.status, waits]).toEqual([201, [4000]])
  })

  const events: readonly (readonly [name: string, code: string, change: (open: LiveEdit) => Promise<unknown>])[] = [
    ['a goal on the old bet', 'not_available', ({ match }) => bets.drive(match, { event: 'goal', score: '1:0' })],
    [
      'a lower value',
      'quote_changed',
      ({ match }) => bets.price(match, { '1': { ...odds('2.00')['1'], home_team: '2.60' } }),
    ],
    ['the result of the old bet', 'not_available', ({ match }) => bets.result(match, { full_time: '1:0' })],
    ['a suspension of a new pick', 'market_suspended', ({ other }) => bets.drive(other, { suspend: true })],
    [
      'an interruption of a new pick that is over',
      'market_suspended',
      async ({ other }) => {
        await bets.drive(other, { suspend: true })
        await bets.drive(other, { suspend: false })
      },
    ],
    [
      'a lower price of a new pick',
      'odds_changed',
      ({ other }) => bets.price(other, { '1': { home_team: '2.00', draw: '3.40', away_team: '3.60' } }),
    ],
    [
      'a break of the bettor',
      'self_excluded',
      ({ token }) => nare.call(protection.selfExclude, { period: '24h' }, token),
    ],
  ]
  test.each(events)('nothing happens after %s during the delay', async (_name, code, change) => {
    const open = await liveEdit(change)
    expect((await edit(open)).body).toMatchObject({ code })
    const { state, cash_out } = await bets.bet(open.token, open.betId)
    expect([state === 'open' || state === 'won', cash_out]).toEqual([true, undefined])
    const { rows } = await sql`select from betting.edit_wait where bet_id = ${open.betId}::bigint`.execute(nare.base.db)
    expect(rows).toEqual([])
  })

  test('the bet takes no other command during the delay, and all of them after it', async () => {
    const refused: unknown[] = []
    const open = await liveEdit(async (of) => {
      const quoted = await cashOuts.quote(of.token, of.betId)
      const take = await cashOuts.take(of.token, of.betId, of.quote.quote_id)
      const rule = await cashOuts.setRule(of.token, of.betId, '150')
      const second = await edit(of)
      refused.push(...[quoted, take, rule, second].map(({ body }) => (body as { reason?: string }).reason))
      await bets.drive(of.other, { suspend: true })
    })
    expect((await edit(open)).body).toMatchObject({ code: 'market_suspended' })
    expect(refused).toEqual(['editing', 'editing', 'editing', 'editing'])
    const again = await cashOuts.mustQuote(open.token, open.betId)
    expect((await cashOuts.take(open.token, open.betId, again.quote_id)).status).toBe(200)
  })

  test('a cash-out that was sent before is not taken back by an edit', async () => {
    const open = await liveEdit()
    const [isWaiting, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    let editing: ReturnType<typeof edit> | undefined
    duringDelay = async () => {
      const quote = await cashOuts.mustQuote(open.token, open.betId)
      duringDelay = () => {
        isWaiting.resolve(undefined)
        return ended.promise
      }
      editing = edit({ ...open, quote })
      await isWaiting.promise
    }
    expect((await cashOuts.take(open.token, open.betId, open.quote.quote_id)).status).toBe(200)
    ended.resolve(undefined)
    expect((await editing)?.body).toMatchObject({ code: 'not_available', reason: 'cashed_out' })
  })

  test('nothing that the bettor does cancels it: logging out, a lower limit, the same id for a bet', async () => {
    const id = randomUUID()
    const open = await liveEdit(async ({ token, match }) => {
      await nare.call(protection.setLimits, { stake: { bet: '20', day: '100' } }, token)
      const used = await bets.place(token, [pick(match, '1', 'draw', '3.40')], { id, stake: '20', accept: 'any' })
      expect(used.body['code']).toBe('limit_reached')
      await nare.call(identity.logout, {}, token)
    })
    expect(await edit(open, { id })).toMatchObject({ status: 201, body: { bet: { stake: open.quote.amount } } })
    const taken = randomUUID()
    const second = await liveEdit(({ token, other }) =>
      bets.mustPlace(token, [pick(other)], { id: taken, stake: '20' }),
    )
    const response = await edit(second, { id: taken })
    expect(response).toMatchObject({ status: 201, body: { bet: { replaces: second.betId } } })
    expect(response.body.bet.id).not.toBe(taken)
  })

  test('its stake counts towards the limits of other stakes during the delay', async () => {
    const during: unknown[] = []
    const open = await liveEdit(async ({ token, other }) => {
      during.push(await bets.place(token, [pick(other)], { stake: '90' }))
    })
    await nare.call(protection.setLimits, { stake: { day: '210' } }, open.token)
    expect(await edit(open)).toMatchObject({ status: 201 })
    expect(during).toMatchObject([{ body: { code: 'limit_reached', limit: 'stake.day' } }])
  })
})
