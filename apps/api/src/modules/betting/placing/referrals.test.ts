import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { operatorProducts } from '@nare/contract/operator-trading'
import { protection } from '@nare/contract/protection'
import { referrals } from '@nare/contract/referrals'
import { operatorSettings, type SettingValue } from '@nare/contract/settings'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets, type SentSlip } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'

const [tom, ada, ben] = [operatorToken('tom'), operatorToken('ada'), operatorToken('ben')]
const OPERATORS = operatorsOf({ tom: 'trader', ada: 'admin', ben: 'admin' })
const reason = 'a large stake'

let nare: TestApp
let bets: Bets
let match: string

async function change(key: string, value: SettingValue): Promise<void> {
  const asked = await nare.call(operatorSettings.changeSetting, { key, value, reason }, ada)
  const done =
    asked.status === 202 ? await nare.call(operatorSettings.changeSetting, { key, value, reason }, ben) : asked
  expect(done.status).toBe(200)
}

beforeAll(async () => {
  nare = await testApp({ OPERATORS })
  bets = betsOn(nare)
  await change('referral.on', true)
  await change('referral.stake', '50')
})
afterAll(() => nare.close())
beforeEach(async () => {
  match = await nare.match({ start_time: new Date(nare.app.clock.now() + 7_200_000).toISOString() })
})

const newBettor = (shillings = 1000) => nare.bettor(shillings)
type Bettor = Awaited<ReturnType<typeof newBettor>>

/** Sends a slip of KSh 100, which is above the referral limit; throws unless it waits for a trader. */
async function refer({ token }: Bettor, given: Partial<SentSlip> = {}, on = match) {
  const slip = slipOf([pick(on)], given)
  const sent = await nare.call(betting.place, slip, token)
  expect(sent).toMatchObject({ status: 202, body: { state: 'referred' } })
  return { slip, id: sent.body.bet.bet_id, sent }
}

const decide = (id: string, answer: 'accept' | 'offer' | 'refuse', terms: { stake?: string; price?: string } = {}) =>
  nare.call(consoleReferrals.decideReferral, { id, answer, reason, ...terms }, tom)
const withdraw = ({ token }: Bettor, bet_id: string) => nare.call(referrals.withdraw, { bet_id }, token)
const answerOffer = ({ token }: Bettor, bet_id: string, take: boolean) =>
  nare.call(referrals.answerOffer, { bet_id, id: randomUUID(), take }, token)
const work = () => nare.app.betting.referrals.workThroughDue()
const seen = async ({ token }: Bettor, id: string) => (await nare.call(betting.bet, { id }, token)).body.data
const reservedOf = async ({ id }: Bettor): Promise<number> =>
  (await sql`select from betting.reservation where bettor_id = ${id}::bigint`.execute(nare.base.db)).rows.length
const liveMatch = async (): Promise<void> => bets.drive(match, { state: 'live', minute: 10 })

test('a slip above the limits waits for a trader with its stake reserved, and one below is placed at once', async () => {
  const bettor = await newBettor()
  expect((await bets.place(bettor.token, [pick(match)], { stake: '50' })).status).toBe(201)
  const { id, slip, sent } = await refer(bettor)
  expect(sent.body).toMatchObject({ bet_id: id, balance: '850.00', bet: { state: 'referred', total_odds: '2.10' } })
  expect(Date.parse(sent.body.until ?? '') - nare.app.clock.now()).toBeGreaterThan(50_000)
  expect(await bets.balance(bettor.token)).toBe('850.00')
  expect(await nare.call(betting.place, slip, bettor.token)).toMatchObject({ status: 202, body: { bet_id: id } })
  for (const name of [id, slip.id]) expect(await seen(bettor, name)).toMatchObject({ bet_id: id, state: 'referred' })
  expect((await nare.call(betting.bets, {}, bettor.token)).body.data).toHaveLength(1)
  const { data } = (await nare.call(consoleReferrals.referrals, {}, tom)).body
  expect(data.find((row) => row.id === id)).toMatchObject({
    ...{ state: 'referred', stake: '100.00', possible_win: '210.00', in_play: false },
    ...{ bettor: { bettor_id: String(bettor.id), stake_percent: 100 } },
    legs: [{ odd_value: '2.10', present: '2.10', interrupted: false }],
  })
  await bets.verifyBooks()
  expect((await decide(id, 'refuse')).body.state).toBe('refused')
})

