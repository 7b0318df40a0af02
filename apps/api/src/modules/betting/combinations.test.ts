import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { cashOut } from '@nare/contract/cash-out'
import { content } from '@nare/contract/content'
import { consoleTickets } from '@nare/contract/console-tickets'
import { operatorTradingHands as hands } from '@nare/contract/operator-trading-hands'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bet, type Bets, type SentPick } from '#testing/bets'
import { combinationsOn, usualKey, usualParts, type Combinations, type Part } from '#testing/combinations'
import { operatorsOf, operatorToken } from '#testing/operators'
import { settingsOn } from '#testing/settings'

const trader = operatorToken('baraka')
const reason = 'the final of the cup'

let nare: TestApp
let bets: Bets
let of: Combinations
let match: string
let token: string
/** Runs during the live delay. */
let duringDelay: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  const OPERATORS = operatorsOf({ baraka: 'trader', ada: 'admin', ben: 'admin' })
  nare = await testApp({ OPERATORS }, { waitForLive: async () => void (await duringDelay()) })
  bets = betsOn(nare)
  of = combinationsOn(nare)
})
afterAll(() => closeWithBooks(nare))
beforeEach(async () => {
  duringDelay = async () => undefined
  match = await nare.match()
  token = (await nare.bettor(100_000)).token
})

const settings = settingsOn(() => nare)
const [home, over] = [
  ['1', 'home_team'],
  ['18', 'over 2.5'],
] as const
const validated = async (one: SentPick) => (await nare.call(betting.validate, { slip: [one] })).body.data[0]
const partStates = ({ legs: [leg] }: Bet) => leg?.parts?.map(({ state }) => state)

test('the price of a combination is one price in the call, in validation and in the bet, whatever the order of the picks', async () => {
  const { odd_key, odd_value, singles, one_in, conflicts, sub_type_id } = await of.combined(
    match,
    usualParts.toReversed(),
  )
  expect([sub_type_id, odd_key, conflicts]).toEqual(['900', usualKey, []])
  const found = await Promise.all(
    usualParts.map(async ([market, key]) => (await validated(pick(match, market, key)))?.odd_value),
  )
  const product = found.reduce((all, at) => all * Number(at), 1)
  expect(singles).toBe((Math.floor(product * 100 + 1e-6) / 100).toFixed(2))
  // The price is never above one divided by the chance of all together.
  expect(Number(odd_value)).toBeGreaterThan(2)
  expect(one_in).toMatch(/^\d+\.\d$/)
  expect(Number(odd_value)).toBeLessThan(Number(one_in) + 0.05)
  const one = pick(match, '900', odd_key, odd_value ?? '')
  expect(await validated(one)).toMatchObject({ odd_value, state: 'open', changed: false })
  const bet = await bets.mustPlace(token, [one], { accept: 'none' })
  expect(bet).toMatchObject({ type: 'single', total_odds: odd_value, state: 'open' })
  expect(bet.legs).toMatchObject([
    {
      ...{ sub_type_id: '900', odd_key: usualKey, odd_value, market: 'Combination', state: 'open' },
      parts: [
        { sub_type_id: '1', odd_key: 'home_team', display: '1', state: 'open' },
        { sub_type_id: '18', odd_key: 'over 2.5', display: 'Over 2.5', state: 'open' },
        { sub_type_id: '60', odd_key: 'draw', display: 'X', state: 'open' },
      ],
    },
  ])
  expect(await bets.bet(token, bet.bet_id)).toEqual(bet)
})

