import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as own from '@nare/bets/grading/events'
import type { MatchState } from '@nare/contract/live'
import * as wire from '@nare/contract/match-events'
import type { FeedEvent, FeedMessage, MatchMessage } from './feeds/port.ts'
import { nextEvent } from './match-event.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
const source = 'feed'
const line = { marketId: '26', line: '', state: 'open', keys: ['odd', 'even'], prices: [1900n, 1900n] } as const

beforeAll(async () => {
  at = await testCatalog()
})
afterAll(() => at.base.close())

let matches = 0

/** A live match of a feed: its id, and a function that sends messages about it at a number of seconds after its start. */
async function liveMatch({ isLive = true } = {}) {
  const match = { source, sourceId: `match ${matches++}` }
  const start = at.clock.now()
  await at.catalog.ingest([
    {
      kind: 'fixture',
      match,
      at: new Date(start - 60_000),
      sportId: '79',
      competition: { name: 'League', category: 'Somewhere' },
      homeTeam: `Simba ${matches}`,
      awayTeam: 'Chui',
      startTime: new Date(start - 30_000),
      lines: [line],
    },
  ])
  const rows = await sql<{ id: number }>`select id from catalog.match where source_id = ${match.sourceId}`.execute(
    at.base.db,
  )
  const id = rows.rows[0]?.id ?? 0
  const send = (seconds: number, ...messages: MatchMessage[]) =>
    at.catalog.ingest(messages.map((one): FeedMessage => ({ ...one, match, at: new Date(start + seconds * 1000) })))
  const shown = async () => (await at.catalog.events(String(id))) ?? []
  const state = async () => (await at.live.read(`match:${id}`))[0]?.state as MatchState
  if (isLive) await send(0, { kind: 'score', state: 'live', minute: 0, score: { home: 0, away: 0 } })
  return { id, send, shown, state }
}

const isPartOf = (part: object, state: unknown): boolean =>
  Object.entries(part).every(([name, value]) => (state as Record<string, unknown>)[name] === value)

const event = (eventId: string, facts: Omit<FeedEvent, 'eventId'>): MatchMessage => ({
  kind: 'event',
  event: { eventId, ...facts },
})
const goal = event('g1', { type: 'goal', minute: 12, side: 'home', player: 'Otieno', score: { home: 1, away: 0 } })

test('the contract has the same event types and suspension reasons as the rules', () => {
  expect(wire.eventTypes).toEqual(own.eventTypes)
  expect(wire.suspensionReasons).toEqual(own.suspensionReasons)
})

test('a goal is shown with minute, side, player and score, and suspends the match for it until the feed reopens', async () => {
  const { send, shown, state } = await liveMatch()
  await send(5, goal, { kind: 'score', minute: 12, score: { home: 1, away: 0 }, goals: ['home'] })
  expect(await shown()).toEqual([
    { event_id: 'g1', type: 'goal', minute: 12, side: 'home', player: 'Otieno', score: '1:0' },
  ])
  const after = await state()
  expect(after).toMatchObject({
    home_score: 1,
    suspended: 'goal',
    last_event: { type: 'goal', side: 'home', minute: 12 },
  })
  await send(6, { kind: 'reopen' })
  expect((await state()).suspended).toBeUndefined()
})

test('events are listed in the order in which they happened, even if reported late, and half-time ends its minute', async () => {
  const { send, shown } = await liveMatch()
  await send(10, event('a', { type: 'corner', minute: 20, side: 'away' }))
  await send(11, event('whistle', { type: 'half_time', minute: 45 }))
  await send(12, event('late', { type: 'yellow_card', minute: 45, added: 2, side: 'home' }))
  await send(1, event('older', { type: 'corner', minute: 3, side: 'home' }))
  await send(13, event('announced', { type: 'injury_time', minute: 45, added: 3 }))
  expect((await shown()).map(({ event_id }) => event_id)).toEqual(['older', 'a', 'announced', 'late', 'whistle'])
})

test('the same event twice, or an older version of it, changes nothing', async () => {
  const { id, send, shown } = await liveMatch()
  const card = (player: string) => event('y', { type: 'yellow_card', minute: 30, side: 'home', player })
  await send(10, card('Mwangi'))
  await send(11, card('Mwangi'))
  await send(9, card('Kamau'))
  expect(await shown()).toMatchObject([{ player: 'Mwangi' }])
  expect(await at.catalog.eventVersions(String(id))).toHaveLength(1)
})