test('a payout above the limit is referred too, and nothing is while referral is off', async () => {
  const bettor = await newBettor()
  await change('referral.win', '80')
  await refer(bettor, { stake: '40' })
  await change('referral.on', false)
  expect((await bets.place(bettor.token, [pick(match)])).status).toBe(201)
  await change('referral.on', true)
  await change('referral.win', '1000000')
})

test('an accepted bet is placed with the reserved stake; the same command answers it, and a repeated answer changes nothing', async () => {
  const bettor = await newBettor()
  const { id, slip } = await refer(bettor)
  for (let n = 0; n < 2; n++) expect((await decide(id, 'accept')).body).toMatchObject({ bet_id: id, state: 'placed' })
  expect(await decide(id, 'refuse')).toMatchObject({ status: 422, body: { code: 'not_available', state: 'placed' } })
  expect(await nare.call(betting.place, slip, bettor.token)).toMatchObject({
    status: 201,
    body: { bet: { bet_id: id } },
  })
  expect(await seen(bettor, slip.id)).toMatchObject({
    bet_id: id,
    state: 'open',
    stake: '100.00',
    possible_win: '210.00',
  })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 0])
  expect((await withdraw(bettor, id)).body).toMatchObject({ code: 'not_available', state: 'placed' })
  await bets.verifyBooks()
})

test('a refused bet returns its stake, and the same command answers the refusal instead of being referred again', async () => {
  const bettor = await newBettor()
  const { id, slip } = await refer(bettor)
  for (let n = 0; n < 2; n++) expect((await decide(id, 'refuse')).body.state).toBe('refused')
  expect(await nare.call(betting.place, slip, bettor.token)).toMatchObject({
    status: 422,
    body: { code: 'not_available' },
  })
  expect(await seen(bettor, slip.id)).toMatchObject({ state: 'refused', referral: { code: 'not_available' } })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
  await bets.verifyBooks()
})

test('an accepted bet is placed at the lower of the asked and the present price', async () => {
  const bettor = await newBettor()
  const [rising, falling, strict] = [await refer(bettor), await refer(bettor, { accept: 'any' }), await refer(bettor)]
  await bets.price(match, { '1': { home_team: '2.50' } })
  await decide(rising.id, 'accept')
  expect(await seen(bettor, rising.id)).toMatchObject({ state: 'open', total_odds: '2.10' })
  await bets.price(match, { '1': { home_team: '1.80' } })
  await decide(falling.id, 'accept')
  expect(await seen(bettor, falling.id)).toMatchObject({ state: 'open', total_odds: '1.80', possible_win: '180.00' })
  // Who accepts no lower odds gets none.
  expect((await decide(strict.id, 'accept')).body).toMatchObject({ state: 'refused', code: 'odds_changed' })
  expect(await bets.balance(bettor.token)).toBe('800.00')
  await bets.verifyBooks()
})

test('100 identical slips sent at once by two processes are referred once and reserve one stake', async () => {
  const bettor = await newBettor()
  const slip = slipOf([pick(match)])
  const other = await testApp({ OPERATORS }, { base: nare.base })
  try {
    await other.app
      .jobs()
      .find(({ name }) => name === 'settings')
      ?.run()
    const send = (n: number) => (n % 2 ? nare : other).call(betting.place, slip, bettor.token)
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(replies.map(({ body }) => body.bet_id)).size).toBe(1)
    expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 1])
    await bets.verifyBooks()
  } finally {
    await other.close()
  }
})

test('of 100 different slips sent at once only those that the balance covers are referred', async () => {
  const bettor = await newBettor(700)
  const replies = await Promise.all(Array.from({ length: 100 }, () => bets.place(bettor.token, [pick(match)])))
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(7)
  expect(new Set(replies.flatMap(({ status, body }) => (status === 202 ? [] : [body['code']])))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['0.00', 7])
  await bets.verifyBooks()
})

