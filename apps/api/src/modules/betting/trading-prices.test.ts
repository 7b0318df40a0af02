import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { operator } from '@nare/contract/operator'
import { operatorBoard } from '@nare/contract/operator-trading-board'
import { operatorTradingHands as hands, operatorTradingLimits as limits } from '@nare/contract/operator-trading-hands'
import type { Sent } from '@nare/contract/route'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'

const [baraka, juma] = [operatorToken('baraka'), operatorToken('juma')]
const reason = 'team news'

let nare: TestApp
let bets: Bets
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ baraka: 'trader', juma: 'trader', gitonga: 'marketing' }) })
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))

type Given = Partial<Sent<typeof hands.setPrice>>
/** Prices an outcome by hand, the home side by default. */
async function setPrice(match_id: string, given: Given, token = baraka) {
  for (;;) {
    const input = { match_id, sub_type_id: '1', odd_key: 'home_team', reason, ...given }
    const answer = await nare.call(hands.setPrice, input, token)
    // On a busy machine the verdict on the board comes with a later try.
    if (answer.status !== 503) return answer
  }
}

/** What bettors are offered on an outcome; null without a price. */
async function offered(match: string, market = '1', line = '', key = 'home_team'): Promise<string | null> {
  const { body } = await nare.call(catalog.match, { match_id: match })
  const found = body.data.odds.find((one) => one.sub_type_id === market && one.special_bet_value === line)
  return found?.odds.find(({ odd_key }) => odd_key === key)?.odd_value ?? null
}

const handsOn = async (match_id: string) => (await nare.call(limits.matchHands, { match_id }, baraka)).body.prices

test('a price by hand is offered and sold, and shows by whom; ended, the price of the feed is back', async () => {
  const match = await nare.match()
  const { token } = await nare.bettor(1000)
  expect(await setPrice(match, { price: '1.95' })).toMatchObject({
    ...{ status: 200, body: { state: 'done', price: '1.95', by_hand: true, line: '' } },
  })
  expect(await offered(match)).toBe('1.95')
  expect(await handsOn(match)).toMatchObject([{ odd_key: 'home_team', price: '1.95', model: '2.10', by: 'baraka' }])
  expect((await bets.place(token, [pick(match)])).body).toMatchObject({ code: 'odds_changed' })
  await bets.mustPlace(token, [pick(match, '1', 'home_team', '1.95')])
  // The feed moves the price of another outcome of the line, and of this one.
  await bets.price(match, { '1': { draw: '3.30', home_team: '2.05' } })
  expect([await offered(match), await offered(match, '1', '', 'draw')]).toEqual(['1.95', '3.30'])
  expect(await setPrice(match, { end: true })).toMatchObject({ status: 200, body: { price: '2.05', by_hand: false } })
  expect([await offered(match), await handsOn(match)]).toEqual(['2.05', []])
  expect(await setPrice(match, { end: true })).toMatchObject({
    status: 400,
    body: { fields: { end: expect.anything() } },
  })
})

test('null takes an outcome off the board, and only this one', async () => {
  const match = await nare.match()
  const { token } = await nare.bettor(1000)
  await setPrice(match, { price: null })
  expect([await offered(match), await offered(match, '1', '', 'draw')]).toEqual([null, '3.40'])
  expect((await bets.place(token, [pick(match)])).body).toMatchObject({ code: 'market_suspended' })
  await bets.mustPlace(token, [pick(match, '1', 'draw', '3.40')])
})

const endings: [string, (match: string) => Promise<unknown>][] = [
  ['the kick-off', (match) => bets.drive(match, { state: 'live', minute: 0 })],
  ['an event', (match) => bets.drive(match, { event: 'corner', side: 'home' })],
  ['an event that changes nothing else', (match) => bets.drive(match, { event: 'substitution', side: 'home' })],
  ['a goal', (match) => bets.drive(match, { event: 'goal', side: 'away' })],
  ['a suspension of the feed', (match) => bets.drive(match, { suspend: true })],
  [
    'a suspension of the match',
    (match) => nare.call(operator.suspendMatch, { match_id: match, suspend: true, reason }, baraka),
  ],
  ...(['1', '18'] as const).map((sub_type_id): [string, (match: string) => Promise<unknown>] => [
    `a stop of market ${sub_type_id}`,
    (match) => nare.call(hands.suspendMarket, { match_id: match, sub_type_id, suspend: true, reason }, baraka),
  ]),
  [
    'a stop of the outcome',
    (match) =>
      nare.call(
        hands.suspendMarket,
        { match_id: match, sub_type_id: '1', odd_key: 'home_team', suspend: true, reason },
        baraka,
      ),
  ],
  ['a stop of the sport', () => nare.call(hands.suspendSport, { sport_id: '79', suspend: true, reason }, baraka)],
]
test.each(endings)('a price by hand ends with %s', async (name, end) => {
  const match = await nare.match()
  await setPrice(match, { price: '1.95' })
  await end(match)
  const isOther = name === 'a stop of market 18'
  expect((await handsOn(match)).map(({ odd_key }) => odd_key)).toEqual(isOther ? ['home_team'] : [])
  const { rows } = await sql<{ price: number; hand: unknown; model: unknown }>`
    select prices[1] as price, hand, model from catalog.market where match_id = ${match}::int and market_id = 1`.execute(
    nare.base.db,
  )
  if (!isOther) expect(rows).toEqual([{ price: 2100, hand: null, model: null }])
  await nare.call(hands.suspendSport, { sport_id: '79', suspend: false, reason }, baraka)
})

