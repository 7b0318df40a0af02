import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { makeDatabase } from './database.ts'
import { openDb, type Db } from './db.ts'
import { openLog } from './log.ts'
import { migrate } from './migrate.ts'
import { analyzeDaily, makePartsAhead } from './parts.ts'

const shipped = new URL('../../../../db/migrations', import.meta.url).pathname
const tables = ['catalog.price_change', 'catalog.match_change', 'payments.callback']

let base: TestDatabase
let owner: Db
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  owner = openDb(base.connection, { size: 2, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await base.close()
})

test.each(tables)('%s and each of its partitions refuse updates and truncation, by their owner too', async (table) => {
  const children = await sql<{
    part: string
  }>`select part::text as part from platform.parts_of(${table}::regclass)`.execute(owner)
  expect(children.rows.length).toBeGreaterThan(5)
  for (const name of [table, ...children.rows.map((row) => row.part)]) {
    const column = table === 'payments.callback' ? 'body' : 'source'
    const refusal = { code: '23001' }
    await expect(sql`update ${sql.table(name)} set ${sql.ref(column)} = 'x'`.execute(owner)).rejects.toMatchObject(
      refusal,
    )
    await expect(sql`delete from ${sql.table(name)}`.execute(owner)).rejects.toMatchObject(refusal)
    await expect(sql`truncate ${sql.table(name)}`.execute(owner)).rejects.toMatchObject(refusal)
  }
})

test('the outcome of a callback is added to it; its key and its body never change', async () => {
  await sql`insert into payments.callback (key, body, received_at) values ('k', 'b', platform.now())`.execute(base.db)
  await sql`update payments.callback set processed_at = platform.now(), tries = tries + 1, outcome = 'known'`.execute(
    base.db,
  )
  for (const column of ['id', 'key', 'body', 'received_at'])
    await expect(
      sql`update payments.callback set ${sql.ref(column)} = ${sql.ref(column)}`.execute(base.db),
    ).rejects.toMatchObject({ code: column === 'id' ? '428C9' : '23001' })
})

test('the working role may only write rows: it owns no partition and cannot create one', async () => {
  const denied = { code: '42501' }
  await expect(
    sql`select platform.make_months('catalog.price_change', 'at', 9)`.execute(base.db),
  ).rejects.toMatchObject(denied)
  await expect(
    sql`select platform.make_ranges('betting.leg', 'bet_id', 5, 5, 5)`.execute(base.db),
  ).rejects.toMatchObject(denied)
  await expect(sql`select from catalog.price_change_later`.execute(base.db)).rejects.toMatchObject(denied)
  await expect(sql`select from betting.leg_0`.execute(base.db)).rejects.toMatchObject(denied)
  await expect(sql`update platform.part_export set dropped_at = null`.execute(base.db)).rejects.toMatchObject(denied)
  await expect(sql`delete from betting.leg`.execute(base.db)).rejects.toMatchObject(denied)
})

test('legs are partitioned by bet id, and ranges are created ahead of the ids in use', async () => {
  const leg = (betId: bigint) =>
    sql`
    insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
    values (${betId}::bigint, 0, 1, '1', 'home_team', 2100, platform.now())`.execute(base.db)
  const partitions = async () =>
    (
      await sql<{ part: string }>`select tableoid::regclass::text as part from betting.leg order by bet_id`.execute(
        owner,
      )
    ).rows.map((row) => row.part)
  for (const id of [1000n, 19_999_999n, 20_000_000n, 81_000_000n, 8_000_000_000n]) await leg(id)
  const before = ['betting.leg_0', 'betting.leg_0', 'betting.leg_20000000']
  expect(await partitions()).toEqual([...before, 'betting.leg_later', 'betting.leg_later'])
  const ranges = (used: bigint) => ({
    months: [],
    ranges: [{ table: 'betting.leg', by: 'bet_id', width: 20_000_000n, used: async () => used }],
  })
  expect(await makePartsAhead(owner, ranges(19_999_999n))).toBe(0)
  expect(await makePartsAhead(owner, ranges(82_000_000n))).toBe(1)
  expect(await partitions()).toEqual([...before, 'betting.leg_60000000', 'betting.leg_later'])
  expect(await makePartsAhead(owner, ranges(137_000_000n))).toBe(1)
  await leg(161_000_000n)
  expect(await partitions()).toEqual([...before, 'betting.leg_60000000', 'betting.leg_160000000', 'betting.leg_later'])
})