test('before kick-off a bettor takes a bet back at once; of a withdrawal and an acceptance at the same time one happens', async () => {
  const bettor = await newBettor()
  const { id, slip } = await refer(bettor)
  for (let n = 0; n < 2; n++)
    expect((await withdraw(bettor, id)).body).toMatchObject({ balance: '1000.00', data: { state: 'refused' } })
  expect((await nare.call(betting.place, slip, bettor.token)).body).toMatchObject({ code: 'not_available' })
  expect((await decide(id, 'accept')).body).toMatchObject({ code: 'not_available', state: 'withdrawn' })
  const racing = await Promise.all(Array.from({ length: 5 }, () => refer(bettor)))
  await Promise.all(racing.flatMap((one) => [withdraw(bettor, one.id), decide(one.id, 'accept')]))
  const ends = await Promise.all(racing.map(async (one) => (await seen(bettor, one.id)).state))
  expect(ends.every((state) => state === 'open' || state === 'refused')).toBe(true)
  const placed = ends.filter((state) => state === 'open').length
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual([`${1000 - placed * 100}.00`, 0])
  await bets.verifyBooks()
})

test('in play a withdrawal takes effect after the live delay, and an acceptance until then binds', async () => {
  await liveMatch()
  const bettor = await newBettor()
  const [left, accepted] = [await refer(bettor), await refer(bettor)]
  for (const { id } of [left, accepted])
    expect((await withdraw(bettor, id)).body.data).toMatchObject({ state: 'referred', referral: { state: 'referred' } })
  expect(await seen(bettor, left.id)).toHaveProperty('referral.withdraw_at')
  expect((await decide(accepted.id, 'accept')).body.state).toBe('accepted')
  expect((await withdraw(bettor, accepted.id)).body).toMatchObject({ code: 'not_available', state: 'accepted' })
  await work()
  expect(await bets.balance(bettor.token)).toBe('800.00')
  await nare.app.clock.advance(30)
  await work()
  expect(await seen(bettor, left.id)).toMatchObject({ state: 'refused', referral: { state: 'withdrawn' } })
  expect(await seen(bettor, accepted.id)).toMatchObject({ state: 'open' })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 0])
  await bets.verifyBooks()
})

test('a bet in play waits for the live delay after its acceptance, and an event until then or before refuses it', async () => {
  await liveMatch()
  const bettor = await newBettor()
  const [before, during, calm] = [await refer(bettor), await refer(bettor), await refer(bettor)]
  expect((await decide(during.id, 'accept')).body.state).toBe('accepted')
  for (const suspend of [true, false]) await bets.drive(match, { suspend })
  expect((await decide(before.id, 'accept')).body.state).toBe('accepted')
  await nare.app.clock.advance(30)
  await work()
  for (const { id } of [before, during, calm].slice(0, 2))
    expect(await seen(bettor, id)).toMatchObject({ state: 'refused', referral: { code: 'market_suspended' } })
  expect(await bets.balance(bettor.token)).toBe('900.00')
  await nare.app.clock.advance(60)
  await work()
  await bets.verifyBooks()
})

test('a kick-off while a bet waits refuses it', async () => {
  const bettor = await newBettor()
  const { id } = await refer(bettor)
  await liveMatch()
  await decide(id, 'accept')
  await nare.app.clock.advance(30)
  await work()
  expect(await seen(bettor, id)).toMatchObject({ state: 'refused', referral: { code: 'market_suspended' } })
  expect(await bets.balance(bettor.token)).toBe('1000.00')
})

test('an offer of a lower stake and price is placed when taken, and the difference returns', async () => {
  const bettor = await newBettor()
  const { id } = await refer(bettor)
  expect((await decide(id, 'offer', { stake: '60', price: '1.95' })).body).toMatchObject({
    state: 'offered',
    offer: { stake: '60.00', total_odds: '1.95', possible_win: '117.00' },
  })
  for (let n = 0; n < 2; n++)
    expect((await answerOffer(bettor, id, true)).body).toMatchObject({
      data: { state: 'open', stake: '60.00', total_odds: '1.95', possible_win: '117.00' },
    })
  expect((await answerOffer(bettor, id, false)).body).toMatchObject({ code: 'not_available' })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['940.00', 0])
  await bets.verifyBooks()
  await bets.result(match, { full_time: '1:0' })
  expect(await bets.balance(bettor.token)).toBe('1057.00')
  await bets.verifyBooks()
})