test('a price by hand ends once the feed’s price has fallen by more than one person may go above fair', async () => {
  const match = await nare.match()
  await setPrice(match, { price: '2.15' })
  await setPrice(match, { odd_key: 'away_team', price: '3.00' })
  for (const home_team of ['2.40', '2.01']) {
    await bets.price(match, { '1': { home_team } })
    expect(await offered(match)).toBe('2.15')
  }
  // A goal that is not reported yet, or team news: the feed's price says so first.
  await bets.price(match, { '1': { home_team: '1.50' } })
  expect(await offered(match)).toBe('1.50')
  expect(await handsOn(match)).toMatchObject([{ odd_key: 'away_team', price: '3.00' }])
  // One below the feed's price takes nothing from the house, however far that falls.
  await bets.price(match, { '1': { away_team: '3.10' } })
  expect(await offered(match, '1', '', 'away_team')).toBe('3.00')
  await bets.price(match, { '1': { away_team: '2.50' } })
  expect([await offered(match, '1', '', 'away_team'), await handsOn(match)]).toEqual(['2.50', []])
})

test('while a match or a line is suspended a price by hand waits for a second person: nobody knows what is fair', async () => {
  const [match, other] = [await nare.match(), await nare.match()]
  await bets.drive(match, { state: 'live', minute: 10 })
  await bets.drive(match, { suspend: true })
  expect(await setPrice(match, { price: '2.05' })).toMatchObject({ status: 202, body: { state: 'waiting' } })
  await sql`update catalog.market set state = 'suspended' where match_id = ${other}::int and market_id = 1`.execute(
    nare.base.db,
  )
  expect(await setPrice(other, { price: '2.05' })).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect((await setPrice(other, { odd_key: 'draw', price: null })).status).toBe(200)
})

test('a minute that passes ends no price by hand', async () => {
  const match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 3 })
  await setPrice(match, { price: '1.95' })
  await bets.drive(match, { minute: 4 })
  expect((await handsOn(match)).length).toBe(1)
})