test('picks that do not go together say why, and have no price; nothing is offered on them', async () => {
  const conflictsOf = async (...parts: Part[]) => {
    const { odd_value, conflicts } = await of.combined(match, parts)
    return { odd_value, conflicts }
  }
  const none = { odd_value: null }
  expect(await conflictsOf(['1', 'home_team'], ['1', 'draw'])).toEqual({
    ...none,
    conflicts: [{ parts: ['m1 home_team', 'm1 draw'], why: 'impossible' }],
  })
  expect(await conflictsOf(['10', '1x'], ['1', 'home_team'])).toEqual({
    ...none,
    conflicts: [{ parts: ['m10 1x', 'm1 home_team'], why: 'implied' }],
  })
  expect(await conflictsOf(['1', 'home_team'], ['8', 'home_team 1'])).toEqual({
    ...none,
    conflicts: [{ parts: ['m8 home_team 1'], why: 'not_combinable' }],
  })
  // Whole and quarter lines give stakes back.
  expect((await conflictsOf(['1', 'home_team'], ['18', 'over 3'])).conflicts).toMatchObject([{ why: 'not_combinable' }])
  expect((await conflictsOf(['29', 'yes'], ['16', 'home_team minus 1'])).conflicts).toMatchObject([
    { why: 'not_combinable' },
  ])
  await of.stop(match, '18', { line: '2.5' })
  expect(await conflictsOf(...usualParts)).toEqual({
    ...none,
    conflicts: [{ parts: ['m18 over 2.5'], why: 'suspended' }],
  })
  expect(await validated(pick(match, '900', usualKey))).toMatchObject({ odd_value: null, state: 'suspended' })
  await of.stop(match, '18', { line: '2.5', stopped: false })
  // A stop of market 900 stops all combinations of the match, and no single pick.
  await of.stop(match, '900')
  expect((await conflictsOf(...usualParts)).conflicts).toHaveLength(3)
  expect(await validated(pick(match))).toMatchObject({ state: 'open' })
  await of.stop(match, '900', { stopped: false })
  expect((await conflictsOf(...usualParts)).conflicts).toEqual([])
  // A contradiction that is sent as a bet has no price.
  const contrary = pick(match, '900', 'm1 draw and m1 home_team', '5.00')
  expect((await bets.place(token, [contrary])).body).toMatchObject({ code: 'market_suspended' })
})

test('a part that a person has priced has no combinations, and so has one whose feed is far from the grid', async () => {
  const byHand = (given: { price: string } | { end: true }) =>
    nare.call(hands.setPrice, { match_id: match, sub_type_id: '60', odd_key: 'draw', reason, ...given }, trader)
  expect((await byHand({ price: '2.10' })).status).toBe(200)
  expect((await of.combined(match)).conflicts).toEqual([{ parts: ['m60 draw'], why: 'suspended' }])
  expect((await byHand({ end: true })).status).toBe(200)
  expect((await of.combined(match)).conflicts).toEqual([])
  await bets.price(match, { '60': { home_team: '2.90', draw: '1.60', away_team: '3.90' } })
  expect((await of.combined(match)).conflicts).toEqual([{ parts: ['m60 draw'], why: 'suspended' }])
})

test.each([
  ['one pick', [home], 'picks'],
  ['nine picks', Array.from({ length: 9 }, () => home), 'picks'],
  ['an unknown outcome', [home, ['18', 'over two']], 'picks.1.odd_key'],
  ['an unknown market', [home, ['9999', 'yes']], 'picks.1.odd_key'],
  ['the same pick twice', [home, over, home], 'picks.2.odd_key'],
  ['a combination', [home, ['900', 'm1 draw and m29 yes']], 'picks.1.sub_type_id'],
] as const)('the call refuses %s with its field', async (_, parts, field) => {
  const refused = await of.combine(match, parts as readonly Part[])
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(Object.keys(refused.body['fields'] as object)).toEqual([field])
})

test('only soccer matches of the catalogue have combinations', async () => {
  expect((await of.combine('99999999', usualParts)).status).toBe(404)
  expect((await of.combine('x', usualParts)).status).toBe(404)
})

test.each([
  ['in another order', 'm18 over 2.5 and m1 home_team'],
  ['with a part twice', 'm1 home_team and m1 home_team'],
  ['of one part', 'm1 home_team'],
  ['of nine parts', Array.from({ length: 9 }, (_, n) => `m${n + 1} yes`).join(' and ')],
  ['without a market', 'home_team and m18 over 2.5'],
])('a combination %s is refused in every call that takes a slip', async (_, key) => {
  const slip = [pick(match, '900', key)]
  const field = {
    status: 400,
    body: { code: 'invalid_input', fields: { 'slip.0.odd_key': expect.any(String) as string } },
  }
  expect(await bets.place(token, slip)).toMatchObject(field)
  expect(await nare.call(betting.validate, { slip })).toMatchObject(field)
  expect(await nare.call(betting.share, { slip })).toMatchObject(field)
  expect(await bets.balance(token)).toBe('100000.00')
})

