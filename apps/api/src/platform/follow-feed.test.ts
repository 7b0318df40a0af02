import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openDb, type Db, type Tx } from './db.ts'
import { followFeed, type Feed } from './follow-feed.ts'
import { openLog } from './log.ts'

let base: TestDatabase
let owner: Db
let elsewhere: Db

beforeAll(async () => {
  base = await testDatabase({ size: 12 })
  owner = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  elsewhere = openDb(base.connection, { size: 3, log: openLog('silent') }).db
  for (const statement of [
    'create table public.fact (no int primary key)',
    'create table public.fact_reader (name text primary key, at bigint not null default 0, changed_at timestamptz not null)',
    'create table public.seen (place serial, who text not null, no int not null)',
    'grant all on public.fact, public.fact_reader, public.seen, public.seen_place_seq to nare_app',
  ])
    await sql.raw(statement).execute(owner)
})
afterAll(async () => {
  await Promise.all([owner.destroy(), elsewhere.destroy()])
  await base.close()
})
beforeEach(async () => {
  await sql`truncate public.fact, public.fact_reader, public.seen`.execute(owner)
})

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n)

const facts: Feed<number> = {
  readers: { table: 'public.fact_reader', cursor: 'at' },
  finalNumber: async (db) =>
    (await sql<{ no: bigint }>`select coalesce(max(no), 0)::bigint as no from public.fact`.execute(db)).rows[0]?.no ??
    0n,
  async read(tx, { cursor, upTo, limit }) {
    const { rows } = await sql<{ no: number }>`
      select no from public.fact where no > ${cursor}::bigint order by no limit ${limit}::int`.execute(tx)
    const numbers = rows.map(({ no }) => no)
    const last = BigInt(numbers.at(-1) ?? Number(upTo))
    return { rows: numbers, cursor: last, more: last < upTo }
  },
}
const insertFacts = (first: number, last: number) =>
  sql`insert into public.fact select generate_series(${first}::int, ${last}::int)`.execute(base.db)
const note =
  (who = 'reader') =>
  (tx: Tx, numbers: readonly number[]) =>
    sql`insert into public.seen (who, no) select ${who}, unnest(${numbers}::int[])`.execute(tx)
const seen = async (who = 'reader'): Promise<number[]> =>
  (await sql<{ no: number }>`select no from public.seen where who = ${who} order by place`.execute(base.db)).rows.map(
    ({ no }) => no,
  )

test('a feed is read to its end in batches, at most as many as allowed, and what follows a commit sees it', async () => {
  await insertFacts(1, 50)
  const sizes: number[] = []
  const reader = { name: 'reader', limit: 10, batches: 3 }
  const read = () => followFeed(base.db, facts, reader, note(), async () => void sizes.push((await seen()).length))
  expect([await read(), await read(), await read()]).toEqual(['more', 'end', 'end'])
  expect(sizes).toEqual([10, 20, 30, 40, 50])
})

test('two processes read each row once, in order', async () => {
  await insertFacts(1, 300)
  const read = async (db: Db) => {
    while ((await followFeed(db, facts, { name: 'reader', limit: 7, batches: 3 }, note())) !== 'end');
  }
  await Promise.all([read(base.db), read(elsewhere)])
  expect(await seen()).toEqual(range(1, 300))
})

test('a row that always throws is named; the rows before it are read once, none after it, and other readers go on', async () => {
  await insertFacts(1, 100)
  const bad = async (tx: Tx, numbers: readonly number[]) => {
    await note()(tx, numbers)
    if (numbers.includes(38)) throw new Error('broken')
  }
  for (let run = 0; run < 2; run++)
    await expect(followFeed(base.db, facts, { name: 'reader' }, bad)).rejects.toThrow('public.fact_reader up to 38')
  expect(await seen()).toEqual(range(1, 37))
  await followFeed(base.db, facts, { name: 'other' }, note('other'))
  expect(await seen('other')).toHaveLength(100)
  expect(await followFeed(base.db, facts, { name: 'reader' }, note())).toBe('end')
  expect(await seen()).toEqual(range(1, 100))
})

test('a reader that loses its connection after its work has stored nothing, and another process repeats the batch', async () => {
  await insertFacts(1, 5)
  const killed = followFeed(elsewhere, facts, { name: 'reader' }, async (tx, numbers) => {
    await note()(tx, numbers)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(killed).rejects.toThrow()
  expect(await seen()).toEqual([])
  await followFeed(base.db, facts, { name: 'reader' }, note())
  expect(await seen()).toEqual(range(1, 5))
})

test('if the cursor cannot be stored, the work is rolled back', async () => {
  await insertFacts(1, 2)
  await sql`alter table public.fact_reader add constraint stopped check (at = 0)`.execute(owner)
  await expect(followFeed(base.db, facts, { name: 'reader' }, note())).rejects.toThrow()
  expect(await seen()).toEqual([])
  await sql`alter table public.fact_reader drop constraint stopped`.execute(owner)
  await followFeed(base.db, facts, { name: 'reader' }, note())
  expect(await seen()).toEqual([1, 2])
})

test('while a reader is frozen, no process runs it again, and other readers overtake it', async () => {
  await insertFacts(1, 3)
  const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const frozen = followFeed(base.db, facts, { name: 'reader', turnMsMax: 1 }, async (tx, numbers) => {
    began.resolve()
    await go.promise
    await note()(tx, numbers)
  })
  await began.promise
  for (const db of [base.db, elsewhere])
    expect(await followFeed(db, facts, { name: 'reader' }, note('twice'))).toBe('busy')
  expect(await followFeed(base.db, facts, { name: 'other' }, note('other'))).toBe('end')
  go.resolve()
  expect(await frozen).toBe('end')
  expect([await seen(), await seen('twice')]).toEqual([[1, 2, 3], []])
})

test('the readers of one process use one connection together', async () => {
  await insertFacts(1, 2)
  let [now, most] = [0, 0]
  const read = (name: string) =>
    followFeed(base.db, facts, { name, turnMsMax: 600_000 }, async (tx) => {
      most = Math.max(most, ++now)
      await sql`select 1`.execute(tx)
      now--
    })
  await Promise.all(['a', 'b', 'c', 'd'].map(read))
  expect(most).toBe(1)
})