test('a correction replaces the event for bettors, and operators see both versions', async () => {
  const { id, send, shown } = await liveMatch()
  await send(10, event('y', { type: 'yellow_card', minute: 30, side: 'home' }))
  await send(20, event('y', { type: 'red_card', minute: 30, side: 'away' }))
  expect(await shown()).toEqual([{ event_id: 'y', type: 'red_card', minute: 30, side: 'away' }])
  expect(await at.catalog.eventVersions(String(id))).toMatchObject([
    { version: 1, type: 'yellow_card', side: 'home', source },
    { version: 2, type: 'red_card', side: 'away', source },
  ])
  await expect(sql`update catalog.match_event set minute = 1`.execute(at.base.db)).rejects.toThrow('')
})

test('a retracted goal is marked, and a duplicate report does not restore it', async () => {
  const { send, shown, state } = await liveMatch()
  await send(10, goal, { kind: 'score', minute: 12, score: { home: 1, away: 0 } })
  await send(20, { kind: 'take_back', eventId: 'g1' }, { kind: 'score', score: { home: 0, away: 0 }, goals: [] })
  await send(10, goal)
  await send(20, goal)
  expect(await shown()).toMatchObject([{ event_id: 'g1', type: 'goal', taken_back: true }])
  expect(await state()).toMatchObject({ home_score: 0, suspended: 'goal' })
  expect((await state()).last_event).toBeUndefined()
  await send(30, goal)
  expect((await shown())[0]).not.toHaveProperty('taken_back')
})

test('an event retracted before its first report is never shown as valid', async () => {
  const { send, shown, state } = await liveMatch()
  await send(20, { kind: 'take_back', eventId: 'g1' })
  expect(await shown()).toEqual([])
  await send(10, goal)
  expect(await shown()).toMatchObject([{ event_id: 'g1', taken_back: true }])
  expect((await state()).suspended).toBeUndefined()
})

const suspendedAfter = async (
  { send, state }: Awaited<ReturnType<typeof liveMatch>>,
  before: MatchMessage,
  then: MatchMessage,
) => {
  await send(10, before)
  await send(11, { kind: 'reopen' })
  expect((await state()).suspended).toBeUndefined()
  await send(12, then)
  return (await state()).suspended
}
const yellow = event('y', { type: 'yellow_card', minute: 30, side: 'home' })

test.each([
  ['a retracted goal', goal, { kind: 'take_back', eventId: 'g1' }, 'goal'],
  [
    'a goal that a correction gives to the other side',
    goal,
    event('g1', { type: 'goal', minute: 12, side: 'away' }),
    'goal',
  ],
  [
    'a yellow card that becomes a red one',
    yellow,
    event('y', { type: 'red_card', minute: 30, side: 'home' }),
    'red_card',
  ],
  [
    'a red card that becomes a yellow one',
    event('y', { type: 'red_card', minute: 30, side: 'home' }),
    yellow,
    'red_card',
  ],
] as const)('%s suspends bets without a message of the feed that stops them', async (_, before, then, reason) => {
  expect(await suspendedAfter(await liveMatch(), before, then)).toBe(reason)
})

test.each([
  ['a corrected scorer or minute', goal, event('g1', { type: 'goal', minute: 13, side: 'home', player: 'Kamau' })],
  ['a retracted corner', event('c', { type: 'corner', minute: 9, side: 'home' }), { kind: 'take_back', eventId: 'c' }],
] as const)('%s does not suspend bets', async (_, before, then) => {
  expect(await suspendedAfter(await liveMatch(), before, then)).toBeUndefined()
})

test('a goal that is reported before kick-off suspends bets', async () => {
  const { send, state } = await liveMatch({ isLive: false })
  await send(10, goal)
  expect(await state()).toMatchObject({ state: 'not_started', suspended: 'goal' })
})

test('facts out of range are dropped, and the suspension, the score and the other facts of the batch are stored', async () => {
  const { send, shown, state } = await liveMatch()
  const wild = { minute: 1000, added: -3, side: 'home', player: 'O'.repeat(200), score: { home: -1, away: 0 } } as const
  await send(
    10,
    { kind: 'stop', reason: 'goal' },
    event('g1', { type: 'goal', ...wild }),
    event('x'.repeat(65), { type: 'corner', side: 'home' }),
    event('', { type: 'corner', side: 'home' }),
    { kind: 'take_back', eventId: 'x'.repeat(65) },
    { kind: 'score', minute: 4000, added: 100, score: { home: 1, away: 0 } },
  )
  expect(await shown()).toEqual([{ event_id: 'g1', type: 'goal', side: 'home', player: 'O'.repeat(80) }])
  expect(await state()).toMatchObject({ home_score: 1, minute: 0, suspended: 'goal' })
})

