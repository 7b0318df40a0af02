import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, type Bet, type Bets } from '#testing/bets'

let nare: TestApp
let bets: Bets

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
})
afterAll(() => closeWithBooks(nare))

async function bettor(shillings = 100_000): Promise<string> {
  const bettor = await nare.bettor(shillings)
  return bettor.token
}

type Row = readonly [market: string, key: string, state: Bet['legs'][number]['state'], returned: string]

/** Opens every outcome of these rows at 1.90, bets KSh 100 on each, and returns the bets in the order of the rows. */
async function placeAll(match: string, rows: readonly Row[], token: string): Promise<Bet[]> {
  const odds: Record<string, Record<string, string>> = {}
  for (const [market, key] of rows) (odds[market] ??= {})[key] = '1.90'
  await bets.price(match, odds)
  return Promise.all(rows.map(([market, key]) => bets.mustPlace(token, [pick(match, market, key, '1.90')])))
}

async function expectRows(rows: readonly Row[], placed: readonly Bet[], token: string) {
  const settled = await Promise.all(placed.map((bet) => bets.bet(token, bet.bet_id)))
  expect(settled.map((bet, n) => [rows[n]?.[0], rows[n]?.[1], bet.legs[0]?.state, bet.returned])).toEqual(
    rows.map((row) => [...row]),
  )
}

describe('a single on a match that ends 2:1 after 1:0 at half-time', () => {
  const rows: Row[] = [
    ['1', 'home_team', 'won', '190.00'],
    ['1', 'draw', 'lost', '0.00'],
    ['10', '1x', 'won', '190.00'],
    ['10', 'x2', 'lost', '0.00'],
    ['11', 'home_team', 'won', '190.00'],
    ['14', 'draw 0:1', 'won', '190.00'],
    ['16', 'home_team minus 0.5', 'won', '190.00'],
    ['16', 'home_team minus 0.75', 'half_won', '145.00'],
    ['16', 'home_team minus 1', 'void', '100.00'],
    ['16', 'home_team minus 1.25', 'half_lost', '50.00'],
    ['16', 'home_team minus 1.5', 'lost', '0.00'],
    ['16', 'away_team plus 0.75', 'half_lost', '50.00'],
    ['16', 'away_team plus 1', 'void', '100.00'],
    ['16', 'away_team plus 1.25', 'half_won', '145.00'],
    ['18', 'over 2.75', 'half_won', '145.00'],
    ['18', 'under 2.75', 'half_lost', '50.00'],
    ['18', 'over 3', 'void', '100.00'],
    ['18', 'under 3', 'void', '100.00'],
    ['18', 'over 3.25', 'half_lost', '50.00'],
    ['18', 'under 3.25', 'half_won', '145.00'],
    ['19', 'over 1.5', 'won', '190.00'],
    ['20', 'over 1.25', 'half_lost', '50.00'],
    ['21', '3', 'won', '190.00'],
    ['26', 'even', 'lost', '0.00'],
    ['29', 'yes', 'won', '190.00'],
    ['37', 'home_team over 2.5', 'won', '190.00'],
    ['45', '2:1', 'won', '190.00'],
    ['45', 'other', 'lost', '0.00'],
    ['47', 'home_team/home_team', 'won', '190.00'],
    ['47', 'draw/home_team', 'lost', '0.00'],
    ['52', 'second_half', 'won', '190.00'],
    ['60', 'home_team', 'won', '190.00'],
    ['64', 'away_team', 'lost', '0.00'],
    ['66', 'home_team minus 0.75', 'half_won', '145.00'],
    ['66', 'away_team plus 1', 'void', '100.00'],
    ['68', 'over 0.5', 'won', '190.00'],
    ['75', 'yes', 'lost', '0.00'],
    ['83', 'draw', 'won', '190.00'],
    ['85', '12', 'lost', '0.00'],
    ['90', 'over 2.25', 'half_lost', '50.00'],
  ]

  test('is settled and paid by the rules of its market, quarter lines by halves', async () => {
    const [match, token] = [await nare.match(), await bettor()]
    const placed = await placeAll(match, rows, token)
    const settled = await bets.result(match, { half_time: '1:0', full_time: '2:1' })
    expect(settled).toEqual({ legs: rows.length, bets: rows.length })
    await expectRows(rows, placed, token)
  })

  test('has void half-time markets if there is no half-time score', async () => {
    const half: Row[] = [
      ['60', 'home_team', 'void', '100.00'],
      ['47', 'home_team/home_team', 'void', '100.00'],
      ['83', 'draw', 'void', '100.00'],
      ['1', 'home_team', 'won', '190.00'],
    ]
    const [match, token] = [await nare.match(), await bettor()]
    const placed = await placeAll(match, half, token)
    await bets.result(match, { full_time: '2:1' })
    await expectRows(half, placed, token)
  })
})

