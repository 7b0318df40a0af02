import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets, type SentPick } from '#testing/bets'

let nare: TestApp
let bets: Bets
let a: string
let b: string

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  a = await nare.match()
  b = await nare.match()
})
afterAll(() => nare.close())

describe('validation', () => {
  const validate = async (slip: SentPick[], given: { stake?: string; type?: 'system'; system?: number[] } = {}) =>
    (await nare.call(betting.validate, { slip, ...given })).body

  test('returns each pick with its current price and state', async () => {
    const [stopped, past, closed] = [await nare.match(), await nare.match(), await nare.match()]
    await bets.drive(stopped, { suspend: true })
    await bets.drive(past, { start_time: new Date(nare.app.clock.now() - 1000).toISOString() })
    await bets.drive(closed, { state: 'postponed' })
    const slip = [pick(a, '1', 'home_team', '1.90'), pick(stopped), pick(past), pick(closed), pick(b, '1', 'nobody')]
    expect((await validate(slip)).data).toMatchObject([
      {
        ucn: `${a}1hometeam`,
        match_id: a,
        sub_type_id: '1',
        odd_key: 'home_team',
        odd_value: '2.10',
        state: 'open',
        changed: true,
      },
      { odd_value: '2.10', state: 'suspended', changed: false },
      { state: 'started' },
      { state: 'closed' },
      { odd_value: null, state: 'closed', changed: false },
    ])
  })

  test('returns the possible win, stake included, only with a stake', async () => {
    expect(await validate([pick(a), pick(b)])).toMatchObject({
      netWin: null,
      netWinBoosted: null,
      total_odds: '4.41',
      minStake: '20.00',
    })
    expect(await validate([pick(a), pick(b)], { stake: '33.33' })).toMatchObject({
      netWin: '146.98',
      netWinBoosted: '146.98',
      hasBoost: false,
    })
    const system = { type: 'system' as const, system: [1] }
    expect(await validate([pick(a), pick(b)], { stake: '100', ...system })).toMatchObject({
      netWin: '210.00',
      total_odds: null,
    })
  })

  test('counts the picks that can still be bet on: suspended picks, but not closed or started ones', async () => {
    const [gone, stopped, past] = [await nare.match(), await nare.match(), await nare.match()]
    await bets.drive(gone, { state: 'postponed' })
    await bets.drive(stopped, { suspend: true })
    await bets.drive(past, { start_time: new Date(nare.app.clock.now() - 1000).toISOString() })
    const slip = [pick(a), pick(gone), pick(past)]
    expect(await validate(slip, { stake: '100' })).toMatchObject({ netWin: '210.00', total_odds: '2.10' })
    expect(await validate([...slip, pick(stopped)], { stake: '100' })).toMatchObject({
      netWin: '441.00',
      total_odds: '4.41',
      remaining_games: 1,
    })
    const system = { type: 'system' as const, system: [2] }
    expect(await validate([pick(a), pick(b), pick(gone)], { stake: '100', ...system })).toMatchObject({
      netWin: '441.00',
    })
    expect(await validate([pick(a), pick(gone)], { stake: '100', ...system })).toMatchObject({ netWin: null })
    expect(await validate([pick(gone)], { stake: '100' })).toMatchObject({ netWin: null, total_odds: null })
  })

  test('returns the boost and the next step', async () => {
    const matches = await Promise.all(Array.from({ length: 5 }, () => nare.match()))
    const slip = matches.map((match) => pick(match))
    expect(await validate(slip.slice(0, 2))).toMatchObject({ hasBoost: false, remaining_games: 1, boost_percent: 0 })
    expect(await validate(slip.slice(0, 3), { stake: '100' })).toMatchObject({
      hasBoost: true,
      remaining_games: 2,
      boost_percent: 5,
      netWin: '926.10',
      netWinBoosted: '967.40',
      multiboostmessage: 'Your boost is 5%. Add 2 more games at 1.50 or more for a 10% boost.',
    })
  })

  test('agrees with the placement that follows', async () => {
    const bettor = await nare.bettor()
    const slip = [pick(a), pick(b), pick(await nare.match())]
    const validated = await validate(slip, { stake: '77.77' })
    const taken = await bets.mustPlace(bettor.token, slip, { stake: '77.77' })
    expect([taken.possible_win, taken.total_odds, taken.boost.percent]).toEqual([
      validated.netWinBoosted,
      validated.total_odds,
      validated.boost_percent,
    ])
  })

  test('returns the live delay for a slip with a live pick', async () => {
    const live = await nare.match()
    await bets.drive(live, { state: 'live', minute: 3 })
    expect((await validate([pick(a), pick(live)])).slip_has_live_interval).toBe(nare.app.country.liveDelayS)
    expect((await validate([pick(a)])).slip_has_live_interval).toBe(0)
  })

  test('refuses malformed input only, not two picks of one match or a stake of zero', async () => {
    const twice = await nare.call(betting.validate, { slip: [pick(a), pick(a, '18', 'over 2.5', '1.90')], stake: '0' })
    expect(twice.status).toBe(200)
    expect(await nare.call(betting.validate, { slip: [] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  test("returns today's taxes", async () => {
    expect((await validate([pick(a)])).tax).toEqual({
      deposit_percent: '5',
      withdrawal_percent: '5',
      stake_percent: '0',
      win_percent: '0',
    })
  })
})

describe('a booking code', () => {
  const share = async (slip: SentPick[]) => (await nare.call(betting.share, { slip })).body.code
  const shared = (code: string) => nare.call(betting.shared, { code })

  test('has six unambiguous characters, and returns the slip in upper or lower case', async () => {
    const code = await share([pick(a), pick(b, '18', 'over 2.5', '1.90')])
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
    for (const typed of [code, code.toLowerCase(), ` ${code} `]) {
      const { status, body } = await shared(typed)
      expect(status).toBe(200)
      expect(body.data).toMatchObject([
        {
          match_id: a,
          odd_key: 'home_team',
          odd_value: '2.10',
          old_odd_value: '2.10',
          state: 'open',
          market: '1X2',
          display: '1',
        },
        { match_id: b, odd_key: 'over 2.5', match: { away_team: 'Chui' } },
      ])
    }
  })

  test('belongs to one slip: the same slip gets the same code, and another slip a different one', async () => {
    const code = await share([pick(a)])
    expect(await share([pick(a)])).toBe(code)
    expect(await share([pick(b)])).not.toBe(code)
  })

  test('returns the old and the new price of a changed pick', async () => {
    const match = await nare.match()
    const code = await share([pick(match)])
    await bets.price(match, { '1': { home_team: '1.75' } })
    expect((await shared(code)).body.data).toMatchObject([
      { old_odd_value: '2.10', odd_value: '1.75', changed: true, state: 'open' },
    ])
  })

  test('shows the price that was offered when it was created, not the price that was sent', async () => {
    const code = await share([pick(a, '1', 'home_team', '999.00')])
    expect((await shared(code)).body.data).toMatchObject([
      { old_odd_value: '2.10', odd_value: '2.10', changed: false, state: 'open' },
    ])
    expect(await share([pick(a)])).toBe(code)
  })

  test('returns the state of a match that has started since', async () => {
    const match = await nare.match()
    const code = await share([pick(match), pick(a)])
    await bets.drive(match, { start_time: new Date(nare.app.clock.now() - 1000).toISOString() })
    expect((await shared(code)).body.data).toMatchObject([{ state: 'started' }, { state: 'open' }])
  })

  test('that does not exist is not found', async () => {
    for (const none of ['AAAAAA', 'OI0L11', 'x', "'; --"]) expect(await shared(none)).toMatchObject({ status: 404 })
  })

  test('is refused for picks that are not on offer', async () => {
    const { status, body } = await nare.call(betting.share, { slip: [pick('10999999')] })
    expect([status, body['code']]).toEqual([422, 'not_available'])
  })

  test('is found by search, with the number of its picks', async () => {
    const code = await share([pick(a), pick(b)])
    for (const q of [code, code.toLowerCase()]) {
      expect((await nare.call(catalog.search, { q })).body.data.codes).toEqual([{ code, picks: 2 }])
    }
  })
})

test("search finds a bettor's own bets by their id, and no others", async () => {
  const [first, second] = await nare.bettors(2)
  const taken = await bets.mustPlace(first?.token ?? '', [pick(a)])
  const found = async (token?: string) => (await nare.call(catalog.search, { q: taken.bet_id }, token)).body.data.bets
  expect(await found(first?.token)).toEqual([{ bet_id: taken.bet_id, state: 'open' }])
  expect(await found(second?.token)).toEqual([])
  expect(await found()).toEqual([])
})