test('a part that is suspended, or priced anew, between the quote and the bet refuses it, and takes nothing', async () => {
  const one = await of.priced(match)
  await bets.price(match, { '1': { home_team: '1.90', draw: '3.60', away_team: '4.20' } })
  const now = await of.priced(match)
  expect(now.odd_value).not.toBe(one.odd_value)
  expect(await bets.place(token, [one], { accept: 'none' })).toMatchObject({
    status: 409,
    body: { code: 'odds_changed' },
  })
  expect((await bets.mustPlace(token, [one], { accept: 'any' })).total_odds).toBe(now.odd_value)
  // A total that moves alone moves the grid too: more goals, and a lower price.
  const before = await of.priced(match, [home, over])
  await bets.price(match, { '18': { 'over 2.5': '1.60', 'under 2.5': '2.35' } })
  expect(Number((await of.priced(match, [home, over])).odd_value)).toBeLessThan(Number(before.odd_value))
  expect((await of.combined(match, [home, over])).conflicts).toEqual([])
  await of.stop(match, '60')
  expect((await bets.place(token, [now])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bets.balance(token)).toBe('99900.00')
})

test.each([
  ['2:1', '1:1', 'won', ['won', 'won', 'won']],
  ['3:0', '1:0', 'lost', ['won', 'won', 'lost']],
  ['1:0', '0:0', 'lost', ['won', 'lost', 'won']],
] as const)('at %s the usual combination is settled by its parts', async (full_time, half_time, state, parts) => {
  const one = await of.priced(match)
  const { bet_id } = await bets.mustPlace(token, [one])
  expect(await bets.result(match, { half_time, full_time })).toEqual({ legs: 1, bets: 1 })
  const bet = await bets.bet(token, bet_id)
  expect([bet.state, bet.legs[0]?.state, partStates(bet)]).toEqual([state, state, parts])
  expect(bet.returned).toBe(state === 'won' ? (100 * Number(one.odd_value)).toFixed(2) : '0.00')
  const ticket = await nare.call(consoleTickets.ticket, { id: bet_id }, operatorToken('ada'))
  const why = ticket.body.data.legs[0]?.why ?? JSON.stringify(ticket.body)
  expect(why).toMatch(/^1X2, 1 \(Simba.*\) \+ Over 2\.5 goals \+ 1st half 1X2, X: half-time was /)
})

test('a void part makes a combination void, unless another is lost; a corrected result settles it again', async () => {
  const halves: readonly Part[] = [
    ['1', 'home_team'],
    ['60', 'draw'],
  ]
  const won = await bets.mustPlace(token, [await of.priced(match, halves)])
  const lost = await bets.mustPlace(token, [
    await of.priced(match, [
      ['1', 'away_team'],
      ['60', 'draw'],
    ]),
  ])
  // Without a half-time score its half is void.
  await bets.result(match, { full_time: '2:1' })
  const states = async () => {
    const all = await Promise.all([won, lost].map(({ bet_id }) => bets.bet(token, bet_id)))
    return all.map((bet) => [bet.state, bet.returned, partStates(bet)])
  }
  expect(await states()).toEqual([
    ['void', '100.00', ['won', 'void']],
    ['lost', '0.00', ['lost', 'void']],
  ])
  await bets.result(match, { half_time: '1:1', full_time: '2:1' })
  expect(await states()).toEqual([
    ['won', won.possible_win, ['won', 'won']],
    ['lost', '0.00', ['lost', 'won']],
  ])
  await bets.result(match, { half_time: '1:0', full_time: '1:2' })
  expect(await states()).toEqual([
    ['lost', '0.00', ['lost', 'lost']],
    ['lost', '0.00', ['won', 'lost']],
  ])
  await bets.result(match, { cancelled: true, reason: 'rain' })
  expect(await states()).toEqual([
    ['void', '100.00', ['void', 'void']],
    ['void', '100.00', ['void', 'void']],
  ])
})

test('a combination is one leg of a multi with its boost, one of a system, and one of a booking code', async () => {
  const [second, third] = [await nare.match(), await nare.match()]
  const others = [pick(second), pick(third)]
  const one = await of.priced(match)
  const slip = [one, ...others]
  const { boost_percent } = (await nare.call(betting.validate, { slip, stake: '100' })).body
  expect(boost_percent).toBe(5)
  const multi = await bets.mustPlace(token, slip)
  expect(multi.boost.percent).toBe(5)
  const system = await bets.mustPlace(token, slip, { type: 'system', system: [2] })
  // A combination and a pick of the same match are related, as two picks are.
  expect((await bets.place(token, [one, pick(match)])).body).toMatchObject({ code: 'related_contingency' })
  const { code } = (await nare.call(betting.share, { slip })).body
  const shared = (await nare.call(betting.shared, { code })).body.data
  expect(shared[0]).toMatchObject({ sub_type_id: '900', odd_key: usualKey, odd_value: one.odd_value, state: 'open' })
  const loaded = shared.map(({ match_id, sub_type_id, odd_key, odd_value }) =>
    pick(match_id, sub_type_id, odd_key, odd_value ?? ''),
  )
  expect((await bets.mustPlace(token, loaded)).total_odds).toBe(multi.total_odds)
  await bets.result(match, { half_time: '1:1', full_time: '2:1' })
  await bets.result(second, { half_time: '1:0', full_time: '1:0' })
  await bets.result(third, { half_time: '0:1', full_time: '0:1' })
  expect((await bets.bet(token, multi.bet_id)).state).toBe('lost')
  const settled = await bets.bet(token, system.bet_id)
  expect(settled).toMatchObject({ state: 'won' })
  // One of three lines: the combination at its price and a pick at 2.10.
  expect(Math.abs(Number(settled.returned) - (100 * Number(one.odd_value) * 2.1) / 3)).toBeLessThan(0.02)
})

test('a live combination is judged twice: a part that stops during the delay refuses it, and the stake comes back', async () => {
  await bets.drive(match, { state: 'live', minute: 1, score: '0:0' })
  const one = await of.priced(match)
  expect(one.odd_value).not.toBe('1.01')
  duringDelay = async () => void (await of.stop(match, '60'))
  expect((await bets.place(token, [one], { accept: 'any' })).body).toMatchObject({ code: 'market_suspended' })
  await of.stop(match, '60', { stopped: false })
  expect(await bets.balance(token)).toBe('100000.00')
  duringDelay = async () => undefined
  const bet = await bets.mustPlace(token, [await of.priced(match)])
  expect(bet.legs[0]?.sub_type_id).toBe('900')
  // Handicaps count from the bet in play, so they cannot be combined there.
  const { conflicts } = await of.combined(match, [home, ['16', 'home_team minus 0.5']])
  expect(conflicts).toContainEqual({ parts: ['m16 home_team minus 0.5'], why: 'not_combinable' })
})

test('the house switches combinations off and on, for new bets and cash-outs, and what was placed is settled', async () => {
  const bet = await bets.mustPlace(token, [await of.priced(match)])
  await settings.change('combinations.on', false)
  expect((await of.combined(match)).odd_value).toBeNull()
  expect((await bets.place(token, [pick(match, '900', usualKey)])).body).toMatchObject({ code: 'market_suspended' })
  expect((await nare.call(cashOut.quote, { bet_id: bet.bet_id }, token)).status).toBe(422)
  const { features } = (await nare.call(content.settings, {})).body.message
  expect(features['combinations']).toBe(false)
  await settings.change('combinations.on', null)
  expect((await of.combined(match)).conflicts).toEqual([])
  await bets.result(match, { half_time: '1:1', full_time: '2:1' })
  expect((await bets.bet(token, bet.bet_id)).state).toBe('won')
})
