import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openDb, type Db } from './db.ts'
import { openLog } from './log.ts'
import { openRetention, retentionSteps, type RetentionDeps, type RetentionStep } from './retention.ts'

const prices = { table: 'catalog.price_change', by: 'at', id: 'no' }
const january = 'catalog.price_change_2018_01'
const rowsInJanuary = 4500

let base: TestDatabase
let owner: Db
let folder: string

/** A database in use since January 2018: two old months, and one partition from March 2018 until now. */
beforeEach(async () => {
  base = await testDatabase({ size: 2 })
  owner = openDb(base.connection, { size: 3, log: openLog('silent'), role: 'none' }).db
  folder = await mkdtemp(join(tmpdir(), 'nare-retention-'))
  await sql`alter table catalog.price_change detach partition catalog.price_change_earlier`.execute(owner)
  await sql`
    select platform.make_part('catalog.price_change', label, low, high) from (values ('2018_01', '2018-01-01', '2018-02-01'),
      ('2018_02', '2018-02-01', '2018-03-01'), ('2018_03', '2018-03-01', (select min(lower_bound) from platform.parts_of('catalog.price_change')))
    ) part (label, low, high)`.execute(owner)
  await sql`
    alter table catalog.price_change attach partition catalog.price_change_earlier
      for values from (minvalue) to ('2018-01-01')`.execute(owner)
  await write('2018-01-15', rowsInJanuary)
  await write('2018-02-15', 3)
})
afterEach(async () => {
  await owner.destroy()
  await base.close()
  await rm(folder, { recursive: true })
})

/** Writes price changes of these days as the server does. */
async function write(day: string, count = 1): Promise<void> {
  await sql`
    insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    select n, 1, 'a "line"\\', 'open', '{home_team,"a,b"}', '{2100,3400}', 9007199254740993, 'test é', ${day}::timestamptz + n * interval '1 microsecond'
    from generate_series(1, ${count}::int) n`.execute(base.db)
}

function retention(given: Partial<RetentionDeps> = {}) {
  return openRetention({
    connection: base.connection,
    log: openLog('silent'),
    folder,
    years: 7,
    days: 90,
    months: [prices],
    ranges: [],
    forget: [],
    ...given,
  })
}

async function parts(): Promise<string[]> {
  const rows = await sql<{ part: string }>`
    select part::text as part from platform.parts_of('catalog.price_change') where not pending order by 1`.execute(
    owner,
  )
  return rows.rows.map((row) => row.part)
}

/** The partitions with rows of this day. */
async function partsWith(day: string): Promise<string[]> {
  const rows = await sql<{ part: string }>`
    select distinct tableoid::regclass::text as part from catalog.price_change
    where at >= ${day}::timestamptz and at < ${day}::timestamptz + interval '1 day'`.execute(owner)
  return rows.rows.map((row) => row.part)
}

async function tableExists(name: string): Promise<boolean> {
  const rows = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(owner)
  return rows.rows[0]?.exists ?? false
}

type Row = Record<string, unknown>

async function rowsOf(table: string): Promise<Row[]> {
  return (await sql<Row>`select p.*, p.at::text as exactly from ${sql.table(table)} p order by no`.execute(owner)).rows
}

/** Imports an export as an operator would. */
async function restored(file: string): Promise<Row[]> {
  const lines = gunzipSync(await readFile(join(folder, file)))
    .toString()
    .trimEnd()
    .split('\n')
  const rows = await sql<Row>`
    select p.*, p.at::text as exactly from json_populate_recordset(null::catalog.price_change, ${`[${lines.join(',')}]`}::json) p order by no`.execute(
    owner,
  )
  return rows.rows
}

const fileOf = (part: string) => `${part}.jsonl.gz`

test('a row is stored in the partition of its month, or at an open end when it is very old or far ahead', async () => {
  await write('2010-01-01')
  await write('2150-01-01')
  expect(await partsWith('2018-01-15')).toEqual([january])
  expect(await partsWith('2010-01-01')).toEqual(['catalog.price_change_earlier'])
  expect(await partsWith('2150-01-01')).toEqual(['catalog.price_change_later'])
})

test('an old month is exported to a file with the same rows, and then dropped', async () => {
  const before = await rowsOf(january)
  expect(before).toHaveLength(rowsInJanuary)
  expect(await retention().run()).toMatchObject({ parts: [january, 'catalog.price_change_2018_02'], kept: [] })
  expect(await restored(fileOf(january))).toEqual(before)
  expect(await tableExists(january)).toBe(false)
  expect(await readdir(folder)).toHaveLength(2)
  await write('2018-01-20')
  expect(await partsWith('2018-01-20')).toEqual(['catalog.price_change_earlier'])
  expect(await retention().run()).toMatchObject({ parts: [], kept: [] })
})

/** `npm test` interrupts a run at the detach; with EVERY_KILL=1, as in `npm run test:release`, at every step. */
const isEveryKill = process.env['EVERY_KILL'] === '1'
const interrupted: readonly RetentionStep[] = isEveryKill ? retentionSteps : ['detached']
const damaged: readonly RetentionStep[] = isEveryKill
  ? ['recorded', 'proven', 'detached', 'raised', 'compared']
  : ['proven']

class Killed extends Error {}

/** Interrupts a run between two steps as a kill would, without any cleanup. */
async function killAt(step: RetentionStep): Promise<void> {
  const killed = retention({
    async reached(now) {
      if (now === step) throw new Killed()
    },
  })
  await expect(killed.run()).rejects.toThrow(Killed)
}

