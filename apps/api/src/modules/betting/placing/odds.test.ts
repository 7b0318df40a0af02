import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { money } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'

let nare: TestApp
let bets: Bets
let token: string
/** Runs during the live delay; each test sets its own. */
let duringDelay: (ms: number) => Promise<void> = async () => undefined

beforeAll(async () => {
  nare = await testApp({}, { waitForLive: (ms) => duringDelay(ms) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())

beforeEach(async () => {
  duringDelay = async () => undefined
  const bettor = await nare.bettor(100_000)
  token = bettor.token
})

/** Two matches whose home prices changed from 2.10 to these after the bettor saw them. */
async function moved(first: string, second: string) {
  const [a, b] = [await nare.match(), await nare.match()]
  await bets.price(a, { '1': { home_team: first } })
  await bets.price(b, { '1': { home_team: second } })
  return { a, b, picks: [pick(a), pick(b)] }
}

describe('changed prices are compared leg by leg', () => {
  test('none refuses any difference, even a better price', async () => {
    const { a, picks } = await moved('2.20', '2.10')
    const refused = await bets.place(token, picks, { accept: 'none' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'odds_changed', picks: [`${a}1hometeam`] } })
    const same = await moved('2.10', '2.10')
    expect((await bets.place(token, same.picks, { accept: 'none' })).status).toBe(201)
  })

  test('higher accepts better prices and refuses the slip if one price is lower, even if the total odds rose', async () => {
    const better = await moved('2.20', '2.10')
    const taken = await bets.place(token, better.picks, { accept: 'higher' })
    expect(taken.body.bet.legs.map((leg) => leg.odd_value)).toEqual(['2.20', '2.10'])
    expect(taken.body.bet).toMatchObject({ total_odds: '4.62', possible_win: '462.00' })
    const mixed = await moved('9.00', '2.09')
    expect(await bets.place(token, mixed.picks, { accept: 'higher' })).toMatchObject({
      status: 409,
      body: { code: 'odds_changed', picks: [`${mixed.b}1hometeam`] },
    })
  })

  test('higher is the default', async () => {
    expect((await bets.place(token, (await moved('2.20', '2.10')).picks)).status).toBe(201)
    expect((await bets.place(token, (await moved('2.00', '2.10')).picks)).status).toBe(409)
  })

  test('any is placed at current prices', async () => {
    const { picks } = await moved('1.50', '2.50')
    const taken = await bets.mustPlace(token, picks, { accept: 'any' })
    expect(taken).toMatchObject({ total_odds: '3.75', possible_win: '375.00' })
  })

  test('a refusal returns every pick as validation does, and debits nothing', async () => {
    const { picks } = await moved('1.50', '2.50')
    const refused = await bets.place(token, picks)
    const checked = await nare.call(betting.validate, { slip: picks })
    expect(refused.body['data']).toEqual(checked.body.data)
    expect(refused.body['data']).toMatchObject([
      { odd_value: '1.50', state: 'open', changed: true },
      { odd_value: '2.50', state: 'open', changed: true },
    ])
    expect(await bets.balance(token)).toBe('100000.00')
  })
})

describe('a slip with a live match', () => {
  async function liveMatch(): Promise<string> {
    const match = await nare.match()
    await bets.drive(match, { state: 'live', minute: 10 })
    return match
  }

  test('waits for the delay once and is then placed', async () => {
    const waits: number[] = []
    duringDelay = async (ms) => void waits.push(ms)
    const taken = await bets.mustPlace(token, [pick(await liveMatch()), pick(await nare.match())])
    expect(taken.state).toBe('open')
    expect(waits).toEqual([nare.app.country.liveDelayS * 1000])
  })

  test('without a live match is placed without delay', async () => {
    duringDelay = async () => expect.unreachable('a slip without a live match must not wait')
    await bets.mustPlace(token, [pick(await nare.match())])
  })

  test('is refused when the price fell during the delay, and with accept any is placed at the lower price', async () => {
    const match = await liveMatch()
    duringDelay = () => bets.drive(match, { odds: { '1': { home_team: '1.60' } } })
    expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 409, body: { code: 'odds_changed' } })
    await bets.price(match, { '1': { home_team: '2.10' } })
    const taken = await bets.mustPlace(token, [pick(match)], { accept: 'any' })
    expect(taken.legs[0]?.odd_value).toBe('1.60')
  })

  test('is refused when the match was suspended or ended during the delay', async () => {
    const match = await liveMatch()
    duringDelay = () => bets.drive(match, { event: 'penalty' })
    expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 422, body: { code: 'market_suspended' } })
    await bets.drive(match, { suspend: false })
    duringDelay = async () => void (await bets.result(match, { full_time: '1:0' }))
    expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 422, body: { code: 'match_started' } })
    expect(await bets.balance(token)).toBe('100000.00')
  })

  test('sent ten times concurrently is placed once', async () => {
    const slip = slipOf([pick(await liveMatch())])
    const responses = await Promise.all(Array.from({ length: 10 }, () => nare.call(betting.place, slip, token)))
    expect(new Set(responses.map((response) => response.body.bet.bet_id)).size).toBe(1)
    expect(await bets.balance(token)).toBe('99900.00')
    await bets.verifyBooks()
  })
})

