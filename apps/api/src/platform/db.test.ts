import fastify from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postgresProxy } from '#testing/postgres-proxy'
import { testDatabase, type TestDatabase } from '#testing/database'
import type { Bus } from './bus.ts'
import { monotonicMs, realClock } from './clock.ts'
import { clockSkew } from './database-clock.ts'
import { Overloaded } from './db-faults.ts'
import { isReachable, codeOf, openDb, openPool, transact, type Tx } from './db.ts'
import { serveHealth } from './health.ts'
import { openLog } from './log.ts'
import { runFor, type Work } from './public-work.ts'

let base: TestDatabase
const log = openLog('silent')
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
})
afterAll(() => base.close())

test("each statement of a transaction sees earlier commits, whatever the database's default isolation", async () => {
  const owner = new pg.Client(base.connection)
  await owner.connect()
  const name = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(
    `alter database ${pg.escapeIdentifier(name.rows[0]?.name ?? '')} set default_transaction_isolation = 'serializable'`,
  )
  await owner.end()
  const { db } = openDb(base.connection, { size: 1, log })
  const shown = await transact(db, (tx) =>
    sql<{ level: string; role: string }>`
      select current_setting('transaction_isolation') as level, current_user::text as role`.execute(tx),
  )
  expect(shown.rows[0]).toEqual({ level: 'read committed', role: 'nare_app' })
  await db.destroy()
})

test('a deadlock is tried three times, another error once, and each attempt is a new transaction', async () => {
  const tries = async (code: string) => {
    let count = 0
    const faulty = transact(base.db, async (tx) => {
      count += 1
      await sql`select 1`.execute(tx)
      throw Object.assign(new Error('on purpose'), { code })
    })
    const thrown = await faulty.catch((error: unknown) => codeOf(error))
    return [count, thrown]
  }
  expect(await tries('40P01')).toEqual([3, '40P01'])
  expect(await tries('40001')).toEqual([3, '40001'])
  expect(await tries('23505')).toEqual([1, '23505'])
})

test('an unreachable database is reported as such', async () => {
  expect(await isReachable(base.db)).toBe(true)
  const { db } = openDb({ host: '127.0.0.1', port: 1 }, { size: 1, log })
  expect(await isReachable(db)).toBe(false)
  await db.destroy()
})

test('statements that are started together are sent in one write', async () => {
  const pool = openPool(base.connection, { size: 1, log })
  const client = await pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')]
  const answers = await Promise.all([1, 2, 3].map((n) => client.query<{ n: number }>('select $1::int as n', [n])))
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(1)
  client.release()
  await pool.end()
})

test('statements that are started together are sent before any of them is answered, and run in their order', async () => {
  const proxy = await postgresProxy(base.connection)
  const { db } = openDb(proxy.connection, { size: 1, log })
  const first = proxy.blockAnswers('first_of_two')
  const second = proxy.blockAnswers('second_of_two')
  try {
    const values = transact(db, (tx) =>
      Promise.all([
        sql<{ n: number }>`select set_config('nare.order', 'first', true) as first_of_two, 1 as n`.execute(tx),
        sql<{ n: string }>`select current_setting('nare.order') as n, 'second_of_two'`.execute(tx),
      ]),
    )
    await Promise.all([first.met, second.met])
    first.release()
    second.release()
    expect((await values).map(({ rows }) => rows[0]?.n)).toEqual([1, 'first'])
  } finally {
    await db.destroy()
    await proxy.close()
  }
})

test('a failed statement fails those sent behind it with its own error, and nothing of the transaction remains', async () => {
  const failed = transact(base.db, (tx) =>
    Promise.all([
      sql`select set_config('nare.kept', 'yes', false)`.execute(tx),
      // Resolves later than the statements sent after it, like a use case that processes the answer.
      sql`select 1 / 0`.execute(tx).finally(() => Promise.resolve().then(() => undefined)),
      sql`select 1`.execute(tx),
    ]),
  )
  expect(await failed.catch((error: unknown) => codeOf(error))).toBe('22012')
  const kept = await sql<{ kept: string | null }>`select current_setting('nare.kept', true) as kept`.execute(base.db)
  expect(kept.rows[0]?.kept ?? '').toBe('')
})

