import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveMessage, MatchState } from '@nare/contract/live'
import type { FeedMessage, MatchMessage } from './feeds/port.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
const line = { marketId: '26', line: '', state: 'open', keys: ['odd', 'even'], prices: [1900n, 1900n] } as const
const owner = { check: async () => undefined }

beforeAll(async () => {
  at = await testCatalog()
})
afterAll(() => at.base.close())

const stateOf = ([message]: readonly LiveMessage[]) => message?.state as MatchState | undefined

let sources = 0

/** A source with a live match and one that starts in a minute. */
async function openSource() {
  const source = `feed ${sources++}`
  const now = at.clock.now()
  const about = (name: string) => ({ match: { source, sourceId: name }, at: new Date(now - 60_000) })
  const fixture = (name: string, startMs: number): FeedMessage => ({
    kind: 'fixture',
    ...about(name),
    sportId: '79',
    competition: { name: 'League', category: 'Somewhere' },
    homeTeam: `${source} ${name}`,
    awayTeam: 'Chui',
    startTime: new Date(now + startMs),
    lines: [line],
  })
  const send = (name: string, ...messages: MatchMessage[]) =>
    at.catalog.ingest(messages.map((one): FeedMessage => ({ ...one, match: about(name).match, at: at.clock.date() })))
  await at.catalog.ingest([fixture('live', -30_000), fixture('soon', 60_000)])
  await send('live', { kind: 'score', state: 'live', minute: 1, score: { home: 0, away: 0 } })
  const rows = await sql<{ source_id: string; id: number }>`
    select source_id, id from catalog.match where source = ${source}`.execute(at.base.db)
  const id = (name: string) => rows.rows.find((row) => row.source_id === name)?.id ?? 0
  return {
    source,
    live: id('live'),
    soon: id('soon'),
    send,
    beat: () => at.catalog.ingest([{ kind: 'heartbeat', source, at: new Date() }]),
    /** Sets the age of the last heartbeat. */
    silentFor: (seconds: number) =>
      sql`update catalog.feed set beat_at = platform.real_now() - make_interval(secs => ${seconds}::float8) where source = ${source}`.execute(
        at.base.db,
      ),
    judge: () => at.catalog.applyFeedSilenceAs(owner, source),
    reason: async (matchId: number) => stateOf(await at.live.read(`match:${matchId}`))?.suspended,
    takesBets: async (matchId: number) =>
      (await at.catalog.offers(at.base.db, [{ matchId, marketId: '26', line: '' }]))[0]?.suspended === false,
  }
}

test('a match whose feed is silent accepts no bets, live after 10 s and before kick-off after 60 s, even before it is suspended', async () => {
  const feed = await openSource()
  await feed.beat()
  expect([await feed.takesBets(feed.live), await feed.takesBets(feed.soon)]).toEqual([true, true])
  await feed.silentFor(9)
  expect([await feed.takesBets(feed.live), await feed.takesBets(feed.soon)]).toEqual([true, true])
  await feed.silentFor(11)
  expect([await feed.takesBets(feed.live), await feed.takesBets(feed.soon)]).toEqual([false, true])
  await feed.silentFor(61)
  expect([await feed.takesBets(feed.live), await feed.takesBets(feed.soon)]).toEqual([false, false])
  const fresh = await at.catalog.freshOf([feed.live, feed.soon])
  expect(Math.min(...fresh.values())).toBeGreaterThan(60_000)
})

test('the owner suspends the matches of a silent feed with this reason, and reopens them when the feed reports again', async () => {
  const feed = await openSource()
  await feed.beat()
  expect(await feed.judge()).toBe(0)
  await feed.silentFor(11)
  expect(await feed.judge()).toBe(1)
  expect([await feed.reason(feed.live), await feed.reason(feed.soon)]).toEqual(['silent_feed', undefined])
  await feed.silentFor(61)
  await feed.judge()
  expect(await feed.reason(feed.soon)).toBe('silent_feed')
  await feed.silentFor(0)
  expect(await feed.judge()).toBe(2)
  expect([await feed.reason(feed.live), await feed.reason(feed.soon)]).toEqual([undefined, undefined])
  expect([await feed.takesBets(feed.live), await feed.takesBets(feed.soon)]).toEqual([true, true])
})

test('a match that the feed suspends during a silence stays suspended after it', async () => {
  const feed = await openSource()
  await feed.beat()
  await feed.silentFor(11)
  await feed.judge()
  await feed.send('live', { kind: 'stop', reason: 'goal' })
  expect(await feed.reason(feed.live)).toBe('goal')
  await feed.silentFor(0)
  await feed.judge()
  expect(await feed.reason(feed.live)).toBe('goal')
})

test('a suspension for silence does not make messages of the feed count as outdated', async () => {
  const feed = await openSource()
  await feed.beat()
  const sentAt = at.clock.date()
  await feed.silentFor(11)
  await feed.judge()
  const match = { source: feed.source, sourceId: 'live' }
  await at.catalog.ingest([{ kind: 'score', match, at: sentAt, minute: 2 }])
  expect((await at.live.read(`match:${feed.live}`))[0]?.state).toMatchObject({ minute: 2 })
})

test('after its first heartbeat, any message of the source ends its silence', async () => {
  const quiet = await openSource()
  await quiet.send('live', { kind: 'score', minute: 2 })
  expect((await at.catalog.freshOf([quiet.live])).get(quiet.live)).toBe(0)
  const rows = await sql`select from catalog.feed where source = ${quiet.source}`.execute(at.base.db)
  expect(rows.rows).toHaveLength(0)
})

test('moving the sandbox clock makes no feed silent, and setting back the database clock ends no silence', async () => {
  const feed = await openSource()
  await feed.beat()
  await at.clock.advance(3_600)
  expect(await feed.takesBets(feed.live)).toBe(true)
  await feed.silentFor(-3_600)
  expect(await feed.takesBets(feed.live)).toBe(false)
})

test('a process that no longer owns the feed stores no heartbeat and suspends no match for silence', async () => {
  const feed = await openSource()
  await sql`insert into catalog.feed values (${feed.source}, platform.real_now() - interval '11 seconds')`.execute(
    at.base.db,
  )
  const deposed = {
    check: async () => {
      throw new Error('another owner')
    },
  }
  const beat = { kind: 'heartbeat', source: feed.source, at: at.clock.date() } as const
  await expect(at.catalog.ingestAs(deposed)([beat])).rejects.toThrow('another owner')
  expect(await feed.takesBets(feed.live)).toBe(false)
  await at.catalog.applyFeedSilenceAs(deposed, feed.source)
  expect(await feed.reason(feed.live)).toBeUndefined()
})

test('a match that the feed reports as live before its kick-off is suspended', async () => {
  const feed = await openSource()
  await feed.send('soon', { kind: 'score', state: 'live', minute: 0, score: { home: 0, away: 0 } })
  expect(await feed.reason(feed.soon)).toBe('started_early')
  expect(await feed.takesBets(feed.soon)).toBe(false)
  await feed.send('soon', { kind: 'reopen' })
  expect(await feed.takesBets(feed.soon)).toBe(true)
})
