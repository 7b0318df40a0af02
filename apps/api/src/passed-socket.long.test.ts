import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { BoundSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { sandbox } from '@nare/contract/sandbox'
import { openLedger, verifyLedger } from '#modules/ledger/ledger'
import { queryRow } from '#platform/db'
import { pick, slipOf } from '#testing/bets'
import { databaseUrl, testDatabase, type TestDatabase } from '#testing/database'
import { namesBehind, pidOf } from '#testing/pinned'
import { seedBettors } from '#testing/seed'
import { startProcess } from '#testing/server'
import { openServer } from '#testing/two-servers'

let base: TestDatabase
let folder: string
let socket: BoundSocket
let running: ChildProcess | undefined
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
  folder = await mkdtemp(join(tmpdir(), 'nare-passed-'))
  // It stays open and accepts nothing, as that of a socket unit.
  socket = new BoundSocket({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await stop()
  socket.close()
  await base.close()
  await rm(folder, { recursive: true, force: true })
})

const port = () => {
  const at = socket.address()
  return typeof at === 'string' ? 0 : at.port
}

async function start(env: Record<string, string>): Promise<void> {
  const pools = { DB_POOL: '4', DB_MONEY_POOL: '2', BET_QUEUE_MS: '60000', LIMIT_SESSION_MINUTE: '100000' }
  const given = { DATABASE_URL: databaseUrl(base.connection), PORT: String(port()), ...pools, ...env }
  const started = await startProcess({ dataDir: folder, env: given, socketFd: socket.fd() })
  running = started.child
  expect(started.url.port).toBe(String(port()))
}

async function stop(): Promise<void> {
  if (!running || running.exitCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  await ended
}

test('with a socket from systemd, no bet fails while the process is replaced by several, and these by one', async () => {
  await start({ PROCESSES: '1' })
  const house = (await openLedger({ db: base.db, currency: 'KES' })).house('house:sandbox')
  const people = await seedBettors(base.db, { count: 4, cents: 100_000_000n, house })
  // Each call has a connection of its own or a kept one, as the client chooses.
  const server = openServer(new URL(`http://127.0.0.1:${port()}`))
  const { body } = await server.call(sandbox.createMatch, {
    ...{ sport_id: '79', competition_name: 'Cup', home_team: 'Gor Mahia', away_team: 'Sofapaka' },
    ...{ home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' },
    start_time: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const statuses: number[] = []
  let isOver = false
  const loops = people.map(async ({ token }) => {
    while (!isOver) {
      const answer = await server.call(betting.place, slipOf([pick(body.match_id)]), token).catch(() => undefined)
      statuses.push(answer?.status ?? 0)
    }
  })
  const grows = async () => {
    const before = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 40)
  }
  await grows()
  await stop()
  await start({ PROCESSES: '2' })
  await grows()
  await stop()
  await start({ PROCESSES: '1' })
  await grows()
  isOver = true
  await Promise.all(loops)

  expect(statuses.filter((status) => status !== 201)).toEqual([])
  const stored = await queryRow<{ count: number }>(base.db)`select count(*)::int as count from betting.bet`
  expect(stored?.count).toBe(statuses.length)
  expect((await verifyLedger(base.db)).filter(({ broken }) => broken > 0)).toEqual([])
})

test('when all workers are lost at once, the primary ends, so that systemd starts it again', async () => {
  await stop()
  await start({ PROCESSES: '2' })
  const ended = once(running as ChildProcess, 'exit')
  const url = new URL(`http://127.0.0.1:${port()}`)
  for (const name of await namesBehind(url, 2)) process.kill(pidOf(name), 'SIGKILL')
  expect(await ended).toEqual([0, null])
  await start({ PROCESSES: '1' })
  expect((await openServer(url).get('/readyz')).status).toBe(200)
})

test('a server whose settings name another address than the socket does not start', async () => {
  await stop()
  await expect(start({ PORT: '1' })).rejects.toThrow('the server exited with 1')
})