test('an event after the end is listed but does not suspend the match, and an event of an unknown match is ignored', async () => {
  const { id, send, shown, state } = await liveMatch()
  await send(10, { kind: 'result', certainty: 2, fullTime: { home: 0, away: 0 } })
  await send(11, goal)
  expect(await shown()).toMatchObject([{ event_id: 'g1' }])
  expect(await state()).toMatchObject({ state: 'ended', home_score: 0 })
  expect((await state()).suspended).toBeUndefined()
  expect((await at.catalog.resultOf(at.base.db, id))?.version).toBe(1)
  const unknown = { source, sourceId: 'nobody knows it' }
  expect(await at.catalog.ingest([{ ...goal, match: unknown, at: at.clock.date() }])).toEqual({
    matches: 0,
    results: 0,
    failed: [],
  })
})

test('an event is published only after its suspension and the markets that it closes', async () => {
  const { id, send } = await liveMatch()
  await send(10, goal)
  await expect.poll(() => at.live.published.some(({ topic }) => topic === `events:${id}`)).toBe(true)
  const first = (topic: string, part: object) =>
    at.live.published.findIndex((one) => one.topic === topic && isPartOf(part, one.state))
  const [match, market] = [
    first(`match:${id}`, { suspended: 'goal' }),
    first(`market:${id}:26`, { state: 'suspended' }),
  ]
  expect(Math.min(match, market)).toBeGreaterThanOrEqual(0)
  expect(first(`events:${id}`, {})).toBeGreaterThan(Math.max(match, market))
  const [offer] = await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '26', line: '' }])
  expect(offer?.suspended).toBe(true)
})

test('the topic of events has one key per event, and is empty for a match without events', async () => {
  const { id, send } = await liveMatch()
  expect(await at.live.read(`events:${id}`)).toEqual([])
  await send(10, goal, event('c', { type: 'corner', minute: 13, side: 'home' }))
  const messages = await at.live.read(`events:${id}`)
  expect(messages.map(({ key, version }) => [key, version])).toEqual([
    ['g1', 1],
    ['c', 1],
  ])
})

test('injury time is stored with its minute and ends with it; red cards and counts are stored', async () => {
  const { id, send, state } = await liveMatch()
  const counts = { corners: { home: 4, away: 1 }, yellows: { home: 1, away: 2 }, reds: { home: 0, away: 1 } }
  await send(10, { kind: 'score', minute: 45, added: 2, ...counts })
  expect(await state()).toMatchObject({ minute: 45, added: 2, away_reds: 1 })
  expect(await state()).not.toHaveProperty('home_reds')
  expect(await at.catalog.match(String(id))).toMatchObject({ minute: 45, added: 2, away_reds: 1 })
  await send(11, { kind: 'score', minute: 46 })
  expect(await state()).not.toHaveProperty('added')
  const fullTime = { home: 2, away: 1 }
  await send(20, { kind: 'result', certainty: 2, fullTime, corners: counts.corners, cards: { home: 1, away: 4 } })
  const result = await at.catalog.resultOf(at.base.db, id)
  expect(result?.result).toMatchObject({ fullTime, corners: { home: 4, away: 1 }, cards: { home: 1, away: 4 } })
})

test('more events than a match can have are not stored, and the last 200 are shown', async () => {
  const { id, shown } = await liveMatch()
  const known = { stored: undefined, minuteNow: 10, at: new Date() }
  const corner = event('one more', { type: 'corner', minute: 10, side: 'home' })
  if (corner.kind !== 'event') throw new Error('an event is expected')
  expect(nextEvent(corner, { ...known, events: own.eventsPerMatch - 1 })).toBeDefined()
  expect(nextEvent(corner, { ...known, events: own.eventsPerMatch })).toBeUndefined()
  await sql`
    insert into catalog.match_event (match_id, event_id, version, n, type, source, at)
    select ${id}::int, n, 1, n, 'corner', ${source}, platform.now() from generate_series(1, 210) n`.execute(at.base.db)
  expect((await shown()).map(({ event_id }) => event_id)).toEqual(Array.from({ length: 200 }, (_, n) => String(n + 11)))
})
