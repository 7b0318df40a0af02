import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '@nare/contract/catalog'
import { matchEvents } from '@nare/contract/match-events'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

test('a match created, updated and finished over HTTP is shown by the public calls', async () => {
  const match_id = await nare.match()
  const view = async () => (await nare.call(catalog.match, { match_id })).body.data
  expect(await view()).toMatchObject({
    match_id,
    home_odd: '2.10',
    neutral_odd: '3.40',
    away_odd: '3.60',
    state: 'not_started',
  })
  await nare.call(sandbox.driveMatch, { match_id, state: 'live', minute: 3 })
  expect(await view()).toMatchObject({ state: 'live', minute: 3, home_score: 0, away_score: 0 })
  await nare.call(sandbox.driveMatch, { match_id, event: 'goal', score: '1:0', minute: 4 })
  expect((await view()).odds.every((line) => line.state !== 'open')).toBe(true)
  await nare.call(sandbox.driveMatch, { match_id, suspend: false, odds: { '1': { home_team: '1.40' } } })
  expect(await view()).toMatchObject({ home_odd: '1.40', home_score: 1 })
  const result = await nare.call(sandbox.resultMatch, { match_id, half_time: '1:0', full_time: '2:1' })
  expect(result).toMatchObject({ status: 200, body: { legs: 0, bets: 0 } })
  expect(await view()).toMatchObject({ state: 'ended', home_score: 2, away_score: 1 })
  expect((await view()).odds.every((line) => line.state === 'closed')).toBe(true)
})

test('match events can be reported and withdrawn over HTTP, and read by the public and by operators', async () => {
  const match_id = await nare.match({ home_team: 'Tusker', away_team: 'Bandari' })
  const drive = (change: object) => nare.call(sandbox.driveMatch, { match_id, ...change })
  await drive({ event: 'kick_off' })
  const goal = await drive({ event: 'goal', side: 'home', minute: 7, player: 'Olunga' })
  const { event_id = '' } = goal.body
  const events = async () => (await nare.call(matchEvents.events, { match_id })).body.data
  expect(await events()).toMatchObject([
    { type: 'kick_off', minute: 0 },
    { event_id, type: 'goal', minute: 7, side: 'home', player: 'Olunga', score: '1:0' },
  ])
  const view = async () => (await nare.call(catalog.match, { match_id })).body.data
  expect(await view()).toMatchObject({ home_score: 1, suspended: 'goal' })
  await drive({ event: 'video_overturned', take_back: event_id, suspend: false })
  expect((await events())[1]).toMatchObject({ event_id, taken_back: true })
  expect(await view()).toMatchObject({ home_score: 0 })
  expect((await drive({ take_back: event_id })).status).toBe(400)
  await drive({ event: 'corner', side: 'away', minute: 9 })
  await nare.call(sandbox.resultMatch, { match_id, half_time: '0:0', full_time: '0:0' })
  // The day in Nairobi.
  const startMs = Date.parse((await view()).start_time)
  const day = { date: new Date(startMs + 3 * 3_600_000).toISOString().slice(0, 10) }
  const results = await nare.call(matchEvents.results, { sport_id: '79', ...day })
  expect(results.body.data.map((view) => [view.match_id, view.half_time])).toContainEqual([match_id, '0:0'])
  const insight = await nare.call(matchEvents.insight, { match_id })
  expect(insight).toMatchObject({
    status: 200,
    body: { data: { form: { away: [] }, chances: [{ minute: null }], statistics: { corners: { home: 0, away: 1 } } } },
  })
  for (const call of [matchEvents.events, matchEvents.insight]) {
    expect((await nare.call(call, { match_id: '10' })).status).toBe(404)
  }
})

test('lists, sports, competitions and search answer in the shapes of the contract', async () => {
  const match_id = await nare.match({ home_team: 'Gor Mahia', away_team: 'AFC Leopards' })
  const list = await nare.call(catalog.matches, { when: 'upcoming', limit: 10 })
  expect(list.body.data.map((view) => view.match_id)).toContain(match_id)
  expect(list.body.meta).toMatchObject({ page: 1, limit: 10 })
  for (const when of ['highlights', 'today', 'live'] as const) {
    expect((await nare.call(catalog.matches, { when })).status).toBe(200)
  }
  expect((await nare.call(catalog.search, { q: 'gor maiha' })).body.data.matches[0]?.match_id).toBe(match_id)
  expect((await nare.call(catalog.sports, {})).body.data).toHaveLength(6)
  expect(
    (await nare.call(catalog.competitions, { sport_id: 79 })).body.data[0]?.competitions[0]?.matches,
  ).toBeGreaterThan(0)
  expect((await nare.call(catalog.competitions, { sport_id: '1' })).status).toBe(404)
  expect((await nare.call(catalog.match, { match_id: '99999999' })).status).toBe(404)
  expect((await nare.call(catalog.matches, { limit: 101 })).status).toBe(400)
})

test('an impossible value is refused with its field name, and an unknown id with 404', async () => {
  const match_id = await nare.match()
  const fields = (reply: { body: Record<string, unknown> }) => Object.keys(reply.body['fields'] ?? {})
  const input = {
    sport_id: '79',
    competition_name: 'Test League',
    home_team: 'A',
    away_team: 'B',
    start_time: '2030-01-01T12:00:00Z',
    home_odd: '2.10',
    neutral_odd: '3.20',
    away_odd: '3.60',
  }
  const { neutral_odd: _draw, ...without } = input
  expect(fields(await nare.call(sandbox.createMatch, without))).toEqual(['neutral_odd'])
  expect(fields(await nare.call(sandbox.createMatch, { ...input, home_odd: '1.00' }))).toEqual(['home_odd'])
  expect(fields(await nare.call(sandbox.createMatch, { ...input, sport_id: '5' }))).toEqual(['sport_id'])
  expect(fields(await nare.call(sandbox.createMatch, { ...input, start_time: 'soon' }))).toEqual(['start_time'])
  expect(fields(await nare.call(sandbox.driveMatch, { match_id, odds: { '1': { x: '2.00' } } }))).toEqual(['odds.1.x'])
  expect(fields(await nare.call(sandbox.driveMatch, { match_id, score: 'one' }))).toEqual(['score'])
  expect(fields(await nare.call(sandbox.resultMatch, { match_id }))).toEqual(['full_time'])
  expect((await nare.call(sandbox.driveMatch, { match_id: '99999999', minute: 1 })).status).toBe(404)
  expect((await nare.call(sandbox.resultMatch, { match_id: 'x', full_time: '1:0' })).status).toBe(404)
  const replay = await nare.call(sandbox.replayUntil, { until: '2030-01-01T12:00:00Z' })
  expect(replay).toMatchObject({ status: 422, body: { code: 'not_available' } })
})

test('test money needs a positive amount and a phone number with an account', async () => {
  const bettor = await nare.bettor(5)
  const msisdn = bettor.msisdn ?? ''
  expect(await nare.call(sandbox.fund, { msisdn, amount: '0.00' })).toMatchObject({
    status: 400,
    body: { fields: { amount: expect.any(String) } },
  })
  expect((await nare.call(sandbox.fund, { msisdn: '0799999999', amount: '1' })).status).toBe(404)
  expect((await nare.call(sandbox.fund, { msisdn, amount: '1' })).body.balance).toBe('6.00')
})
