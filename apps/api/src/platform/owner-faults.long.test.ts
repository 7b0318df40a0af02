import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { postgresProxy } from '#testing/postgres-proxy'
import type { Connection } from './db.ts'
import { openLog } from './log.ts'
import { openOwners, untilAborted, type Owners } from './owners.ts'
import { soon } from './testing/soon.ts'

let base: TestDatabase
const opened: Owners[] = []

beforeAll(async () => {
  base = await testDatabase()
})
afterEach(async () => {
  for (const owners of opened.splice(0)) await owners.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
afterAll(() => base.close())

/** Owners on this connection, with the messages that they log. */
function owners(connection: Connection) {
  const lines: { msg: string; why?: string }[] = []
  const made = openOwners({ connection, log: openLog('info', { write: (line) => lines.push(JSON.parse(line)) }) })
  opened.push(made)
  return { ...made, logged: () => lines.map(({ msg, why }) => (why ? `${msg}: ${why}` : msg)) }
}

const became = 'this process became the owner'

/** The number of owner locks for this name. A lock that a session took twice is one row, until it is released twice. */
async function locksOf(name: string): Promise<number> {
  const client = new pg.Client(base.connection)
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and granted and classid = 5 and objid = hashtext($1)::oid
       and database = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  await client.end()
  return rowCount ?? 0
}

test('a name whose release failed is free after the next release', async () => {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  let failures = 1
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    // A statement that times out before it is sent.
    if (String(given[0]).includes('pg_advisory_unlock') && failures-- > 0)
      return Promise.reject(new Error('Query read timeout'))
    return query.apply(this, given)
  } as never)
  const one = owners(base.connection)
  const again = Promise.withResolvers<void>()
  let runs = 0
  const stop = one.ownAlone('released', async ({ signal }) => {
    if (++runs === 1) return
    again.resolve()
    await untilAborted(signal)
  })
  await again.promise
  expect(await locksOf('released')).toBe(1)
  await stop()
  expect(await locksOf('released')).toBe(0)
})

test('checks do not queue up while the database does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const silent: Socket[] = []
  let connections = 0
  let answers = false
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    if (answers) socket.destroy()
    else silent.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const one = owners({ host: '127.0.0.1', port, user: 'nobody' })
  one.ownAlone('hung', async ({ signal }) => untilAborted(signal))
  await soon(() => expect(silent).toHaveLength(1))
  vi.advanceTimersByTime(60_000)
  answers = true
  for (const socket of silent) socket.destroy()
  // Enough round trips for a queue of checks to connect again.
  const own = 100
  for (let n = 0; n < own; n++) {
    const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined)
    await once(socket, 'close')
  }
  expect(connections - own).toBe(1)
  server.close()
})

test('the loss of ownership is logged once, with its cause', async () => {
  const proxy = await postgresProxy(base.connection)
  const one = owners(proxy.connection)
  one.ownAlone('silent', async ({ signal }) => untilAborted(signal))
  await soon(() => expect(one.logged()).toEqual([became]))
  const blocked = proxy.blockStatements('update platform.owner set beat_at')
  await blocked.met
  await soon(() => expect(one.logged()).toHaveLength(2))
  blocked.release()
  await soon(() => expect(one.logged().at(-1)).toBe(became))
  expect(one.logged()).toEqual([became, 'this process lost its ownership: the heartbeat was not written', became])
  await one.close()
  await proxy.close()
})