describe('the liability of one outcome', () => {
  test('is limited: only the slips above the limit are refused', async () => {
    const small = await testApp({}, { country: { maxLiability: money(110_000n) } })
    const on = betsOn(small)
    const match = await small.match()
    const bettors = await small.bettors(20, 1000)
    // Each has a liability of KSh 110 on home: ten reach the limit of KSh 1,100 exactly.
    const home = await Promise.all(bettors.map((bettor) => on.place(bettor.token, [pick(match)])))
    const away = await Promise.all(
      bettors.slice(0, 4).map((bettor) => on.place(bettor.token, [pick(match, '1', 'away_team', '3.60')])),
    )
    expect(home.filter((response) => response.status === 201)).toHaveLength(10)
    expect(
      new Set(home.filter((response) => response.status !== 201).map((response) => response.body['code'])),
    ).toEqual(new Set(['stake_too_large']))
    expect(away.map((response) => response.status)).toEqual([201, 201, 201, 201])
    await on.verifyBooks()
    await small.close()
  })
})

describe('an interruption during the live delay', () => {
  test('refuses the bet, even when the match was reopened', async () => {
    const match = await nare.match()
    await bets.drive(match, { state: 'live', minute: 10, score: '0:0' })
    duringDelay = async () => {
      await bets.drive(match, { suspend: true })
      await bets.drive(match, { suspend: false })
    }
    expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 422, body: { code: 'market_suspended' } })
    duringDelay = async () => undefined
    expect((await bets.place(token, [pick(match)])).status).toBe(201)
  })

  test('refuses the bet after a goal, even at an unchanged price', async () => {
    const match = await nare.match()
    await bets.drive(match, { state: 'live', minute: 10, score: '0:0' })
    duringDelay = () => bets.drive(match, { score: '1:0' })
    expect(await bets.place(token, [pick(match)])).toMatchObject({ status: 422, body: { code: 'market_suspended' } })
  })
})

test('a bet on an outcome that the score has made impossible is refused, even if its price was set by hand', async () => {
  const match = await nare.match()
  await bets.drive(match, { state: 'live', minute: 60, score: '2:2' })
  const dead = [
    ['45', '0:0'],
    ['21', '3'],
    ['24', '0'],
    ['29', 'no'],
    ['18', 'under 3.5'],
  ] as const
  await bets.price(match, Object.fromEntries(dead.map(([market, key]) => [market, { [key]: '9.00' }])))
  for (const [market, key] of dead)
    expect([key, await bets.place(token, [pick(match, market, key, '9.00')])]).toMatchObject([
      key,
      { status: 422, body: { code: 'market_suspended', data: [{ state: 'closed' }] } },
    ])
  await bets.price(match, { '45': { '2:2': '9.00' } })
  expect((await bets.place(token, [pick(match, '45', '2:2', '9.00')])).status).toBe(201)
})