test(
  'a price with which a board surely loses is refused with the bets that win, and changes nothing',
  { timeout: 120_000 },
  async () => {
    const match = await nare.match()
    const refused = await setPrice(match, { sub_type_id: '18', odd_key: 'over 2.5', price: '2.40' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', field_codes: { price: 'too_large' } } })
    expect(refused.body['fields']).toMatchObject({
      price: expect.stringMatching(/return 1\.\d+ for each 1\.000.*Over 2\.5 at 2\.40/i),
    })
    expect(await handsOn(match)).toEqual([])
    // Two prices that each alone leave the board sound, and together do not.
    const lower = await setPrice(match, { sub_type_id: '18', odd_key: 'under 2.5', price: '1.50' })
    expect(lower.status).toBe(200)
    const raised = await setPrice(match, { sub_type_id: '18', odd_key: 'over 2.5', price: '1.92' })
    expect(raised.status).toBe(200)
    const back = await setPrice(match, { sub_type_id: '18', odd_key: 'under 2.5', price: '2.40' })
    expect(back).toMatchObject({ status: 400, body: { field_codes: { price: 'too_large' } } })
  },
)

test('the only price by hand can be ended also where the feed’s own board loses', { timeout: 120_000 }, async () => {
  const match = await nare.match()
  await setPrice(match, { sub_type_id: '18', odd_key: 'over 2.5', price: '1.50' })
  // Over 2.5 at 2.40 and under 2.5 at 1.90 return more than was staked: the price by hand was what kept the house from it.
  await bets.price(match, { '18': { 'over 2.5': '2.40' } })
  expect(await offered(match, '18', '2.5', 'over 2.5')).toBe('1.50')
  const ended = await setPrice(match, { sub_type_id: '18', odd_key: 'over 2.5', end: true })
  expect(ended).toMatchObject({ status: 200, body: { price: '2.40', by_hand: false } })
  // Beside another price by hand the board would be the trader's.
  await setPrice(match, { sub_type_id: '18', odd_key: 'over 2.5', price: '1.50' })
  await setPrice(match, { price: '1.95' })
  const beside = await setPrice(match, { sub_type_id: '18', odd_key: 'over 2.5', end: true })
  expect(beside).toMatchObject({ status: 400, body: { field_codes: { price: 'too_large' } } })
})

test(
  'a price by hand ends when the feed’s later prices make the board lose with it, and the match says why',
  { timeout: 180_000 },
  async () => {
    const [match, sound] = [await nare.match(), await nare.match()]
    const over = { sub_type_id: '18', odd_key: 'over 2.5' }
    await setPrice(match, { ...over, price: '1.92' })
    await setPrice(match, { price: '1.95' })
    await setPrice(sound, { price: '1.95' })
    // Each move alone is the feed's to make: 1.82 and 2.10 are sound, 1.92 and 2.10 return more than was staked.
    await bets.price(match, { '18': { 'over 2.5': '1.82', 'under 2.5': '2.10' } })
    // This board loses by itself; its price by hand is none of the reasons.
    await bets.price(sound, { '18': { 'over 2.5': '2.40' } })
    expect(await offered(match, '18', '2.5', 'over 2.5')).toBe('1.92')
    // On a busy machine the verdict on a board comes with a later run.
    const judgeAll = async () => {
      const { waiting } = await nare.app.catalog.hands.judgeAgain()
      expect(waiting).toBe(0)
    }
    await vi.waitFor(judgeAll, 120_000)
    expect(await offered(match, '18', '2.5', 'over 2.5')).toBe('1.82')
    expect((await handsOn(match)).map(({ odd_key }) => odd_key)).toEqual(['home_team'])
    expect((await handsOn(sound)).map(({ odd_key }) => odd_key)).toEqual(['home_team'])
    const { timeline } = (await nare.call(operatorBoard.sheet, { id: match }, baraka)).body
    expect(timeline).toContainEqual(
      expect.objectContaining({
        by: 'platform',
        text: expect.stringMatching(/Price by hand ended\. .*Over 2\.5 at 1\.92/i),
      }),
    )
    // The board without it is judged once more; what has not moved is not.
    await vi.waitFor(judgeAll, 120_000)
    expect(await nare.app.catalog.hands.judgeAgain()).toEqual({ judged: 0, waiting: 0 })
  },
)

test(
  'a price more than 5 % above fair waits for a second person, and fails if something happens meanwhile',
  { timeout: 120_000 },
  async () => {
    const match = await nare.match()
    const high = { price: '4.10', odd_key: 'away_team' }
    const asked = await setPrice(match, high)
    expect(asked).toMatchObject({ status: 202, body: { state: 'waiting' } })
    expect(await offered(match, '1', '', 'away_team')).toBe('3.60')
    expect((await setPrice(match, high)).status).toBe(403)
    expect(await setPrice(match, high, juma)).toMatchObject({ status: 200, body: { price: '4.10' } })
    expect(await offered(match, '1', '', 'away_team')).toBe('4.10')
    const other = await nare.match()
    await setPrice(other, high)
    await bets.drive(other, { event: 'corner', side: 'home' })
    expect(await setPrice(other, high, juma)).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
    expect(await offered(other, '1', '', 'away_team')).toBe('3.60')
  },
)

test('a hundred identical calls with one id set one price', async () => {
  const match = await nare.match()
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 100 }, () => setPrice(match, { id, price: '2.00' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const { rows } = await sql<{ changes: bigint }>`
    select count(*) as changes from catalog.price_change where match_id = ${match}::int and market_id = 1 and source = 'baraka'`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([{ changes: 1n }])
  expect((await setPrice(match, { id, price: '2.01' })).body).toMatchObject({ code: 'id_reused' })
})

test('bets that race a change of price are placed at a price that was offered', async () => {
  const match = await nare.match()
  const bettors = await nare.bettors(60, 1000)
  const placing = bettors.map(async ({ token }, n) => {
    if (n === 20) await setPrice(match, { price: '1.80' })
    return nare.call(betting.place, slipOf([pick(match)], { stake: '20', accept: n % 2 ? 'any' : 'none' }), token)
  })
  const placed = (await Promise.all(placing)).filter(({ status }) => status === 201)
  const prices = placed.map(({ body }) => body.bet.legs[0]?.odd_value)
  expect(prices.length).toBeGreaterThan(20)
  expect(prices.filter((at) => at !== '2.10' && at !== '1.80')).toEqual([])
})

test('wrong prices name their field, and the call needs its permission', async () => {
  const match = await nare.match()
  const wrong: [Given, string][] = [
    [{ price: '1.00' }, 'price'],
    [{ price: '1000.01' }, 'price'],
    [{}, 'price'],
    [{ price: '2.00', end: true }, 'end'],
    [{ odd_key: 'nobody', price: '2.00' }, 'odd_key'],
    [{ sub_type_id: '18', odd_key: 'over 2.5', line: '3.5', price: '1.50' }, 'line'],
    [{ sub_type_id: '186', price: '2.00' }, 'odd_key'],
  ]
  for (const [given, field] of wrong)
    expect(await setPrice(match, given), JSON.stringify(given)).toMatchObject({
      ...{ status: 400, body: { fields: { [field]: expect.any(String) as string } } },
    })
  expect((await setPrice('99999999', { price: '2.00' })).status).toBe(404)
  expect((await setPrice(match, { price: '2.00' }, operatorToken('gitonga'))).status).toBe(403)
  await bets.result(match, { full_time: '1:0' })
  expect(await setPrice(match, { price: '2.00' })).toMatchObject({
    status: 400,
    body: { fields: { odd_key: expect.anything() } },
  })
})
