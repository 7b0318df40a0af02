import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { combinations } from '@nare/contract/combinations'
import { consoleTickets } from '@nare/contract/console-tickets'
import { operatorTradingHands as hands, operatorTradingLimits as limits } from '@nare/contract/operator-trading-hands'
import { sandbox } from '@nare/contract/sandbox'
import { queryRows } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bet, type Bets, type SentPick } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import { operatorsOf, operatorToken } from '#testing/operators'
import { settingsOn } from '#testing/settings'

const trader = operatorToken('baraka')
const reason = 'the final of the cup'

let nare: TestApp
let bets: Bets
let cashOuts: CashOuts
let match: string
let token: string
/** Runs during the live delay. */
let duringDelay: () => Promise<unknown> = async () => undefined

beforeAll(async () => {
  const OPERATORS = operatorsOf({ baraka: 'trader', ada: 'admin', ben: 'admin' })
  nare = await testApp({ OPERATORS }, { waitForLive: async () => void (await duringDelay()) })
  bets = betsOn(nare)
  cashOuts = cashOutsOn(nare)
})
afterAll(async () => {
  await bets.verifyBooks()
  await nare.close()
})
beforeEach(async () => {
  duringDelay = async () => undefined
  match = await nare.match()
  token = (await nare.bettor(100_000)).token
})

const settings = settingsOn(() => nare)

type Part = readonly [market: string, key: string]
const [home, over, level]: Part[] = [
  ['1', 'home_team'],
  ['18', 'over 2.5'],
  ['60', 'draw'],
] as const as [Part, Part, Part]
const usual: readonly Part[] = [home as Part, over as Part, level as Part]
const usualKey = 'm1 home_team and m18 over 2.5 and m60 draw'
/** A price that no combination has, to be taken at any. */
const anyPrice = '1.01'

const combine = (parts: readonly Part[], of = match) =>
  nare.call(combinations.combine, {
    match_id: of,
    picks: parts.map(([sub_type_id, odd_key]) => ({ sub_type_id, odd_key })),
  })
const combined = async (parts: readonly Part[], of = match) => (await combine(parts, of)).body.data
const priced = async (parts: readonly Part[] = usual, of = match): Promise<SentPick> => {
  const { odd_key, odd_value } = await combined(parts, of)
  return pick(of, '900', odd_key, odd_value ?? anyPrice)
}
const validated = async (of: SentPick) => (await nare.call(betting.validate, { slip: [of] })).body.data[0]
const stop = (part: Part, line: string, stopped = true) =>
  nare.app.catalog.hands.stops.stopMarket(
    { matchId: Number(match), marketId: Number(part[0]), line, oddKey: '*' },
    { stopped, by: 'baraka' },
  )
const partStates = ({ legs: [leg] }: Bet) => leg?.parts?.map(({ state }) => state)

test('the price of a combination is one price in the call, in validation and in the bet, whatever the order of the picks', async () => {
  const { odd_key, odd_value, singles, one_in, conflicts, sub_type_id } = await combined([...usual].reverse())
  expect([sub_type_id, odd_key, conflicts]).toEqual(['900', usualKey, []])
  const found = await Promise.all(
    usual.map(async ([market, key]) => (await validated(pick(match, market, key)))?.odd_value),
  )
  const product = found.reduce((all, at) => all * Number(at), 1)
  expect(singles).toBe((Math.floor(product * 100 + 1e-6) / 100).toFixed(2))
  // The price is never above one divided by the chance of all together.
  expect(Number(odd_value)).toBeGreaterThan(2)
  expect(one_in).toMatch(/^\d+\.\d$/)
  expect(Number(odd_value)).toBeLessThan(Number(one_in) + 0.05)
  const of = pick(match, '900', odd_key, odd_value ?? '')
  expect(await validated(of)).toMatchObject({ odd_value, state: 'open', changed: false })
  const bet = await bets.mustPlace(token, [of], { accept: 'none' })
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
    const { odd_value, conflicts } = await combined(parts)
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
  await stop(['18', ''], '2.5')
  expect(await conflictsOf(...usual)).toEqual({ ...none, conflicts: [{ parts: ['m18 over 2.5'], why: 'suspended' }] })
  expect(await validated(pick(match, '900', usualKey))).toMatchObject({ odd_value: null, state: 'suspended' })
  await stop(['18', ''], '2.5', false)
  // A stop of market 900 stops all combinations of the match, and no single pick.
  await stop(['900', ''], '*')
  expect((await conflictsOf(...usual)).conflicts).toHaveLength(3)
  expect(await validated(pick(match))).toMatchObject({ state: 'open' })
  await stop(['900', ''], '*', false)
  expect((await conflictsOf(...usual)).conflicts).toEqual([])
  // A contradiction that is sent as a bet has no price.
  const contrary = pick(match, '900', 'm1 draw and m1 home_team', '5.00')
  expect((await bets.place(token, [contrary])).body).toMatchObject({ code: 'market_suspended' })
})

