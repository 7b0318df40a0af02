import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openHttpStub, type HttpStub } from '#testing/http-stub'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { openIsports } from './isports-client.ts'

let at: TestCatalog
let stub: HttpStub
/** The replies of the service by path: the data, or a raw body with a status. */
let replies: Record<string, unknown> = {}
let requests: URL[] = []
type Raw = { readonly raw: string; readonly status?: number }
const isRaw = (reply: unknown): reply is Raw => typeof reply === 'object' && reply !== null && 'raw' in reply

beforeAll(async () => {
  at = await testCatalog()
  stub = await openHttpStub((request, response) => {
    const address = new URL(request.url ?? '/', 'http://local')
    requests.push(address)
    const path = address.pathname.replace('/sport/football/', '')
    const data = replies[path] ?? (path === 'odds/main' ? { europeOdds: [], overUnder: [] } : [])
    const envelope: Raw = { raw: JSON.stringify({ code: 0, message: 'success', data }) }
    const { raw, status = 200 } = isRaw(data) ? data : envelope
    response.writeHead(status, { 'content-type': 'application/json' }).end(raw)
  })
})
afterAll(async () => {
  stub.close()
  await at.base.close()
})
beforeEach(() => {
  replies = {}
  requests = []
})

const seconds = () => Math.floor(at.clock.now() / 1000)
let ids = 100

const open = (changes: { liveBets?: boolean; leagues?: string[] } = {}) =>
  openIsports({ ...at.feed, url: stub.url, key: 'secret', company: '8', leagues: [], liveBets: true, ...changes })
type Feed = ReturnType<typeof open>

/** A match in the service's format: an hour before its kick-off, with prices. */
function match(fields: object = {}) {
  const matchId = String(ids++)
  const entry = {
    matchId,
    leagueId: '1639',
    leagueName: 'English Premier League',
    homeName: 'Arsenal',
    awayName: `Hull City ${matchId}`,
    matchTime: seconds() + 3600,
    status: 0,
    homeScore: 0,
    awayScore: 0,
    homeHalfScore: 0,
    awayHalfScore: 0,
    homeRed: 0,
    awayRed: 0,
    ...fields,
  }
  const odds = {
    europeOdds: [`${matchId},8,1.73,4.00,3.50,1.70,4.10,4.40,1775629978,false,2`],
    overUnder: [`${matchId},8,2.5,0.92,0.75,2.5,0.90,0.80,1775629273,false,2`],
  }
  return { matchId, entry, odds }
}

async function stored(sourceId: string) {
  const { rows } = await sql<{ id: number }>`select id from catalog.match where source_id = ${sourceId}`.execute(
    at.base.db,
  )
  return rows[0] && at.catalog.match(String(rows[0].id))
}
const eventsOf = async (sourceId: string) => at.catalog.events((await stored(sourceId))?.match_id ?? '')

/** Advances the clock by so many seconds and runs the feed's next turn. The default is long enough for every request to be due. */
async function turn(feed: Feed, afterS = 61): Promise<void> {
  await at.clock.advance(afterS)
  await feed.turn()
}

/** A match in play, driven by a feed. `play` sets the service's next reply about the match, `report` its events. */
async function playing(changes: Parameters<typeof open>[0] = {}) {
  const feed = open(changes)
  const { matchId, entry, odds } = match()
  replies = { livescores: [entry], 'odds/main': odds }
  await turn(feed)
  await at.clock.advance(3_600)
  const begun = { ...entry, status: 1, startTime: entry.matchTime }
  let now: object = begun
  const play = async (fields: object, afterS = 2) => {
    now = { ...now, ...fields }
    replies = { ...replies, livescores: [now], 'livescores/changes': [now] }
    await turn(feed, afterS)
    return stored(matchId)
  }
  await play({}, 61)
  const report = async (...events: unknown[]) => {
    replies = { ...replies, events: [{ matchId, events }] }
    await turn(feed, 15)
    return eventsOf(matchId)
  }
  return { feed, matchId, play, report }
}

const goal = { eventId: '7', type: 1, minute: '12', playerName: 'Saka(Assists:Rice)', homeEvent: true, overtime: '' }

test('an upcoming match has the bookmaker’s prices, our model’s prices in all other markets, and no markets on the order of goals', async () => {
  const feed = open()
  const { matchId, entry, odds } = match()
  replies = { livescores: [entry], 'odds/main': odds }
  await turn(feed)
  const view = await stored(matchId)
  expect(view).toMatchObject({ home_team: 'Arsenal', competition_name: 'English Premier League', state: 'not_started' })
  const prices = (id: string) => view?.odds.find(({ sub_type_id }) => sub_type_id === id)?.odds
  expect(prices('1')?.map(({ odd_value }) => odd_value)).toEqual(['1.70', '4.10', '4.40'])
  expect(prices('29')).toHaveLength(2)
  expect(prices('8')).toBeUndefined()
  expect(requests.every(({ searchParams }) => searchParams.get('api_key') === 'secret')).toBe(true)
  expect(feed.isConnected()).toBe(true)
})

