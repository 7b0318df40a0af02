import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgresPair, type PostgresPair } from '#testing/postgres-pair'
import { isUnavailable, OutcomeUnknown } from './db-faults.ts'
import { openDb, transact, type Db } from './db.ts'
import { makeDatabase } from './database.ts'
import { DbClient } from './db-client.ts'
import { openLog } from './log.ts'
import { serversOf } from './servers.ts'

const log = openLog('silent')
let pair: PostgresPair
/** The last payment whose commit was cancelled while it waited for the standby. */
let unsure = 100
let db: Db

beforeAll(async () => {
  pair = await openPostgresPair({ log })
  await makeDatabase(pair.primary.connection, 'nare')
  await pair.primary.ask('create role nare_app nologin')
  await pair.primary.ask('create table paid (id int primary key); grant all on paid to nare_app', 'nare')
  await pair.caughtUp()
  db = openDb({ connectionString: pair.address('read-write', 'nare') }, { size: 4, log }).db
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await pair.close()
})

const inRecovery = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`
const pay = (id: number) => transact(db, (tx) => sql`insert into paid values (${id}::int)`.execute(tx))

test('an address of several servers is parsed as by libpq, and invalid ones are refused', () => {
  const servers = serversOf(
    'postgres://u:p%40@a:5433,b,[::1]:5434/nare?target_session_attrs=primary&application_name=x',
  )
  expect(servers?.wanted).toBe('primary')
  expect(servers?.list).toEqual([
    { host: 'a', port: 5433, connectionString: 'postgres://u:p%40@a:5433/nare?application_name=x' },
    { host: 'b', port: 5432, connectionString: 'postgres://u:p%40@b/nare?application_name=x' },
    { host: '::1', port: 5434, connectionString: 'postgres://u:p%40@[::1]:5434/nare?application_name=x' },
  ])
  expect(serversOf('postgres://a/nare')).toBeUndefined()
  expect(() => serversOf('postgres://a,b/nare')).toThrow('several hosts need target_session_attrs')
  expect(() => serversOf('postgres://a,b/nare?target_session_attrs=any')).toThrow('must be read-write')
  expect(() => serversOf('postgres://a,,b/nare?target_session_attrs=read-write')).toThrow('empty host')
  expect(() => serversOf('postgres://a,a:5432/nare?target_session_attrs=read-write')).toThrow('names a host twice')
  expect(() => serversOf('postgres://a:x,b/nare?target_session_attrs=read-write')).toThrow('must be written as')
})

test('every connection goes to the primary, or to the standby if the address requests one', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => inRecovery.execute(db)))
  expect(answers.flatMap(({ rows }) => rows)).toEqual(Array(4).fill({ standby: false }))
  const follower = new DbClient({ connectionString: pair.address('standby', 'nare') })
  await follower.connect()
  expect((await follower.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: true }])
  await follower.end()
})

test('connections to a server that became read-only are dropped, and its statement fails as unavailable', async () => {
  await sql`select 1`.execute(db)
  const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await pair.primary.ask('alter database nare set default_transaction_read_only = on')
  const refusal = await transact(db, async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`insert into paid values (1)`.execute(tx)
  }).catch((error: unknown) => error)
  expect(isUnavailable(refusal)).toBe(true)
  const none = await pay(1).catch((error: unknown) => error)
  expect(String(none)).toContain('is a primary')
  expect(isUnavailable(none)).toBe(true)
  await pair.primary.ask('alter database nare reset default_transaction_read_only')
  await pay(1)
  const after = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  expect(after.rows).not.toEqual(before.rows)
})

test('a commit that was confirmed before the standby had received it has an unknown outcome', async () => {
  await pair.primary.ask(`alter system set synchronous_standby_names = 'nobody'`)
  await pair.primary.ask('select pg_reload_conf()')
  // The reload reaches PostgreSQL's processes one after the other. A commit before it does not wait, so the test sends another.
  let answered = true
  let outcome: Promise<unknown> = Promise.resolve()
  const send = () => {
    answered = false
    outcome = pay(++unsure).then(
      () => (answered = true),
      (error: unknown) => error,
    )
  }
  await vi.waitFor(
    async () => {
      if (answered) send()
      const cancelled = await pair.primary.ask(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      )
      expect(cancelled).toHaveLength(1)
    },
    { timeout: 10_000, interval: 20 },
  )
  expect(await outcome).toBeInstanceOf(OutcomeUnknown)
  await pair.primary.ask('alter system reset synchronous_standby_names')
  await pair.primary.ask('select pg_reload_conf()')
})

test('after a failover, transactions run on the promoted server, and a restarted former primary gets none', async () => {
  await pair.makeSynchronous()
  await pay(3)
  await pair.primary.kill()
  const during = await pay(4).catch((error: unknown) => error)
  expect(isUnavailable(during)).toBe(true)
  await pair.standby.ask('select pg_promote()')
  await vi.waitFor(() => pay(5), { timeout: 20_000, interval: 50 })
  const paid = await pair.standby.ask<{ id: number }>('select id from paid order by id', 'nare')
  expect(paid.map(({ id }) => id)).toEqual(expect.arrayContaining([1, unsure, 3, 5]))

  await pair.primary.start()
  const all = openDb(
    { connectionString: pair.address('read-write', 'nare').replace('?', '?application_name=new&') },
    { size: 2, log },
  )
  await transact(all.db, (tx) => sql`insert into paid values (6)`.execute(tx))
  await all.db.destroy()
  expect(await pair.standby.ask('select from paid where id = 6', 'nare')).toHaveLength(1)
})

test('a connection to a single server without target_session_attrs behaves like the driver', async () => {
  const { host, port, user, password } = pair.standby.connection
  const plain = new DbClient({ host, port, user, password, database: 'nare' })
  await plain.connect()
  expect(plain).toBeInstanceOf(pg.Client)
  expect((await plain.query('select count(*)::int as n from paid')).rows[0].n).toBeGreaterThan(3)
  await plain.end()
})
