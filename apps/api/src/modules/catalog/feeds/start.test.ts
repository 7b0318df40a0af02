import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { NotOwner, openOwners, type Owners } from '#platform/owners'
import { openHttpStub } from '#testing/http-stub'
import { patientOwner } from '#testing/patience'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { startFeed } from './start.ts'

let at: TestCatalog
let owners: Owners
beforeEach(async () => {
  at = await testCatalog()
  owners = openOwners({ connection: at.base.connection, log: openLog('silent'), times: patientOwner })
})
afterEach(async () => {
  await owners.close()
  await at.base.close()
})

const config = (feed: string, url = 'http://127.0.0.1:9') => ({
  feed,
  speed: 1,
  sandbox: true,
  band: { least: 1, most: 1.4 },
  oddsApi: { key: '', url: 'http://127.0.0.1:9', sports: [], staleMs: 1_800_000, everyMs: 300_000, validMs: 900_000 },
  isports: { key: '', url, leagues: [], company: '8', liveBets: false, validMs: 900_000 },
})
const wiring = ({ catalog, base, clock, log }: TestCatalog) => ({ catalog, db: base.db, clock, log })
const total = async () => (await at.catalog.matches({ when: 'upcoming', sort: 'top', page: 1, limit: 1 })).meta.total

test('the isports feed is alive while its service answers', async () => {
  at.log.level = 'silent'
  let asked = 0
  let fails = true
  const stub = await openHttpStub((_request, response) => {
    asked++
    response.writeHead(fails ? 500 : 200).end('{"code":0,"data":[]}')
  })
  const feed = startFeed({ ...wiring(at), owners, config: config('isports-api', stub.url) })
  const beats = async () => (await sql`select from catalog.feed where source = 'isports-api'`.execute(at.base.db)).rows
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await beats()).toHaveLength(0)
  fails = false
  await at.clock.advance(10)
  await expect.poll(beats).toHaveLength(1)
  await feed.stop()
  stub.close()
})

test('a replay of a missing file logs a fault and keeps the process running', async () => {
  at.log.level = 'silent'
  const feed = startFeed({
    ...wiring(at),
    owners,
    config: config('replay:/nowhere/at-all.csv'),
  })
  await expect(feed.replayUntil?.(new Date(0))).rejects.toThrow('ENOENT')
  expect(feed.isUnreadable()).toBe(true)
  await feed.stop()
})

test('a replay that fails to open causes no unhandled rejection', async () => {
  at.log.level = 'silent'
  const unhandled: unknown[] = []
  const record = (fault: unknown) => void unhandled.push(fault)
  process.on('unhandledRejection', record)
  const started = Promise.withResolvers<void>()
  const ownAlone: Owners['ownAlone'] = (name, run) =>
    owners.ownAlone(name, (own) => {
      started.resolve()
      return run(own)
    })
  const feed = startFeed({
    ...wiring(at),
    owners: { ownAlone },
    config: config('replay:/nowhere/at-all.csv'),
  })
  await started.promise
  await feed.stop()
  process.off('unhandledRejection', record)
  expect(unhandled).toEqual([])
})

test('without a feed, overdue matches are still closed', async () => {
  await at.catalog.ingest([
    {
      kind: 'fixture',
      match: { source: 'old', sourceId: '1' },
      at: at.clock.date(),
      sportId: '79',
      competition: { name: 'Old League', category: 'Test' },
      homeTeam: 'A',
      awayTeam: 'B',
      startTime: new Date(at.clock.now() - 49 * 3_600_000),
      lines: [],
    },
  ])
  const feed = startFeed({ ...wiring(at), owners, config: config('none') })
  await expect.poll(async () => at.live.published.some(({ topic }) => topic.startsWith('match:'))).toBe(true)
  await feed.stop()
})

test('the simulated feed starts immediately, creates matches and ends an earlier silence; of two processes one runs it, and the other continues when it stops', async () => {
  expect(await total()).toBe(0)
  await sql`insert into catalog.feed values ('simulated', platform.real_now() - interval '1 hour')`.execute(at.base.db)
  const isFresh = async () => {
    const rows = await sql<{ fresh: boolean }>`
      select not catalog.is_silent(beat_at, 'live') as fresh from catalog.feed where source = 'simulated'`.execute(
      at.base.db,
    )
    return rows.rows[0]?.fresh
  }
  const other = await testCatalog(at.base)
  const others = openOwners({ connection: at.base.connection, log: openLog('silent'), times: patientOwner })
  const first = startFeed({ ...wiring(at), owners, config: config('simulated') })
  expect(first.replayUntil).toBeUndefined()
  await expect.poll(total).toBeGreaterThan(300)
  // The simulated feed may begin with a simulated silence.
  await expect.poll(isFresh).toBe(true)
  const second = startFeed({ ...wiring(other), owners: others, config: config('simulated') })
  const epoch = async () => {
    const rows = await sql<{ epoch: bigint }>`select epoch from platform.owner where name = 'feed'`.execute(at.base.db)
    return rows.rows[0]?.epoch
  }
  expect(await epoch()).toBe(1n)
  await first.stop()
  await expect.poll(epoch).toBe(2n)
  const twice = await sql`
    select source_id from catalog.match where source = 'simulated' group by source_id having count(*) > 1`.execute(
    at.base.db,
  )
  expect(twice.rows).toEqual([])
  await second.stop()
  await others.close()
}, 90_000)

test('a process that no longer owns the feed changes nothing: no fixture, no price, no result', async () => {
  const check = async () => {
    throw new NotOwner('the feed has another owner')
  }
  const fixture = {
    kind: 'fixture' as const,
    match: { source: 'late', sourceId: '1' },
    at: at.clock.date(),
    sportId: '79',
    competition: { name: 'Late League', category: 'Test' },
    homeTeam: 'A',
    awayTeam: 'B',
    startTime: new Date(at.clock.now() + 3_600_000),
    lines: [],
  }
  at.log.level = 'silent'
  await expect(at.catalog.ingestAs({ check })([fixture])).rejects.toThrow(NotOwner)
  expect(await total()).toBe(0)
  await at.catalog.ingest([fixture])
  expect(await total()).toBe(1)
  const moved = {
    kind: 'score' as const,
    match: fixture.match,
    at: at.clock.date(),
    reason: 'kick-off',
    state: 'live' as const,
  }
  await expect(at.catalog.ingestAs({ check })([moved])).rejects.toThrow(NotOwner)
  const rows = await sql<{ state: string }>`select state from catalog.match`.execute(at.base.db)
  expect(rows.rows).toEqual([{ state: 'not_started' }])
})
