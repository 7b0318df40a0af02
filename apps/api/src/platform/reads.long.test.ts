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
/** An application that uses the replica, whatever its lag. */
let withReplica: TestApp
/** Another application. The first does not learn of its writes. */
let unconnected: TestApp

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
  withReplica = await testApp(env, { size: 4, base })
  unconnected = await testApp({}, { size: 4, base })
}, 60_000)
afterAll(async () => {
  await withReplica.close()
  await unconnected.close()
  await withReplica.base.close()
  await pair.close()
})

async function bettor(): Promise<SeededBettor> {
  const seeded = await withReplica.bettor()
  return seeded
}

async function bet(on: TestApp, { token }: SeededBettor): Promise<string> {
  const match = await on.match()
  const slip = [{ match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }]
  const placed = await on.call(betting.place, { id: randomUUID(), stake: '20', slip }, token)
  expect(placed.status).toBe(201)
  return placed.body.bet.bet_id
}

async function bets({ token }: SeededBettor): Promise<string[]> {
  const { status, body } = await withReplica.call(betting.bets, {}, token)
  expect(status).toBe(200)
  return body.data.map(({ bet_id }) => bet_id)
}

/** The number of statements of this call that each server has answered. */
async function answered(place: string): Promise<{ replica: number; primary: number }> {
  const { body } = await withReplica.app.app.inject({ method: 'GET', url: '/metrics' })
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

test('while the replica is behind, the history, statement and CSV file of a bettor show bets placed on this process; those of others may be old', async () => {
  const [own, others] = [await bettor(), await bettor()]
  const first = await bet(withReplica, own)
  const theirs = await bet(unconnected, others)
  await fromReplica(own)
  expect(await bets(own)).toEqual([first])
  await pair.standby.ask('select pg_wal_replay_pause()')
  const second = await bet(withReplica, own)
  await bet(unconnected, others)
  expect(await bets(own)).toEqual([second, first])
  expect((await withReplica.call(ledger.transactions, {}, own.token)).body.data[0]?.about?.id).toBe(second)
  const headers = { authorization: `Bearer ${own.token}` }
  const file = await withReplica.app.app.inject({ method: 'GET', url: '/v1/bets.csv', headers })
  expect(parse<Record<string, string>>(file.body, { columns: true })).toHaveLength(2)
  expect(await bets(others)).toEqual([theirs])
  await pair.standby.ask('select pg_wal_replay_resume()')
  await fromReplica(own)
  expect(await bets(own)).toEqual([second, first])
  expect(await bets(others)).toHaveLength(2)
})

test('a bet is found by its command id immediately, whichever process placed it, because this call never uses the replica', async () => {
  const player = await bettor()
  await fromReplica(player)
  await pair.standby.ask('select pg_wal_replay_pause()')
  const id = await bet(unconnected, player)
  expect((await withReplica.call(betting.bet, { id }, player.token)).status).toBe(200)
  await pair.standby.ask('select pg_wal_replay_resume()')
})

test('a call that may read from the replica still runs transactions and writing statements on the primary', async () => {
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

test('a replica whose lag exceeds the limit is not used until it has caught up', async () => {
  const replica = openReplica({ primary: connection, connection: follower, size: 2, lagMsMax: 1000, log })
  await vi.waitFor(() => expect(replica.isClose()).toBe(true), waiting)
  await pair.standby.ask('select pg_wal_replay_pause()')
  await transact(withReplica.app.db, (tx) => sql`update platform.clock set shift = shift`.execute(tx))
  await vi.waitFor(() => expect(replica.isClose()).toBe(false), waiting)
  await pair.standby.ask('select pg_wal_replay_resume()')
  await vi.waitFor(() => expect(replica.isClose()).toBe(true), waiting)
  const shown = replica.shownUntilMs()
  // While nothing is written, the replica stays up to date.
  await vi.waitFor(() => expect(replica.shownUntilMs()).toBeGreaterThan(shown + 1000), waiting)
  await replica.close()
})

test('a server that is not a standby of the primary is not used', async () => {
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

test('when the replica is killed, every read still succeeds, and the replica is used again after its restart', async () => {
  const player = await bettor()
  const placed = await bet(withReplica, player)
  await fromReplica(player)
  const reading = Array.from({ length: 50 }, () => bets(player))
  const killed = pair.standby.kill()
  expect(await Promise.all(reading)).toEqual(Array(50).fill([placed]))
  await killed
  const before = await answered('/v1/bets')
  expect(await bets(player)).toEqual([placed])
  expect((await answered('/v1/bets')).primary).toBeGreaterThan(before.primary)
  await pair.standby.start()
  await fromReplica(player)
})
