import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { ledger } from '@nare/contract/ledger'
import { testApp, type TestApp } from '#testing/app'
import { migrationsFolder } from '#testing/global-setup'
import { openPostgresPair, type PostgresPair } from '#testing/postgres-pair'
import type { SeededBettor } from '#testing/seed'
import { makeDatabase } from './database.ts'
import { openDb, transact, type Connection } from './db.ts'
import { openLog } from './log.ts'
import { migrate } from './migrate.ts'
import { openReads } from './reads.ts'
import { openReplica } from './replica.ts'

const log = openLog('silent')
const waiting = { timeout: 20_000, interval: 20 }
let pair: PostgresPair
let connection: Connection
let follower: Connection
/** It uses the replica whatever its lag. */
let nare: TestApp
/** Another process, of which the first learns nothing. */
let other: TestApp

beforeAll(async () => {
  pair = await openPostgresPair({ log })
  await makeDatabase(pair.primary.connection, 'nare')
  connection = { ...pair.primary.connection, database: 'nare' }
  follower = { ...pair.standby.connection, database: 'nare' }
  await migrate(connection, migrationsFolder)
  await pair.caughtUp()
  const { db } = openDb(connection, { size: 2, log })
  const base = { db, connection, close: () => db.destroy() }
  const { user, password, port } = pair.standby.connection
  const env = {
    DATABASE_URL: pair.address('read-write', 'nare'),
    DATABASE_REPLICA_URL: `postgres://${user}:${password}@127.0.0.1:${port}/nare`,
    DATABASE_REPLICA_LAG_MS: '60000',
  }
  nare = await testApp(env, { size: 4, base })
  other = await testApp({}, { size: 4, base })
}, 60_000)
afterAll(async () => {
  await nare.close()
  await other.close()
  await nare.base.close()
  await pair.close()
})

async function bettor(): Promise<SeededBettor> {
  const [one] = await nare.bettors(1)
  if (!one) throw new Error('no bettor was made')
  return one
}

async function bet(on: TestApp, { token }: SeededBettor): Promise<string> {
  const match = await on.match()
  const slip = [{ match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
  const placed = await on.call(betting.place, { id: randomUUID(), stake: '20', slip }, token)
  expect(placed.status).toBe(201)
  return placed.body.bet.bet_id
}

async function bets({ token }: SeededBettor): Promise<string[]> {
  const { status, body } = await nare.call(betting.bets, {}, token)
  expect(status).toBe(200)
  return body.data.map(({ bet_id }) => bet_id)
}

/** How many statements of this call each server has answered. */
async function answered(place: string): Promise<{ replica: number; primary: number }> {
  const { body } = await nare.app.app.inject({ method: 'GET', url: '/metrics' })
  const by = (server: string) =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`nare_old_reads_total{place="${place}",server="${server}"}`))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  return { replica: by('replica'), primary: by('primary') }
}

/** Waits until this bettor's history comes from the replica. */
async function fromReplica(one: SeededBettor): Promise<void> {
  await vi.waitFor(async () => {
    const before = await answered('/v1/bets')
    await bets(one)
    const after = await answered('/v1/bets')
    expect(after.replica).toBeGreaterThan(before.replica)
    expect(after.primary).toBe(before.primary)
  }, waiting)
}

test('while the replica is behind, what a bettor does here is in the history, the statement and the file at once; others may be old', async () => {
  const [own, others] = [await bettor(), await bettor()]
  const first = await bet(nare, own)
  const theirs = await bet(other, others)
  await fromReplica(own)
  expect(await bets(own)).toEqual([first])
  await pair.standby.ask('select pg_wal_replay_pause()')
  const second = await bet(nare, own)
  await bet(other, others)
  expect(await bets(own)).toEqual([second, first])
  expect((await nare.call(ledger.transactions, {}, own.token)).body.data[0]?.about?.id).toBe(second)
  const headers = { authorization: `Bearer ${own.token}` }
  const file = await nare.app.app.inject({ method: 'GET', url: '/v1/bets.csv', headers })
  expect(parse<Record<string, string>>(file.body, { columns: true })).toHaveLength(2)
  expect(await bets(others)).toEqual([theirs])
  await pair.standby.ask('select pg_wal_replay_resume()')
  await fromReplica(own)
  expect(await bets(own)).toEqual([second, first])
  expect(await bets(others)).toHaveLength(2)
})

test('a bet is found by its command at once, whatever process placed it: such calls never go to the replica', async () => {
  const one = await bettor()
  await fromReplica(one)
  await pair.standby.ask('select pg_wal_replay_pause()')
  const id = await bet(other, one)
  expect((await nare.call(betting.bet, { id }, one.token)).status).toBe(200)
  await pair.standby.ask('select pg_wal_replay_resume()')
})

test('a transaction is on the primary even where its call may be old, and so is a statement that writes', async () => {
  const listed = { method: 'GET', path: '/listed' }
  const replica = openReplica({ primary: connection, connection: follower, size: 2, lagMsMax: 60_000, log })
  const reads = openReads({ replica, mayBeOld: new Set([listed]) })
  const { db } = openDb(connection, { size: 2, log, reads })
  await replica.compared
  const inRecovery = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`
  const advance = sql<{ shift: string }>`update platform.clock set shift = shift returning shift::text`
  const found = await reads.serve(listed, undefined, async () => ({
    read: await inRecovery.execute(db),
    inTransaction: await transact(db, (tx) => inRecovery.execute(tx)),
    written: await advance.execute(db),
  }))
  const outside = await inRecovery.execute(db)
  expect([found.read, found.inTransaction, outside].map(({ rows }) => rows[0]?.standby)).toEqual([true, false, false])
  expect(found.written.rows).toHaveLength(1)
  await db.destroy()
  await reads.close()
})

test('a replica that is behind for longer than the bound is not used until it has caught up', async () => {
  const replica = openReplica({ primary: connection, connection: follower, size: 2, lagMsMax: 1000, log })
  await vi.waitFor(() => expect(replica.isClose()).toBe(true), waiting)
  await pair.standby.ask('select pg_wal_replay_pause()')
  await transact(nare.app.db, (tx) => sql`update platform.clock set shift = shift`.execute(tx))
  await vi.waitFor(() => expect(replica.isClose()).toBe(false), waiting)
  await pair.standby.ask('select pg_wal_replay_resume()')
  await vi.waitFor(() => expect(replica.isClose()).toBe(true), waiting)
  const shown = replica.shownUntilMs()
  // Nothing is written now, and the replica is as new as ever.
  await vi.waitFor(() => expect(replica.shownUntilMs()).toBeGreaterThan(shown + 1000), waiting)
  await replica.close()
})

test('a server that is no standby of the primary is not used', async () => {
  const replica = openReplica({
    primary: connection,
    connection: pair.primary.connection,
    size: 2,
    lagMsMax: 60_000,
    log,
  })
  await replica.compared
  expect(replica.isClose()).toBe(false)
  await replica.close()
})

test('when the replica is killed every read is answered, and it is used again once it is back', async () => {
  const one = await bettor()
  const placed = await bet(nare, one)
  await fromReplica(one)
  const reading = Array.from({ length: 50 }, () => bets(one))
  const killed = pair.standby.kill()
  expect(await Promise.all(reading)).toEqual(Array(50).fill([placed]))
  await killed
  const before = await answered('/v1/bets')
  expect(await bets(one)).toEqual([placed])
  expect((await answered('/v1/bets')).primary).toBeGreaterThan(before.primary)
  await pair.standby.start()
  await fromReplica(one)
})