test('a part that a person has priced has no combinations, and so has one whose feed is far from the grid', async () => {
  const byHand = (given: { price: string } | { end: true }) =>
    nare.call(hands.setPrice, { match_id: match, sub_type_id: '60', odd_key: 'draw', reason, ...given }, trader)
  expect((await byHand({ price: '2.10' })).status).toBe(200)
  expect((await combined(usual)).conflicts).toEqual([{ parts: ['m60 draw'], why: 'suspended' }])
  expect((await byHand({ end: true })).status).toBe(200)
  expect((await combined(usual)).conflicts).toEqual([])
  await bets.price(match, { '60': { home_team: '2.90', draw: '1.60', away_team: '3.90' } })
  expect((await combined(usual)).conflicts).toEqual([{ parts: ['m60 draw'], why: 'suspended' }])
})

test.each([
  ['one pick', [home], 'picks'],
  ['nine picks', Array.from({ length: 9 }, () => home), 'picks'],
  ['an unknown outcome', [home, ['18', 'over two']], 'picks.1.odd_key'],
  ['an unknown market', [home, ['9999', 'yes']], 'picks.1.odd_key'],
  ['the same pick twice', [home, over, home], 'picks.2.odd_key'],
  ['a combination', [home, ['900', 'm1 draw and m29 yes']], 'picks.1.sub_type_id'],
] as const)('the call refuses %s with its field', async (_, parts, field) => {
  const refused = await combine(parts as readonly Part[])
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(Object.keys(refused.body['fields'] as object)).toEqual([field])
})

test('only soccer matches of the catalogue have combinations', async () => {
  expect((await combine(usual, '99999999')).status).toBe(404)
  expect((await combine(usual, 'x')).status).toBe(404)
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
  const of = await priced()
  await bets.price(match, { '1': { home_team: '1.90', draw: '3.60', away_team: '4.20' } })
  const now = await priced()
  expect(now.odd_value).not.toBe(of.odd_value)
  expect(await bets.place(token, [of], { accept: 'none' })).toMatchObject({
    status: 409,
    body: { code: 'odds_changed' },
  })
  expect((await bets.mustPlace(token, [of], { accept: 'any' })).total_odds).toBe(now.odd_value)
  await stop(['60', ''], '*')
  expect((await bets.place(token, [now])).body).toMatchObject({ code: 'market_suspended' })
  expect(await bets.balance(token)).toBe('99900.00')
})

test.each([
  ['2:1', '1:1', 'won', ['won', 'won', 'won']],
  ['3:0', '1:0', 'lost', ['won', 'won', 'lost']],
  ['1:0', '0:0', 'lost', ['won', 'lost', 'won']],
] as const)('at %s the usual combination is settled by its parts', async (full_time, half_time, state, parts) => {
  const of = await priced()
  const { bet_id } = await bets.mustPlace(token, [of])
  expect(await bets.result(match, { half_time, full_time })).toEqual({ legs: 1, bets: 1 })
  const bet = await bets.bet(token, bet_id)
  expect([bet.state, bet.legs[0]?.state, partStates(bet)]).toEqual([state, state, parts])
  expect(bet.returned).toBe(state === 'won' ? (100 * Number(of.odd_value)).toFixed(2) : '0.00')
  const ticket = await nare.call(consoleTickets.ticket, { id: bet_id }, operatorToken('ada'))
  const why = ticket.body.data.legs[0]?.why ?? JSON.stringify(ticket.body)
  expect(why).toMatch(/^1X2, 1 \(Simba.*\) \+ Over 2\.5 goals \+ 1st half 1X2, X: half-time was /)
})