test('an offer is never above what was asked, and says what is wrong with it', async () => {
  const bettor = await newBettor()
  const { id } = await refer(bettor)
  for (const [terms, field] of [
    [{}, 'stake'],
    [{ stake: '100' }, 'stake'],
    [{ stake: '101' }, 'stake'],
    [{ price: '2.20' }, 'price'],
    [{ price: '1.00' }, 'price'],
  ] as const) {
    const reply = await decide(id, 'offer', terms)
    expect(reply, JSON.stringify(terms)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) as string } },
    })
  }
  expect((await decide(id, 'offer', { price: '2.00' })).body.state).toBe('offered')
  expect((await answerOffer(bettor, id, false)).body).toMatchObject({ balance: '1000.00', data: { state: 'refused' } })
  await bets.verifyBooks()
})

test('a taken offer that is refused after all returns the whole stake', async () => {
  const bettor = await newBettor()
  const { id } = await refer(bettor)
  await decide(id, 'offer', { stake: '60' })
  await bets.drive(match, { suspend: true })
  expect((await answerOffer(bettor, id, true)).body).toMatchObject({ data: { state: 'refused' } })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
  await bets.verifyBooks()
})

test('an offer taken when its time is over ends once, whichever comes first', async () => {
  const bettor = await newBettor()
  const waiting = await Promise.all(Array.from({ length: 5 }, () => refer(bettor)))
  for (const { id } of waiting) await decide(id, 'offer', { stake: '60' })
  await nare.app.clock.advance(61)
  await Promise.all([...waiting.map(({ id }) => answerOffer(bettor, id, true)), work(), work()])
  for (const { id } of waiting) expect(await seen(bettor, id)).toMatchObject({ state: 'refused' })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
  await bets.verifyBooks()
})

test('without an answer the default happens, also in a process that was started since, and once', async () => {
  const bettor = await newBettor()
  const [refusedOne, acceptedOne] = [await refer(bettor), await refer(bettor)]
  await nare.app.clock.advance(61)
  const other = await testApp({ OPERATORS }, { base: nare.base })
  try {
    await sql`update betting.referral set due_at = due_at + interval '1 hour' where bet_id = ${acceptedOne.id}::bigint`.execute(
      nare.base.db,
    )
    await Promise.all([work(), other.app.betting.referrals.workThroughDue(), work()])
    expect(await seen(bettor, refusedOne.id)).toMatchObject({ state: 'refused' })
    await change('referral.default', 'accept')
    await other.app
      .jobs()
      .find(({ name }) => name === 'settings')
      ?.run()
    await nare.app.clock.advance(3600)
    await Promise.all([work(), other.app.betting.referrals.workThroughDue(), work()])
    expect(await seen(bettor, acceptedOne.id)).toMatchObject({ state: 'open' })
    expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 0])
    await bets.verifyBooks()
  } finally {
    await change('referral.default', 'refuse')
    await other.close()
  }
})

test.each<[string, string, (bettor: Bettor) => Promise<unknown>, () => Promise<unknown>]>([
  [
    'a break',
    'self_excluded',
    ({ token }) => nare.call(protection.selfExclude, { period: '24h' }, token),
    async () => {},
  ],
  [
    'a lower limit',
    'limit_reached',
    ({ token }) => nare.call(protection.setLimits, { stake: { day: '20' } }, token),
    async () => {},
  ],
  [
    'a paused product',
    'not_available',
    () => nare.call(operatorProducts.pauseProduct, { product: 'sports', paused: true, reason }, tom),
    () => nare.call(operatorProducts.pauseProduct, { product: 'sports', paused: false, reason }, ada),
  ],
])('%s that begins while a bet waits refuses it', async (_what, code, begin, undo) => {
  const bettor = await newBettor()
  const { id } = await refer(bettor)
  await begin(bettor)
  expect((await decide(id, 'accept')).body).toMatchObject({ state: 'refused', code })
  await undo()
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
  await bets.verifyBooks()
})

test('only traders decide, and nobody else sees a bet that waits', async () => {
  const [bettor, stranger] = [await newBettor(), await newBettor()]
  const { id } = await refer(bettor)
  expect((await nare.call(betting.bet, { id }, stranger.token)).status).toBe(404)
  expect((await withdraw(stranger, id)).status).toBe(404)
  expect((await nare.call(consoleReferrals.referrals, {}, bettor.token)).status).toBe(403)
  expect((await decide('999999999', 'accept')).status).toBe(404)
  await withdraw(bettor, id)
})
