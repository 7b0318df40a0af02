import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fixturesAhead, simulated } from '#modules/catalog/feeds/simulated-fixtures'
import type { Connection } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { postgresProxy, type PostgresProxy } from '#testing/postgres-proxy'
import { startProcess } from '#testing/server'

/** The maximum of every wait. A successor needs at most five seconds on a machine that is not overloaded. */
const waiting = { timeout: 60_000, interval: 50 }
/** The speed of simulated matches: a match takes about two minutes. */
const speed = 60

let base: TestDatabase
let folder: string
let proxy: PostgresProxy
const servers = new Map<string, ChildProcess>()

beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  folder = await mkdtemp(join(tmpdir(), 'nare-failover-'))
  proxy = await postgresProxy(base.connection)
  // A Saturday afternoon, when many matches are in progress, whatever the time of this run.
  await sql`update platform.clock set shift = date_trunc('week', now()) + interval '12 days 15 hours' - now()`.execute(
    base.db,
  )
})
afterAll(async () => {
  for (const child of servers.values()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await proxy.close()
  await base.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a server that runs the simulated feed on this database; its owner connection has this name. */
async function start(name: string, connection: Connection): Promise<ChildProcess> {
  const url = new URL(`postgres://localhost:${connection.port}/${connection.database}`)
  url.username = connection.user ?? ''
  url.password = connection.password ?? ''
  if (connection.host?.startsWith('/')) url.searchParams.set('host', connection.host)
  else url.hostname = connection.host ?? ''
  url.searchParams.set('application_name', name)
  const env = { DATABASE_URL: url.href, FEED: 'simulated', SPEED: String(speed), DB_POOL: '4', DB_MONEY_POOL: '2' }
  const { child } = await startProcess({ dataDir: join(folder, name), env })
  servers.set(name, child)
  return child
}

/** The servers that have the lock of the feed. */
async function owners(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and classid = 5 and objid = hashtext('feed')::oid and granted and datname = current_database()`.execute(
    base.db,
  )
  return rows.map(({ name }) => name)
}

type Written = { epoch: bigint; matches: number; prices: number; results: number }

async function written(): Promise<Written> {
  const { rows } = await sql<Written>`
    select (select epoch from platform.owner where name = 'feed') as epoch,
      (select count(*)::int from catalog.match) as matches, (select count(*)::int from catalog.price_change) as prices,
      (select count(*)::int from catalog.result) as results`.execute(base.db)
  return rows[0] ?? { epoch: 0n, matches: 0, prices: 0, results: 0 }
}

/** Waits until this server alone owns the feed under a newer epoch, and has written prices since. Returns the seconds to the new owner. */
async function succeeds(name: string, before: Written): Promise<number> {
  const startedAt = performance.now()
  await vi.waitFor(async () => {
    expect(await owners()).toEqual([name])
    expect((await written()).epoch).toBeGreaterThan(before.epoch)
  }, waiting)
  const seconds = (performance.now() - startedAt) / 1000
  const taken = await written()
  await vi.waitFor(async () => expect((await written()).prices).toBeGreaterThan(taken.prices), waiting)
  return seconds
}

test('when the owner of the feed is disconnected, paused or killed, the other process takes over, and no data is lost or stored twice', async () => {
  const startedAt = (await sql<{ at: Date }>`select platform.now() as at`.execute(base.db)).rows[0]?.at ?? new Date(0)
  await start('first', proxy.connection)
  await vi.waitFor(async () => expect((await written()).results).toBeGreaterThan(0), waiting)
  const second = await start('second', base.connection)
  expect(await owners()).toEqual(['first'])

  const took: Record<string, number> = {}
  let before = await written()
  const cut = proxy.blockStatements('')
  took['cut off'] = await succeeds('second', before)
  cut.release()

  before = await written()
  second.kill('SIGSTOP')
  took['frozen'] = await succeeds('first', before)
  second.kill('SIGCONT')

  before = await written()
  servers.get('first')?.kill('SIGKILL')
  took['killed'] = await succeeds('second', before)
  if (process.env['TEST_LOG']) console.log('seconds to the new owner', took)

  await expectAllResults()
  await expectWhole(startedAt)
}, 240_000)

/** Waits until every match that must have ended has its result. */
async function expectAllResults(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ late: number }>`
      select count(*)::int as late from catalog.match
      where not resulted and start_time < platform.now() - make_interval(mins => ${Math.ceil(130 / speed)}::int)`.execute(
      base.db,
    )
    expect(rows[0]?.late).toBe(0)
  }, waiting)
}

/** Checks that nothing is missing or stored twice: fixtures in their order, and the versions of lines, matches and results. */
async function expectWhole(startedAt: Date): Promise<void> {
  const stored = await sql<{
    id: string
  }>`select source_id as id from catalog.match where source = ${simulated}`.execute(base.db)
  const existing = new Set(stored.rows.map(({ id }) => id))
  const fixtures = fixturesAhead(startedAt.getTime())
  const imported = fixtures.filter(({ sourceId }) => existing.has(sourceId))
  expect(imported.length).toBeGreaterThan(0)
  // Fixtures are imported by kick-off, so the catalogue has the first fixtures without a gap.
  expect(imported.map(({ sourceId }) => sourceId)).toEqual(
    fixtures.slice(0, imported.length).map(({ sourceId }) => sourceId),
  )
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from (
        select from catalog.price_change group by match_id, market_id, line
        having count(*) <> max(version) or count(distinct version) <> count(*)) broken) as lines,
      (select count(*)::int from catalog.market k where not exists (
        select from catalog.price_change p where (p.match_id, p.market_id, p.line, p.version) = (k.match_id, k.market_id, k.line, k.version)
          and p.prices = k.prices and p.state = k.state)) as prices,
      (select count(*)::int from (
        select minute < lag(minute) over (partition by match_id order by no) as back from catalog.match_change) m where back) as minutes,
      (select count(*)::int from (
        select from catalog.match_change group by match_id, version, kind having count(*) > 1) doubled) as changes,
      (select count(*)::int from (
        select from catalog.result group by match_id having count(*) > 1) doubled) as results,
      (select count(*)::int from catalog.match where resulted and not exists (
        select from catalog.result r where r.match_id = match.id)) as resulted`.execute(base.db)
  expect(rows[0]).toEqual({ lines: 0, prices: 0, minutes: 0, changes: 0, results: 0, resulted: 0 })
}