test('a transaction that has ended accepts no further statement', async () => {
  let kept: Tx | undefined
  await transact(base.db, async (tx) => {
    kept = tx
  })
  await expect(sql`select 1`.execute(kept as Tx)).rejects.toThrow('the transaction has ended')
})

test('a connection that is free only after the deadline of a transaction goes back to the pool unused', async () => {
  const { db, pool } = openDb(base.connection, { size: 1, log })
  const backend = () => pool.query<{ id: number }>('select pg_backend_pid() as id').then(({ rows }) => rows[0]?.id)
  try {
    const opened = await backend()
    const busy = await pool.connect()
    const work = vi.fn(async () => undefined)
    await expect(transact(db, work, { untilMs: monotonicMs() })).rejects.toThrow(Overloaded)
    busy.release()
    expect(await backend()).toBe(opened)
    expect(work).not.toHaveBeenCalled()
  } finally {
    await db.destroy()
  }
})

test('statements of a public call, in transactions too, count the time in which their answers are read and handled', async () => {
  const spent: number[] = []
  const work: Work = { wasMade: false, isMeasured: false, spend: (ms) => void spent.push(ms), nowMs: monotonicMs }
  await runFor(work, () => sql`select repeat('a', 300000) from generate_series(1, 5)`.execute(base.db))
  await new Promise(setImmediate)
  expect(work.wasMade).toBe(true)
  // The reading of the answer, and the rest of that turn of the event loop.
  expect(spent).toHaveLength(2)
  expect(Math.min(...spent)).toBeGreaterThan(0)
  spent.length = 0
  await runFor(work, () => transact(base.db, (tx) => sql`select 1`.execute(tx)))
  await new Promise(setImmediate)
  expect(spent.length).toBeGreaterThan(0)
  spent.length = 0
  await sql`select 1`.execute(base.db)
  await new Promise(setImmediate)
  expect(spent).toEqual([])
})

test('the skew of a machine’s clock is its difference from the database’s clock, ahead or behind', async () => {
  const hourS = 3600
  const skew = (aheadS: number) => clockSkew(base.db, () => realClock.now() + aheadS * 1000)
  // What the reading takes is part of the difference, or left out of it.
  for (const aheadS of [hourS, -hourS]) {
    const found = await skew(aheadS)
    expect(found).toBeGreaterThan(hourS - 600)
    expect(found).toBeLessThanOrEqual(hourS + 0.01)
  }
  expect(await skew(0)).toBeLessThan(0.01)
})

test('a process is not ready while it stops, or its database, its owner locks or its feed’s source cannot be read', async () => {
  const state = { isDraining: false, mayOwn: true, isFeedReadable: true, isUp: true }
  const app = fastify()
  const bus = { isUp: () => state.isUp } as Bus
  const answers = { isDraining: () => state.isDraining, mayOwn: () => state.mayOwn }
  serveHealth(app, { db: base.db, bus, ...answers, isFeedReadable: () => state.isFeedReadable })
  const ready = async (change: Partial<typeof state> = {}) => {
    Object.assign(state, { isDraining: false, mayOwn: true, isFeedReadable: true, isUp: true }, change)
    const { statusCode, body } = await app.inject('/readyz')
    return [statusCode, JSON.parse(body).message ?? JSON.parse(body)]
  }
  expect(await ready()).toEqual([200, { status: 'ready' }])
  expect(await ready({ isUp: false })).toEqual([200, { status: 'ready', bus: 'down' }])
  expect(await ready({ isDraining: true })).toEqual([503, 'The server is stopping'])
  expect(await ready({ mayOwn: false })).toEqual([503, 'The connection of the owner locks is not open'])
  expect(await ready({ isFeedReadable: false })).toEqual([503, 'The feed cannot read its source'])
})