describe('bets on the n-th goal', () => {
  const keys = ['home_team 1', 'none 1', 'away_team 2', 'home_team 3', 'none 4', 'home_team 4'] as const
  const rowsWith = (states: readonly Row[2][]): Row[] =>
    keys.map((key, n) => [
      '8',
      key,
      states[n] ?? 'open',
      { won: '190.00', void: '100.00' }[String(states[n])] ?? '0.00',
    ])

  test('follow the order of the goals', async () => {
    const rows = rowsWith(['won', 'lost', 'won', 'won', 'won', 'lost'])
    const [match, token] = [await nare.match(), await bettor()]
    const placed = await placeAll(match, rows, token)
    await bets.result(match, { half_time: '1:0', full_time: '2:1', goals: ['home', 'away', 'home'] })
    await expectRows(rows, placed, token)
  })

  test('are void without the order of the goals', async () => {
    const rows = rowsWith(['void', 'void', 'void', 'void', 'void', 'void'])
    const [match, token] = [await nare.match(), await bettor()]
    const placed = await placeAll(match, rows, token)
    await bets.result(match, { half_time: '1:0', full_time: '2:1' })
    await expectRows(rows, placed, token)
  })
})

describe('bets of several matches', () => {
  async function makeMatches(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => nare.match()))
  }

  test('a multi waits for its last leg and pays the exact product, rounded down once', async () => {
    const [a = '', b = ''] = await makeMatches(2)
    const token = await bettor()
    await bets.price(a, { '1': { home_team: '1.33' } })
    await bets.price(b, { '1': { home_team: '1.37' } })
    const slip = [pick(a, '1', 'home_team', '1.33'), pick(b, '1', 'home_team', '1.37')]
    const placed = await bets.mustPlace(token, slip, { stake: '33.33' })
    expect(placed).toMatchObject({ type: 'multi', total_odds: '1.82', possible_win: '60.73' })
    expect(await bets.result(a, { full_time: '1:0' })).toEqual({ legs: 1, bets: 0 })
    const waiting = await bets.bet(token, placed.bet_id)
    expect(waiting).toMatchObject({ state: 'open', returned: '0.00' })
    expect(waiting.legs.map((leg) => leg.state)).toEqual(['won', 'open'])
    expect(await bets.result(b, { full_time: '1:0' })).toEqual({ legs: 1, bets: 1 })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'won', returned: '60.73' })
  })

  test('a multi is lost with its first lost leg, and later results change nothing', async () => {
    const [a = '', b = ''] = await makeMatches(2)
    const token = await bettor(100)
    const placed = await bets.mustPlace(token, [pick(a), pick(b)])
    await bets.result(a, { full_time: '0:1' })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
    await bets.result(b, { full_time: '1:0' })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
    expect(await bets.balance(token)).toBe('0.00')
  })

  test('a void leg drops out of a multi, and a multi of void legs is refunded', async () => {
    const [a = '', b = ''] = await makeMatches(2)
    const token = await bettor(200)
    const one = await bets.mustPlace(token, [pick(a), pick(b)])
    const other = await bets.mustPlace(token, [pick(a), pick(b, '11', 'home_team', '1.01')], { accept: 'any' })
    await bets.result(a, { cancelled: true, reason: 'floodlights' })
    await bets.result(b, { full_time: '1:1' })
    expect(await bets.bet(token, one.bet_id)).toMatchObject({ state: 'lost' })
    expect(await bets.bet(token, other.bet_id)).toMatchObject({ state: 'void', returned: '100.00' })
    expect(await bets.balance(token)).toBe('100.00')
  })

  test('a system of two out of three pays its winning lines', async () => {
    const [a = '', b = '', c = ''] = await makeMatches(3)
    const token = await bettor(1000)
    const slip = { type: 'system' as const, system: [2], stake: '300' }
    const placed = await bets.mustPlace(token, [pick(a), pick(b), pick(c)], slip)
    expect(placed).toMatchObject({ type: 'system', system: [2], total_odds: null, possible_win: '1323.00' })
    await bets.result(a, { full_time: '0:1' })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'open' })
    await bets.result(b, { full_time: '1:0' })
    await bets.result(c, { full_time: '1:0' })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'won', returned: '441.00' })
  })

  test('a system is lost as soon as no line can win', async () => {
    const [a = '', b = '', c = ''] = await makeMatches(3)
    const token = await bettor(1000)
    const placed = await bets.mustPlace(token, [pick(a), pick(b), pick(c)], { type: 'system', system: [2, 3] })
    await bets.result(a, { full_time: '0:1' })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'open' })
    expect(await bets.result(b, { full_time: '0:1' })).toEqual({ legs: 1, bets: 1 })
    expect(await bets.bet(token, placed.bet_id)).toMatchObject({ state: 'lost', returned: '0.00' })
  })

  test('the boost is recalculated at settlement, from the winning legs', async () => {
    const matches = await makeMatches(5)
    const token = await bettor()
    const placed = await bets.mustPlace(
      token,
      matches.map((match) => pick(match)),
    )
    expect(placed.boost).toEqual({ percent: 10, amount: '398.41' })
    for (const match of matches.slice(1)) await bets.result(match, { full_time: '1:0' })
    await bets.result(matches[0] ?? '', { cancelled: true, reason: 'rain' })
    const settled = await bets.bet(token, placed.bet_id)
    // 100 × 2.1⁴ = 1944.81; four winning legs: 5 % of 1844.81 is 92.2405.
    expect(settled).toMatchObject({ state: 'won', returned: '2037.05', boost: { percent: 5, amount: '92.24' } })
  })
})

test('a receipt shows the selection, the time of the bet, and the version of the rules', async () => {
  const token = await bettor()
  const fixture = {
    home_team: 'Gor Mahia',
    away_team: 'Leopards',
    competition_name: 'Premier League',
    category: 'Kenya',
  }
  const match = await nare.match(fixture)
  const placed = await bets.mustPlace(token, [pick(match)])
  const found = await nare.app.catalog.match(match)
  await bets.drive(match, { odds: { '1': { home_team: '1.50' } } })
  await bets.result(match, { half_time: '1:0', full_time: '2:1' })
  const receipt = await bets.bet(token, placed.bet_id)
  expect(receipt.rules_version).toBe(await nare.app.betting.rulesVersion())
  expect(Math.abs(Date.parse(receipt.placed_at) - nare.app.clock.now())).toBeLessThan(60_000)
  expect(receipt.legs[0]).toMatchObject({
    ...fixture,
    game_id: found?.game_id,
    start_time: found?.start_time,
    odd_value: '2.10',
    market: '1X2',
    display: '1',
    state: 'won',
    result: '2:1 (1:0)',
    ucn: `${match}1hometeam`,
  })
})
