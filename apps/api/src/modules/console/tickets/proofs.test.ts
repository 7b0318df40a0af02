import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleTickets as calls } from '@nare/contract/console-tickets'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { jackpotWorld, one } from '#testing/jackpots'
import { leaguePick, openTestLeague, type TestLeague } from '#testing/league'
import { playOn } from '#testing/league-play'
import { gamesEnv, ownGamesOn } from '#testing/own-games'

const token = 'the-token-of-somebody-who-answers-the-phone'
const hash = createHash('sha256').update(token).digest('hex')

let nare: TestApp
let league: TestLeague
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `dalili:support:${hash}`, ...gamesEnv })
  league = await openTestLeague(nare)
})
afterAll(() => nare.close())

const evidence = async (id: string) => (await nare.call(calls.ticket, { id }, token)).body.data
const factsOf = (round: { facts: readonly { name: string; value: string }[] } | undefined) =>
  new Map(round?.facts.map(({ name, value }) => [name, value]))

test('a league bet is explained by the drawn match, with the seal and the seed of its round', async () => {
  const [bettor, round] = [await nare.bettor(1_000), await league.open()]
  const [match] = round.matches
  if (!match) throw new Error('a round has matches')
  const placed = await league.place(bettor.token, [leaguePick(match, 0)])
  const { bet_id } = placed.body.bet
  const open = await evidence(bet_id)
  expect(open.legs[0]?.why).toMatch(/the match has no result yet\.$/)
  expect(factsOf(open.round).has('seed')).toBe(false)
  const drawn = round.draw(7)
  await playOn(nare, league).play(round, drawn)
  const ticket = await evidence(bet_id)
  const { fullTime } = drawn.get(Number(match.matchId)) ?? { fullTime: { home: -1, away: -1 } }
  const state = fullTime.home > fullTime.away ? 'won' : 'lost'
  expect(ticket.state).toBe(state)
  expect(ticket.legs[0]?.why).toMatch(
    new RegExp(`^Match result, 1 \\(.+\\): the match ended ${fullTime.home}:${fullTime.away}, so it ${state}\\.$`),
  )
  expect(factsOf(ticket.round).get('round')).toBe(round.roundId)
  expect(factsOf(ticket.round).get('commitment')).toMatch(/^[0-9a-f]{64}$/)
})

test('a round of an own game is explained by its seeds, options and result, and its server seed stays secret', async () => {
  const bettor = await nare.bettor(1_000)
  const games = ownGamesOn(nare)
  const round = await games.mustBet(bettor.token, { game: 'dice', options: { target: '50.00', over: true } })
  const ticket = await evidence(round.round_id)
  expect(ticket.why).toBe(`Dice: the round ended at ${round.multiplier} and paid ${round.payout} for 20.00.`)
  expect(factsOf(ticket.round).get('server seed')).toBe('secret until its bettor changes it')
  expect(factsOf(ticket.round).get('server seed hash')).toBe(round.fairness.server_seed_hash)
  await games.rotate(bettor.token)
  expect(factsOf((await evidence(round.round_id)).round).get('server seed')).toMatch(/^[0-9a-f]{64}$/)
})

test('a jackpot ticket is explained by its right matches and the lowest prize', async () => {
  const bettor = await nare.bettor(1_000)
  const world = jackpotWorld(() => nare)
  const pool = await world.pool(3)
  const placed = await world.place(pool, bettor.token, [one.home, one.home, one.draw])
  const { bet_id } = placed.body.bet
  expect((await evidence(bet_id)).why).toBe('The jackpot is not settled: 0 of 0 decided matches are right.')
  await world.end(pool, ['home_team', 'away_team', 'draw'])
  await nare.app.jackpots.advanceDue()
  const ticket = await evidence(bet_id)
  expect(ticket.why).toBe('Its best line has 2 of 3 right, and the lowest prize needs 3.')
  expect(factsOf(ticket.round).get('match 2')).toMatch(/: home_team, ended 1:3, counts as away_team, lost$/)
  await betsOn(nare).verifyBooks()
})
