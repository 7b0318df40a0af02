import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leagueBets } from '@nare/contract/league'
import type { BetState, LiveMessage } from '@nare/contract/live'
import type { DrawnMatch } from '@nare/league/draw'
import { leagueMarkets, settleLeague } from '@nare/league/markets'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, type Bets } from '#testing/bets'
import { leaguePick, openTestLeague, voided, type LeagueRound, type TestLeague } from '#testing/league'
import { playOn, resultOf } from '#testing/league-play'
import { referenceOf } from '#testing/league-reference'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets
let league: TestLeague
let on: ReturnType<typeof playOn>

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  league = await openTestLeague(nare)
  on = playOn(nare, league)
})
afterAll(() => closeWithBooks(nare))

async function newBettor(shillings = 100_000): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

const cents = (text: string) => BigInt(text.replace('.', ''))

test('for every score and time of goals, every outcome of every market settles as in the reference implementation', () => {
  const outcomes = leagueMarkets.flatMap(({ marketId, rule, lines }) =>
    lines.flatMap((line) => rule.keys(line).map((oddKey) => ({ marketId, oddKey }))),
  )
  const minutes = (count: number, from: number) => Array.from({ length: count }, (_, n) => ((from + n * 23) % 90) + 1)
  const results = Array.from({ length: 162 }, (_, n) => {
    const [home, away, from] = [Math.floor(n / 18), Math.floor(n / 2) % 9, n % 2 ? 3 : 47]
    return resultOf(minutes(home, from), minutes(away, from + 31))
  })
  let won = 0
  for (const drawn of results) {
    for (const { marketId, oddKey } of outcomes) {
      const leg = { match_id: '1', sub_type_id: marketId, odd_key: oddKey, odd_value: '2.00' }
      const expected = referenceOf({ stake: '20.00', type: 'single', legs: [leg] }, new Map([[1, drawn]]))
      const state = settleLeague(marketId, oddKey, drawn)
      expect([drawn, marketId, oddKey, state]).toEqual([drawn, marketId, oddKey, expected.state])
      if (state === 'won') won++
    }
  }
  expect(won).toBeGreaterThan(1000)
})

test('singles on every outcome settle as in the reference implementation, and the house keeps the rest', async () => {
  const round = await league.open()
  const bettors = await nare.bettors(round.matches.length, 10_000)
  const house = () => nare.app.ledger.houseBalance('house:league')
  const before = await house()
  const placed = await Promise.all(
    round.matches.flatMap((match, at) =>
      match.picks.map((_, n) => league.place(bettors[at]?.token ?? '', [leaguePick(match, n)])),
    ),
  )
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([201]))
  const drawn = round.draw(7)
  await on.play(round, drawn)
  const after = await on.expectTwins(bettors, drawn)
  expect(after).toHaveLength(placed.length)
  expect(new Set(after.map(({ legs }) => legs[0]?.sub_type_id)).size).toBe(12)
  const result = drawn.get(Number(round.matches[0]?.matchId))
  const { fullTime, halfTime } = result ?? resultOf([], [])
  expect(after.find(({ legs }) => legs[0]?.match_id === round.matches[0]?.matchId)?.legs[0]?.result).toBe(
    `${fullTime.home}:${fullTime.away} (${halfTime.home}:${halfTime.away})`,
  )
  const net = after.reduce((sum, bet) => sum + cents(bet.stake) - cents(bet.returned), 0n)
  expect((await house()) - before).toBe(net)
})

test('multis and systems over several rounds settle correctly in any order, concurrently, and with a void round', async () => {
  const bettors = await nare.bettors(6, 100_000)
  const rounds = [await league.open('1'), await league.open('2'), await league.open('3'), await league.open('3')]
  const [first, second, third, lost] = rounds as [LeagueRound, LeagueRound, LeagueRound, LeagueRound]
  await on.placeAll(bettors, rounds, 400)
  const results = new Map<number, DrawnMatch | 'void'>()
  const know = (drawn: ReadonlyMap<number, DrawnMatch>) => {
    for (const [id, one] of drawn) results.set(id, one)
    return drawn
  }
  await on.play(second, know(second.draw(11)))
  await on.expectTwins(bettors, results)
  await league.void(lost)
  for (const { matchId } of lost.matches) results.set(Number(matchId), 'void')
  await Promise.all([
    on.play(first, know(first.draw(12))),
    nare.app.leagueBets.settleRound(voided(lost)),
    on.play(third, know(third.draw(13))),
  ])
  const all = await on.expectTwins(bettors, results)
  expect(all).toHaveLength(400)
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['won', 'lost', 'void']))
  expect(all.filter(({ legs, state }) => state === 'won' && legs.length > 1).length).toBeGreaterThan(5)
  expect(all.some(({ type, state }) => type === 'system' && state === 'won')).toBe(true)
  const { rows } = await sql<{ times: number }>`
    select max(times_settled) as times from betting.bet where product = 'league'`.execute(nare.base.db)
  expect(rows).toEqual([{ times: 1 }])
})

test('a settled round has no liability, and old bets are those settled before today', async () => {
  const bettor = await newBettor()
  const round = await league.open('4')
  const open = await league.open('4', 200_000)
  await on.placeAll([bettor], [round], 5)
  const [match] = open.matches
  if (!match) throw new Error('no match')
  const running = (await league.place(bettor.token, [leaguePick(match)])).body.bet
  const exposed = async () => {
    const ids = round.matches.map(({ matchId }) => Number(matchId))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from betting.exposure where match_id = any(${ids}::int[])`.execute(nare.base.db)
    return rows[0]?.count
  }
  expect(await exposed()).toBeGreaterThan(0)
  await on.play(round, round.draw(3))
  expect(await exposed()).toBe(0)
  const read = async (route: typeof leagueBets.betHistory) =>
    (await nare.call(route, {}, bettor.token)).body.data?.map(({ bet_id }) => bet_id) ?? []
  expect(await read(leagueBets.betHistory)).toHaveLength(6)
  expect(await read(leagueBets.oldBets)).toEqual([])
  await nare.app.clock.advance(86_400)
  expect(await read(leagueBets.betHistory)).toEqual([running.bet_id])
  expect(await read(leagueBets.oldBets)).toHaveLength(5)
})

test('a settled bet and its balance are published to the bettor', async () => {
  const bettor = await newBettor(100)
  const round = await league.open('1', 400_000)
  const [match] = round.matches
  if (!match) throw new Error('no match')
  const ws = await nare.app.app.injectWS('/v1/live')
  const states = new Map<string, unknown>()
  ws.on('message', (data: Buffer) => {
    const { topic, state } = JSON.parse(data.toString()) as LiveMessage
    states.set(topic, state)
  })
  ws.send(JSON.stringify({ auth: bettor.token }))
  ws.send(JSON.stringify({ subscribe: ['bets', 'balance'] }))
  await expect.poll(() => states.has('balance')).toBe(true)
  const { bet } = (await league.place(bettor.token, [leaguePick(match, ['310', '12'])])).body
  await expect.poll(() => (states.get('bets') as BetState | undefined)?.state).toBe('open')
  await on.play(round, new Map(round.matches.map(({ matchId }) => [Number(matchId), resultOf([5], [])])))
  await expect
    .poll(() => states.get('bets'))
    .toMatchObject({ state: 'won', returned: bet.possible_win, legs: [{ n: 0, state: 'won' }] })
  const balance = await bets.balance(bettor.token)
  await expect.poll(() => JSON.stringify(states.get('balance'))).toContain(balance)
  ws.terminate()
})