test.each(interrupted)('a run that is killed when a partition was %s is finished by the next', async (step) => {
  const before = await rowsOf(january)
  await killAt(step)
  // The start after the kill ensures that every row can be stored.
  await retention().prepare()
  await write('2018-01-25')
  await retention().run()
  expect(await tableExists(january)).toBe(false)
  expect((await restored(fileOf(january))).slice(0, rowsInJanuary)).toEqual(before)
  expect(await readdir(folder)).toEqual([fileOf(january), fileOf('catalog.price_change_2018_02')])
  // The row added after the kill is in the file, or in the open end if its month was already detached.
  const file = await restored(fileOf(january))
  expect(file.length + (await rowsOf('catalog.price_change_earlier')).length).toBe(rowsInJanuary + 1)
})

test('a row added after the export is in the file before its partition is dropped', async () => {
  await retention({
    async reached(step) {
      if (step === 'proven') await write('2018-01-30').catch(() => undefined)
    },
  }).run()
  expect(await restored(fileOf(january))).toHaveLength(rowsInJanuary + 1)
})

test('an interrupted detach is finished by the next run', async () => {
  const reader = await owner.startTransaction().execute()
  await sql`select from catalog.price_change limit 1`.execute(reader)
  const running = retention()
    .run()
    .catch((error: unknown) => error)
  const waiting = async () => {
    const rows = await sql<{ pid: number }>`
      select pid from pg_stat_activity where query like 'alter table%concurrently' and wait_event_type = 'Lock'
        and datname = current_database()`.execute(owner)
    return rows.rows[0]?.pid
  }
  await expect.poll(waiting).toBeDefined()
  await sql`select pg_terminate_backend(${await waiting()}::int)`.execute(owner)
  expect(await running).toBeInstanceOf(Error)
  await reader.rollback().execute()
  const left = await sql<{ pending: boolean }>`
    select pending from platform.parts_of('catalog.price_change') where part = ${january}::regclass`.execute(owner)
  expect(left.rows).toEqual([{ pending: true }])
  expect(await retention().run()).toMatchObject({ parts: [january, 'catalog.price_change_2018_02'] })
})

test.each(damaged)(
  'a file damaged after its partition was %s keeps the partition, with an error, until it is removed',
  async (step) => {
    const before = await rowsOf(january)
    await killAt(step)
    const file = join(folder, fileOf(january))
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(file, bytes)
    const run = await retention().run()
    expect(run?.parts).toEqual([])
    expect(run?.kept.join()).toContain(`${january} is not dropped`)
    expect(await rowsOf(january)).toEqual(before)
    await rm(file)
    expect((await retention().run())?.parts).toContain(january)
    expect(await restored(fileOf(january))).toEqual(before)
  },
)

test('without a folder no partition is dropped, however old', async () => {
  expect(await retention({ folder: undefined, years: 1 }).run()).toMatchObject({ parts: [] })
  expect((await retention({ folder: undefined }).plan())?.parts).toEqual([january, 'catalog.price_change_2018_02'])
  expect(await tableExists(january)).toBe(true)
})

test('advancing the sandbox clock does not make data old enough, and future rows get partitions of their months', async () => {
  await sql`update platform.clock set shift = interval '9 years'`.execute(base.db)
  // By the real clock the rows of 2018 are younger than this.
  const years = new Date().getUTCFullYear() - 2018 + 1
  expect(await retention({ years }).run()).toMatchObject({ parts: [] })
  const now = (await sql<{ at: Date }>`select platform.now() as at`.execute(base.db)).rows[0]?.at ?? new Date(0)
  const day = now.toISOString().slice(0, 10)
  await write(day)
  const month = `catalog.price_change_${day.slice(0, 7).replace('-', '_')}`
  expect(await partsWith(day)).toEqual([month])
  await write('2150-01-01')
  await write(new Date(now.getTime() + 200 * 86_400_000).toISOString().slice(0, 10))
  await sql`update platform.clock set shift = interval '10 years'`.execute(base.db)
  expect(await retention().prepare()).toBe(1)
  expect(await partsWith('2150-01-01')).toEqual(['catalog.price_change_later'])
  const closed = await rowsOf('catalog.price_change')
  expect(closed).toHaveLength(rowsInJanuary + 6)
})

test('only one run is active at a time; a concurrent one returns undefined', async () => {
  const other = retention()
  let meanwhile: unknown = 'did not run'
  await retention({
    async reached(step) {
      if (step === 'proven') meanwhile = await other.run()
    },
  }).run()
  expect(meanwhile).toBeUndefined()
  expect(await parts()).not.toContain(january)
})

test('the months ahead are created while others write, or by the next run', async () => {
  await sql`update platform.clock set shift = interval '2 months'`.execute(base.db)
  const writer = await base.db.startTransaction().execute()
  await sql`insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    values (1, 1, '', 'open', '{}', '{}', 1, 'test', platform.now())`.execute(writer)
  expect(await retention().prepare()).toBe(0)
  await expect(retention().run()).rejects.toMatchObject({ code: '55P03' })
  await writer.commit().execute()
  const before = await parts()
  expect(await retention().prepare()).toBe(1)
  expect(await parts()).toHaveLength(before.length + 2)
  expect(await retention().prepare()).toBe(0)
})
