import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedMessage, MatchMessage } from './feeds/port.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

const hourS = 3600
let at: TestCatalog
beforeAll(async () => {
  at = await testCatalog()
})
afterAll(() => at.base.close())

const inHours = (hours: number) => new Date(at.clock.now() + hours * hourS * 1000)
const later = (hours: number) => at.clock.advance(hours * hourS)

/** A match of a feed that kicks off in an hour. `fixture` sends a new kick-off, `send` any other message. */
async function feedMatch(sourceId: string) {
  const match = { source: 'fed', sourceId }
  const fixture = (startTime: Date) =>
    at.catalog.ingest([
      {
        kind: 'fixture',
        match,
        at: at.clock.date(),
        sportId: '79',
        competition: { name: 'Fed League', category: 'Test' },
        homeTeam: `${sourceId} home`,
        awayTeam: `${sourceId} away`,
        startTime,
        lines: [],
      } satisfies FeedMessage,
    ])
  const send = (message: MatchMessage) => at.catalog.ingest([{ ...message, match, at: at.clock.date() }])
  await fixture(inHours(1))
  return { fixture, send }
}

test('a kick-off moved in advance: the 48 hours count from the new kick-off', async () => {
  const { fixture } = await feedMatch('moved')
  await fixture(inHours(30))
  await later(49.5)
  expect(await at.catalog.sweepOverdue()).toBe(0)
  await later(29)
  expect(await at.catalog.sweepOverdue()).toBe(1)
})

test('a kick-off moved after the original one has passed: the 48 hours count from the original', async () => {
  const { fixture, send } = await feedMatch('late')
  await later(1.5)
  await send({ kind: 'score', state: 'postponed' })
  await fixture(inHours(20))
  await fixture(inHours(40))
  await later(47)
  expect(await at.catalog.sweepOverdue()).toBe(0)
  await later(1)
  expect(await at.catalog.sweepOverdue()).toBe(1)
})

test('a match postponed in advance: the 48 hours count from its new kick-off', async () => {
  const { fixture, send } = await feedMatch('advance')
  await send({ kind: 'score', state: 'postponed' })
  await fixture(inHours(30))
  await later(60)
  expect(await at.catalog.sweepOverdue()).toBe(0)
  await later(20)
  expect(await at.catalog.sweepOverdue()).toBe(1)
})

test('moving the clock while overdue matches are checked closes no match that the feed has not reached yet', async () => {
  await feedMatch('ahead')
  at.catalog.trackFeed({ source: 'fed', processedUntil: at.clock.now })
  const moveStored = (days: number) =>
    sql`update platform.clock set shift = shift + make_interval(days => ${days})`.execute(at.base.db)
  await moveStored(4)
  expect(await at.catalog.sweepOverdue()).toBe(0)
  await moveStored(-4)
  await later(4 * 24)
  expect(await at.catalog.sweepOverdue()).toBe(1)
})