test('a void part makes a combination void, unless another is lost; a corrected result settles it again', async () => {
  const halves: readonly Part[] = [
    ['1', 'home_team'],
    ['60', 'draw'],
  ]
  const won = await bets.mustPlace(token, [await priced(halves)])
  const lost = await bets.mustPlace(token, [
    await priced([
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

type Risk = {
  readonly market: string
  readonly key: string
  readonly bets: bigint
  readonly stake: bigint
  readonly liability: bigint
}
const exposure = () =>
  queryRows<Risk>(nare.base.db)`
    select market_id as market, odd_key as key, bets, stake, liability from betting.exposure where match_id = ${Number(match)}::int
    order by market_id collate "C", odd_key`

test('a combination counts its whole liability on itself and on each part, the strictest limit refuses, and a cash-out releases it', async () => {
  const of = await priced()
  const bet = await bets.mustPlace(token, [of])
  const liability = BigInt(Math.round((Number(bet.possible_win) - 100) * 100))
  const part = { bets: 0n, stake: 0n, liability }
  expect(await exposure()).toEqual([
    { market: '1', key: 'home_team', ...part },
    { market: '18', key: 'over 2.5', ...part },
    { market: '60', key: 'draw', ...part },
    { market: '900', key: usualKey, bets: 1n, stake: 10_000n, liability },
  ])
  const book = await nare.app.betting.books.of(Number(match))
  expect([book?.bets(), book?.worst({ finished: false })]).toEqual([1, liability])
  // Another combination of the same match with a part in common meets what the first has used of that part's limit.
  const limit = (Number(bet.possible_win) - 100 + 1).toFixed(2)
  const set = { level: 'market' as const, ids: [`${match}:18`], liability: limit, reason }
  expect((await nare.call(limits.setLimit, set, trader)).status).toBe(200)
  const other = await priced([
    ['18', 'over 2.5'],
    ['1', 'away_team'],
  ])
  const held = { level: 'market', id: `${match}:18` }
  expect((await bets.place(token, [other])).body).toMatchObject({ code: 'stake_too_large', held })
  expect((await bets.place(token, [pick(match, '18', 'over 2.5', '1.90')])).body).toMatchObject({ held })
  expect(
    (
      await bets.place(token, [
        await priced([
          ['1', 'home_team'],
          ['29', 'yes'],
        ]),
      ])
    ).status,
  ).toBe(201)
  const { quote_id } = await cashOuts.mustQuote(token, bet.bet_id)
  expect((await cashOuts.take(token, bet.bet_id, quote_id)).status).toBe(200)
  expect((await exposure()).find(({ market }) => market === '18')?.liability).toBe(0n)
  expect((await bets.place(token, [other], { stake: '20' })).status).toBe(201)
})

test('a cash-out is worth the joint chance, and nothing while the combination has no price; in play its open parts count', async () => {
  const bet = await bets.mustPlace(token, [await priced()])
  const before = await cashOuts.mustQuote(token, bet.bet_id)
  const { one_in } = await combined(usual)
  const fair = Number(bet.possible_win) / Number(one_in)
  expect(Math.abs(Number(before.fair) - fair)).toBeLessThan(fair * 0.02)
  expect(Number(before.amount)).toBeLessThan(Number(before.fair))
  await stop(['1', ''], '*')
  expect((await cashOuts.quote(token, bet.bet_id)).body).toMatchObject({ code: 'not_available', reason: 'suspended' })
  await stop(['1', ''], '*', false)
  await bets.drive(match, { state: 'live', minute: 1, score: '0:0' })
  expect((await cashOuts.quote(token, bet.bet_id)).status).toBe(200)
  const nothing = await bets.mustPlace((await nare.bettor(1000)).token, [await priced()])
  expect(nothing.legs[0]?.parts).toHaveLength(3)
})

test('a combination is one leg of a multi with its boost, one of a system, and one of a booking code', async () => {
  const [second, third] = [await nare.match(), await nare.match()]
  const others = [pick(second), pick(third)]
  const of = await priced()
  const slip = [of, ...others]
  const { boost_percent } = (await nare.call(betting.validate, { slip, stake: '100' })).body
  expect(boost_percent).toBe(5)
  const multi = await bets.mustPlace(token, slip)
  expect(multi.boost.percent).toBe(5)
  const system = await bets.mustPlace(token, slip, { type: 'system', system: [2] })
  // A combination and a pick of the same match are related, as two picks are.
  expect((await bets.place(token, [of, pick(match)])).body).toMatchObject({ code: 'related_contingency' })
  const { code } = (await nare.call(betting.share, { slip })).body
  const shared = (await nare.call(betting.shared, { code })).body.data
  expect(shared[0]).toMatchObject({ sub_type_id: '900', odd_key: usualKey, odd_value: of.odd_value, state: 'open' })
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
  expect(Math.abs(Number(settled.returned) - (100 * Number(of.odd_value) * 2.1) / 3)).toBeLessThan(0.02)
})

test('a combination is placed by SMS with its booking code', async () => {
  const bettor = await nare.bettor(1000)
  const { code } = (await nare.call(betting.share, { slip: [await priced()] })).body
  await nare.call(sandbox.sendSms, { msisdn: bettor.msisdn, text: `bet ${code}#100` })
  await nare.call(sandbox.sendSms, { msisdn: bettor.msisdn, text: 'BET ZZZZZZ#100' })
  await nare.call(sandbox.quiet, {})
  const replies = (await nare.call(sandbox.phone, { msisdn: bettor.msisdn })).body.sms.map(({ text }) => text)
  expect(replies).toContainEqual(expect.stringMatching(/^Bet \d+ placed: \d+ 1X2: 1 \+ .* @.*Balance KSh 900\.00$/))
  expect(replies).toContain('Not placed: there is no booking code ZZZZZZ')
  const [bet] = (await nare.call(betting.bets, {}, bettor.token)).body.data
  expect(bet).toMatchObject({ stake: '100.00', legs: [{ sub_type_id: '900', odd_key: usualKey }] })
})

test('a live combination is judged twice: a part that stops during the delay refuses it, and the stake comes back', async () => {
  await bets.drive(match, { state: 'live', minute: 1, score: '0:0' })
  const of = await priced()
  expect(of.odd_value).not.toBe(anyPrice)
  duringDelay = async () => void (await stop(['60', ''], '*'))
  expect((await bets.place(token, [of], { accept: 'any' })).body).toMatchObject({ code: 'market_suspended' })
  duringDelay = async () => void (await stop(['60', ''], '*', false))
  await stop(['60', ''], '*', false)
  expect(await bets.balance(token)).toBe('100000.00')
  duringDelay = async () => undefined
  const bet = await bets.mustPlace(token, [await priced()])
  expect(bet.legs[0]?.sub_type_id).toBe('900')
  // Handicaps count from the bet in play, so they cannot be combined there.
  expect(
    (
      await combined([
        ['1', 'home_team'],
        ['16', 'home_team minus 0.5'],
      ])
    ).conflicts,
  ).toContainEqual({
    parts: ['m16 home_team minus 0.5'],
    why: 'not_combinable',
  })
})

test('a hundred identical placements at once place one combination', async () => {
  const slip = slipOf([await priced()], { stake: '20' })
  const all = await Promise.all(Array.from({ length: 100 }, () => nare.call(betting.place, slip, token)))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(all.map(({ body }) => body.bet.bet_id)).size).toBe(1)
  expect(await bets.balance(token)).toBe('99980.00')
})

test('of a hundred different placements at once with money for ten, ten combinations are placed', async () => {
  const { token: poor } = await nare.bettor(200)
  const of = await priced()
  const all = await Promise.all(
    Array.from({ length: 100 }, () => nare.call(betting.place, slipOf([of], { stake: '20', id: randomUUID() }), poor)),
  )
  expect(all.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(new Set(all.flatMap(({ status, body }) => (status === 201 ? [] : [body['code']])))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect((await exposure()).find(({ market }) => market === '900')?.bets).toBe(10n)
})

test('the house switches combinations off and on, for new bets and cash-outs, and what was placed is settled', async () => {
  const bet = await bets.mustPlace(token, [await priced()])
  await settings.change('combinations.on', false)
  expect((await combined(usual)).odd_value).toBeNull()
  expect((await bets.place(token, [pick(match, '900', usualKey)])).body).toMatchObject({ code: 'market_suspended' })
  expect((await cashOuts.quote(token, bet.bet_id)).status).toBe(422)
  await settings.change('combinations.on', null)
  expect((await combined(usual)).conflicts).toEqual([])
  await bets.result(match, { half_time: '1:1', full_time: '2:1' })
  expect((await bets.bet(token, bet.bet_id)).state).toBe('won')
})