test('the legs of a match are read only from the partitions of a range of bets', async () => {
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select bet_id from betting.leg where match_id = ${7}::int and bet_id > ${100}::bigint and bet_id <= ${9000}::bigint
    order by bet_id limit 2000`.execute(owner)
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('leg_0')
  expect(text).not.toMatch(/leg_\d{2,}|leg_later/)
})

test('a partitioned table is analyzed as a whole, once a day', async () => {
  const counted = async () =>
    (
      await sql<{ times: bigint }>`
        select analyze_count as times from pg_stat_user_tables where relid = 'betting.leg'::regclass`.execute(owner)
    ).rows[0]?.times
  const before = Number((await counted()) ?? 0n)
  await analyzeDaily(owner, 'betting.leg')
  await analyzeDaily(owner, 'betting.leg')
  await expect.poll(async () => Number((await counted()) ?? 0n) - before).toBe(1)
})

test('partitioning a schema with rows keeps every row, number, right and index', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nare-before-'))
  for (const file of await readdir(shipped)) if (file < '0022') await cp(join(shipped, file), join(folder, file))
  const server = inject('connection')
  const name = `${base.connection.database}_before`
  await makeDatabase(server, name)
  const connection = { ...server, database: name }
  await migrate(connection, folder)
  const log = openLog('silent')
  const app = openDb(connection, { size: 1, log }).db
  const price = (day: string) =>
    sql`
    insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    values (1, 1, '', 'open', '{}', '{}', 1, 'test', ${day}::timestamptz)`.execute(app)
  for (const day of ['2019-07-03', '2021-02-28', '2026-01-01']) await price(day)
  await sql`insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
    select n * 1000000, 0, n, '1', 'home_team', 2100, platform.now() from generate_series(1, 12) n`.execute(app)
  await app.destroy()
  await migrate(connection, shipped)
  const after = openDb(connection, { size: 1, log }).db
  const read = <T>(text: ReturnType<typeof sql<T>>) => text.execute(after).then(({ rows }) => rows)
  expect(
    await read(
      sql`select no, at::date::text as day, tableoid::regclass::text as part from catalog.price_change order by no`,
    ),
  ).toEqual([
    { no: 1n, day: '2019-07-03', part: 'catalog.price_change_2019_07' },
    { no: 2n, day: '2021-02-28', part: 'catalog.price_change_2019_07' },
    { no: 3n, day: '2026-01-01', part: 'catalog.price_change_2019_07' },
  ])
  expect(
    await read(sql`select count(*)::int as legs, count(distinct tableoid)::int as parts from betting.leg`),
  ).toEqual([{ legs: 12, parts: 1 }])
  await sql`insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    values (1, 1, '', 'open', '{}', '{}', 1, 'test', '2019-06-30')`.execute(after)
  expect(await read(sql`select max(no) as no from catalog.price_change`)).toEqual([{ no: 4n }])
  await expect(sql`delete from catalog.price_change`.execute(after)).rejects.toMatchObject({ code: '42501' })
  const indexes = await read(sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indrelid where c.relkind = 'p' order by 1`)
  expect(indexes.map((row) => row.name)).toEqual([
    'betting.leg_of_bettor',
    'betting.leg_of_match',
    'betting.leg_pkey',
    'catalog.match_change_match',
    'catalog.match_change_pkey',
    'catalog.price_change_line',
    'catalog.price_change_pkey',
    'league.leg_of_bettor',
    'league.leg_of_round',
    'league.leg_pkey',
    'payments.callback_of_key',
    'payments.callback_pkey',
    'payments.callback_waiting',
  ])
  await after.destroy()
  await rm(folder, { recursive: true })
})