test('matches of later days come from the schedule, for named leagues only, and are suspended while the bookmaker has no prices', async () => {
  const feed = open({ leagues: ['1639'] })
  const [own, other] = [
    match({ matchTime: seconds() + 90_000 }),
    match({ leagueId: '7', matchTime: seconds() + 90_000 }),
  ]
  const europeOdds = [...own.odds.europeOdds, ...other.odds.europeOdds]
  replies = { 'schedule/basic': [own.entry, other.entry], 'odds/main': { europeOdds, overUnder: [] } }
  await turn(feed)
  expect(await stored(own.matchId)).toMatchObject({ home_team: 'Arsenal' })
  expect(await stored(other.matchId)).toBeUndefined()
  replies = { ...replies, 'odds/main': { europeOdds: [], overUnder: [] } }
  await turn(feed)
  const view = await stored(own.matchId)
  expect(view?.odds.every(({ state }) => state === 'suspended')).toBe(true)
})

test('a match has its kick-off, minutes, half-time, injury time and result of regular time', async () => {
  const { matchId, play } = await playing()
  expect(await play({ startTime: seconds() - 600 })).toMatchObject({ state: 'live', minute: 11 })
  expect(await play({ startTime: seconds() - 46 * 60 })).toMatchObject({ minute: 45, added: 2 })
  expect(await play({ status: 2, homeHalfScore: 0 })).toMatchObject({ at_half_time: true })
  expect(await play({ status: 3, startTime: seconds(), homeCorner: 4, awayCorner: 1 })).toMatchObject({ minute: 46 })
  expect((await eventsOf(matchId))?.map(({ type }) => type)).toEqual(['kick_off', 'half_time', 'second_half'])
  const after = { homeScore: 1, awayScore: 1, extraTimeStatus: 1, penHomeScore: 4, penAwayScore: 2 }
  const ended = await play({ status: -1, homeScore: 2, awayScore: 1, extraExplain: after }, 6_000)
  expect(ended).toMatchObject({ state: 'ended', home_score: 1, away_score: 1 })
})

test('a goal suspends betting, which resumes at new prices after twenty seconds without further events', async () => {
  const { play } = await playing()
  const before = await play({})
  expect(before?.suspended).toBeUndefined()
  const scored = await play({ homeScore: 1 })
  expect(scored).toMatchObject({ home_score: 1, suspended: 'goal' })
  expect(scored?.odds.every(({ state }) => state !== 'open')).toBe(true)
  expect(await play({}, 10)).toMatchObject({ suspended: 'goal' })
  const after = await play({}, 12)
  expect(after?.suspended).toBeUndefined()
  const home = (view: typeof after) => Number(view?.home_odd)
  expect(home(after)).toBeLessThan(home(before))
})

test('a red card, a review, extra time and a lower score suspend betting', async () => {
  const { play } = await playing()
  expect(await play({ awayRed: 1 })).toMatchObject({ suspended: 'red_card', away_reds: 1 })
  expect((await play({}, 25))?.suspended).toBeUndefined()
  expect(await play({ var: 'Goal' })).toMatchObject({ suspended: 'video_check' })
  expect(await play({}, 25)).toMatchObject({ suspended: 'video_check' })
  await play({ var: '' })
  expect((await play({}, 25))?.suspended).toBeUndefined()
  await play({ homeScore: 1 })
  expect((await play({}, 25))?.suspended).toBeUndefined()
  expect(await play({ homeScore: 0 })).toMatchObject({ home_score: 0, suspended: 'goal' })
  expect((await play({}, 25))?.suspended).toBeUndefined()
  expect(await play({ status: 4 })).toMatchObject({ state: 'live', minute: 90, suspended: 'other' })
  expect(await play({}, 25)).toMatchObject({ suspended: 'other' })
})

test('without live betting a match is followed but accepts no bets', async () => {
  const { play } = await playing({ liveBets: false })
  expect(await play({ homeScore: 1 })).toMatchObject({ state: 'live', home_score: 1, suspended: 'other' })
  expect(await play({}, 25)).toMatchObject({ suspended: 'other' })
})

