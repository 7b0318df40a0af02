import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { retentionPlan } from '../../retention-plan.ts'
import type { FeedMessage } from './feeds/port.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
let owner: Db
const log = openLog('silent')

beforeAll(async () => {
  at = await testCatalog()
  owner = openDb(at.base.connection, { size: 1, log, role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await at.base.close()
})

/** A match with a corrected corner that kicked off `began` years ago and has a result of `ended` years ago, if given. */
async function match(sourceId: string, { began, ended }: { began: number; ended?: number }): Promise<number> {
  const ref = { source: 'feed', sourceId }
  const now = at.clock.now()
  const ago = (years: number) => new Date(now - years * 365.25 * 86_400_000)
  const corner = (minute: number) => ({ eventId: 'c', type: 'corner' as const, minute })
  const lines = [{ marketId: '26', line: '', state: 'open' as const, keys: ['odd', 'even'], prices: [1900n, 1900n] }]
  const messages: FeedMessage[] = [
    {
      kind: 'fixture',
      match: ref,
      at: ago(began),
      sportId: '79',
      competition: { name: 'League', category: 'Somewhere' },
      homeTeam: 'Simba',
      awayTeam: 'Chui',
      startTime: ago(began),
      lines,
    },
    { kind: 'event', match: ref, at: ago(began), event: corner(3) },
    { kind: 'event', match: ref, at: new Date(ago(began).getTime() + 1), event: corner(4) },
  ]
  await at.catalog.ingest(messages)
  if (ended !== undefined) {
    await at.catalog.ingest([
      { kind: 'result', match: ref, at: new Date(now), certainty: 2, fullTime: { home: 1, away: 0 } },
    ])
  }
  const { rows } = await sql<{ id: number }>`select id from catalog.match where source_id = ${sourceId}`.execute(owner)
  const id = rows[0]?.id ?? 0
  await sql`alter table catalog.result disable trigger user`.execute(owner)
  await sql`update catalog.result set at = ${ago(ended ?? 0)}::timestamptz where match_id = ${id}::int`.execute(owner)
  await sql`alter table catalog.result enable trigger user`.execute(owner)
  return id
}

const versions = async (id: number) => (await at.catalog.eventVersions(String(id)))?.length

test('events are deleted once the newest result is older than the retention period, and never before', async () => {
  const old = await match('old', { began: 9, ended: 8 })
  const corrected = await match('corrected lately', { began: 9, ended: 1 })
  const without = await match('never ended', { began: 9 })
  const recent = await match('recent', { began: 1, ended: 1 })
  const config = { retention: { folder: undefined, years: 7, days: 90 } }
  const run = openRetention({ connection: at.base.connection, log, ...retentionPlan(config, at.catalog) })
  expect((await run.plan())?.deleted['events of matches']).toBe(2)
  expect((await run.run())?.deleted['events of matches']).toBe(2)
  expect(await Promise.all([old, corrected, without, recent].map(versions))).toEqual([0, 2, 2, 2])
  expect((await run.run())?.deleted['events of matches']).toBe(0)
  expect(await at.catalog.match(String(old))).toMatchObject({ home_team: 'Simba' })
})

test('the application cannot delete an event, and nobody can change one', async () => {
  await match('kept', { began: 1 })
  await expect(sql`delete from catalog.match_event`.execute(at.base.db)).rejects.toThrow('permission denied')
  await expect(sql`update catalog.match_event set minute = 1`.execute(owner)).rejects.toThrow('append-only')
  await expect(sql`truncate catalog.match_event`.execute(owner)).rejects.toThrow('append-only')
})
