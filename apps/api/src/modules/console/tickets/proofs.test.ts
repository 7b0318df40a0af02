import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOut } from '@nare/contract/cash-out'
import { consoleTickets as calls } from '@nare/contract/console-tickets'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { combinationsOn } from '#testing/combinations'
import { jackpotWorld, one } from '#testing/jackpots'
import { leaguePick, openTestLeague, type TestLeague } from '#testing/league'
import { playOn } from '#testing/league-play'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'
import { maskNumbers } from '#platform/mask-numbers'
import { evidenceFile } from './evidence.ts'

const token = 'the-token-of-somebody-who-answers-the-phone'
const hash = createHash('sha256').update(token).digest('hex')

let nare: TestApp
let league: TestLeague
let bets: Bets
let bettor: SeededBettor
beforeAll(async () => {
  nare = await testApp({ OPERATORS: `dalili:support:${hash}`, ...gamesEnv })
  league = await openTestLeague(nare)
  bets = betsOn(nare)
  bettor = await nare.bettor(10_000)
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
  const onMatch = (await nare.call(calls.tickets, { match_id: String(pool.matches[1]) }, token)).body.data
  expect(onMatch.map((row) => row.bet_id)).toEqual([bet_id])
  await world.end(pool, ['home_team', 'away_team', 'draw'])
  await nare.app.jackpots.advanceDue()
  const ticket = await evidence(bet_id)
  expect(ticket.why).toBe('Its best line has 2 of 3 right, and the lowest prize needs 3.')
  expect(factsOf(ticket.round).get('match 2')).toMatch(/: 1, ended 1:3, counts as 2, lost$/)
  await betsOn(nare).verifyBooks()
})

test('a ticket has the cash-outs that were refused, with the quote and why; quotes leave nothing', async () => {
  const match = await nare.match()
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  const quote = (await nare.call(cashOut.quote, { bet_id }, bettor.token)).body
  expect((await evidence(bet_id)).cash_outs_refused).toEqual([])
  const take = (quote_id: string, last: number) =>
    nare.call(cashOut.take, { bet_id, id: `b3f6f7a0-0000-4000-8000-00000000010${last}`, quote_id }, bettor.token)
  expect((await take('not-a-quote', 1)).body).toMatchObject({ code: 'quote_expired' })
  await bets.drive(match, { suspend: true })
  expect((await take(quote.quote_id, 2)).body).toMatchObject({ code: 'not_available', reason: 'suspended' })
  const stranger = await nare.bettor(100)
  const stolen = { bet_id, id: 'b3f6f7a0-0000-4000-8000-000000000103', quote_id: quote.quote_id }
  expect((await nare.call(cashOut.take, stolen, stranger.token)).status).toBe(404)
  expect((await evidence(bet_id)).cash_outs_refused).toEqual([
    expect.objectContaining({ code: 'quote_expired', reason: null, quoted: null, part: '1.00' }),
    expect.objectContaining({ code: 'not_available', reason: 'suspended', quoted: quote.amount }),
  ])
})

test('the evidence says what a cash-out would pay now, or why there is none, as the bettor is told', async () => {
  const match = await nare.match()
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  const told = async () => {
    const [{ cash_out_now }, own] = [await evidence(bet_id), await nare.call(cashOut.now, { bet_id }, bettor.token)]
    const { amount, reason, message } = own.body.data
    expect(cash_out_now).toMatchObject(JSON.parse(JSON.stringify({ amount, reason, message })))
    return reason
  }
  expect(await told()).toBeUndefined()
  await bets.drive(match, { suspend: true })
  expect(await told()).toBe('suspended')
  await bets.result(match, { goals: ['home'], half_time: '0:0', full_time: '1:0' })
  expect((await evidence(bet_id)).cash_out_now).toBeUndefined()
})

test('the evidence counts the bets of others on the same outcome within a minute, by their prices', async () => {
  const match = await nare.match()
  const other = await nare.bettor(1_000)
  await bets.mustPlace(other.token, [pick(match)])
  await nare.app.clock.advance(61)
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
  await bets.mustPlace(other.token, [pick(match)])
  await bets.mustPlace(other.token, [pick(match, '1', 'draw', '3.20')])
  await bets.price(match, { '1': { home_team: '2.00', draw: '3.20', away_team: '3.60' } })
  await bets.mustPlace(other.token, [pick(match, '1', 'home_team', '2.00')])
  const [leg] = (await evidence(bet_id)).legs
  expect(leg?.others?.map(({ price, bets: count }) => [price, count])).toEqual([
    ['2.10', 2],
    ['2.00', 1],
  ])
})

test('a combination, which has no price over time, has the prices of each of its parts around the bet', async () => {
  const match = await nare.match()
  const combinations = combinationsOn(nare)
  const { bet_id } = await bets.mustPlace(bettor.token, [await combinations.priced(match)])
  await bets.price(match, { '1': { home_team: '2.00', draw: '3.40', away_team: '3.80' } })
  const [leg] = (await evidence(bet_id)).legs
  expect(leg?.prices).toEqual([])
  expect(leg?.part_prices?.map(({ sub_type_id, odd_key, prices }) => [sub_type_id, odd_key, prices.length])).toEqual([
    ['1', 'home_team', 2],
    ['18', 'over 2.5', 1],
    ['60', 'draw', 1],
  ])
  expect(leg?.part_prices?.[0]?.prices.map(({ price }) => price)).toEqual(['2.10', '2.00'])
  const { bet_id: plain } = await bets.mustPlace(bettor.token, [pick(match, '1', 'home_team', '2.00')])
  expect((await evidence(plain)).legs[0]).not.toHaveProperty('part_prices')
})

test('the evidence is a file whose hash is that of its bytes', async () => {
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(await nare.match())])
  const { name, content, sha256 } = (await nare.call(calls.ticketFile, { id: bet_id }, token)).body
  expect(name).toMatch(new RegExp(`^ticket-${bet_id}-\\d{4}-\\d\\d-\\d\\dT\\d{6}\\.json$`))
  expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  expect(JSON.parse(content)).toMatchObject({ made_at: expect.any(String), ticket: { bet_id, state: 'open' } })
  for (const id of ['999999999999', `0${bet_id}`])
    expect((await nare.call(calls.ticketFile, { id }, token)).status).toBe(404)
  expect((await nare.call(calls.ticket, { id: `0${bet_id}` }, token)).status).toBe(404)
})

test('the hash of a file is that of its bytes also where a text in it has a phone number', async () => {
  const { bet_id } = await bets.mustPlace(bettor.token, [pick(await nare.match())])
  const ticket = { ...(await evidence(bet_id)), why: 'He called:\n0712345678, twice' }
  const { content, sha256 } = evidenceFile(ticket, new Date(0))
  expect(maskNumbers(content)).toBe(content)
  expect(JSON.parse(content)).toMatchObject({ ticket: { bet_id, why: 'He called:\n0712 *** 678, twice' } })
  expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
})