test('events are stored once, corrected, and retracted when the service no longer lists them', async () => {
  const { matchId, report } = await playing()
  const own = { ...goal, eventId: '8', type: 8, minute: '45', overtime: '2', playerName: 'Hull', homeEvent: false }
  const change = { ...goal, eventId: '9', type: 11, minute: '60', playerName: 'Rice↑Saka↓' }
  const shown = await report(goal, own, change, { eventId: '10', type: 99 }, { eventId: 5 }, 'no event')
  expect(shown).toEqual([
    expect.objectContaining({ type: 'kick_off' }),
    { event_id: '7', type: 'goal', minute: 12, side: 'home', player: 'Saka' },
    { event_id: '8', type: 'own_goal', minute: 45, added: 2, player: 'Hull' },
    { event_id: '9', type: 'substitution', minute: 60, side: 'home', player: 'Rice' },
  ])
  await report(goal, own, change)
  const corrected = await report({ ...goal, playerName: 'Rice' }, change)
  expect(corrected).toEqual([
    expect.objectContaining({ type: 'kick_off' }),
    expect.objectContaining({ event_id: '7', player: 'Rice' }),
    expect.objectContaining({ event_id: '8', taken_back: true }),
    expect.objectContaining({ event_id: '9' }),
  ])
  const versions = await at.catalog.eventVersions((await stored(matchId))?.match_id ?? '')
  expect(versions?.length).toBe(6)
})

test('after a restart the feed reads everything again without changes, and accepts bets after twenty seconds', async () => {
  const { matchId, play, report } = await playing()
  await report(goal)
  await play({ homeScore: 1 })
  const before = await eventsOf(matchId)
  const next = open()
  await turn(next, 0)
  expect(await stored(matchId)).toMatchObject({ home_score: 1, suspended: 'goal' })
  expect(await eventsOf(matchId)).toEqual(before)
  await turn(next, 25)
  expect((await stored(matchId))?.suspended).toBeUndefined()
})

test('an older response does not restore an old state', async () => {
  const { play } = await playing()
  await play({ homeScore: 1, updateTime: seconds() })
  expect(await play({ homeScore: 0, updateTime: seconds() - 30 })).toMatchObject({ home_score: 1 })
})

test('a match that starts early accepts no bets, and cancelled and postponed matches get these states', async () => {
  const feed = open()
  const [early, off, later] = [match(), match(), match()]
  const matches = [early, off, later]
  const europeOdds = matches.flatMap(({ odds }) => odds.europeOdds)
  replies = { livescores: matches.map(({ entry }) => entry), 'odds/main': { europeOdds } }
  await turn(feed)
  const states = [1, -10, -14]
  replies = { ...replies, livescores: matches.map(({ entry }, n) => ({ ...entry, status: states[n] })) }
  await turn(feed)
  expect(await stored(early.matchId)).toMatchObject({ state: 'live', suspended: 'started_early' })
  expect(await stored(off.matchId)).toMatchObject({ state: 'cancelled' })
  expect(await stored(later.matchId)).toMatchObject({ state: 'postponed' })
})

test('a corrected result is stored as a correction, and a repeated result changes nothing', async () => {
  const { matchId, play } = await playing()
  await play({ status: -1, homeScore: 1 }, 6_000)
  await play({}, 61)
  const id = Number((await stored(matchId))?.match_id)
  expect((await at.catalog.resultOf(at.base.db, id))?.version).toBe(1)
  await play({ homeScore: 2 }, 61)
  expect(await at.catalog.resultOf(at.base.db, id)).toMatchObject({
    version: 2,
    result: { fullTime: { home: 2, away: 0 } },
  })
})

test.each([
  ['a fault of the service', { raw: '{}', status: 500 }],
  ['a reply that is not JSON', { raw: '<html>' }],
  ['a body without a code', { raw: '[]' }],
  ['an error code', { raw: '{"code":7,"message":"busy"}' }],
])('after %s the feed reports no connection, and retries after a pause', async (_, reply) => {
  const { feed, play } = await playing()
  replies = { ...replies, 'livescores/changes': reply }
  await turn(feed, 2)
  expect(feed.isConnected()).toBe(false)
  requests = []
  await turn(feed, 2)
  expect(requests).toEqual([])
  await play({ homeScore: 1 }, 6)
  expect(feed.isConnected()).toBe(true)
})

test('after a refused key no request is sent for an hour', async () => {
  const { feed } = await playing()
  replies = { ...replies, 'livescores/changes': { raw: '{"code":2,"message":"Invalid [api_key], illegal access."}' } }
  await turn(feed, 2)
  requests = []
  await turn(feed, 3_500)
  expect(requests).toEqual([])
  await turn(feed, 101)
  expect(requests.length).toBeGreaterThan(0)
})

test('invalid entries are skipped, and the others are used', async () => {
  const { play, matchId } = await playing()
  const [good] = replies['livescores/changes'] as object[]
  const wrong = [{ ...good, homeScore: -1 }, { ...good, homeScore: 1e9 }, { ...good, matchId: '' }, null, 'x']
  await play({})
  replies = { ...replies, livescores: [], 'livescores/changes': [...wrong, { ...good, homeScore: 3 }] }
  await turn(open({ liveBets: true }), 2)
  expect(await stored(matchId)).toMatchObject({ home_score: 3 })
})
