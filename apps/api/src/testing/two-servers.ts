import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { openLedger } from '#modules/ledger/ledger'
import type { Connection } from '#platform/db'
import { callbackSecret } from './callback-secret.ts'
import { databaseUrl, testDatabase, type TestDatabase } from './database.ts'
import { redisServer, type RedisServer } from './redis-server.ts'
import { seedBettors, type SeededBettor } from './seed.ts'
import { startProcess } from './server.ts'

export type Server = Calls & { readonly child: ChildProcess }

export type Calls = {
  call<R extends Route>(route: R, input: Sent<R>, token?: string): Promise<{ status: number; body: Answer<R> }>
  get(path: string): Promise<{ status: number; body: unknown }>
  /** Opens a socket of a bettor that subscribes to these topics. */
  socket(token: string, topics: readonly string[]): Promise<LiveSocket>
}

export type LiveSocket = {
  /** The newest state of a topic and key. */
  state(topic: string, key?: string): Record<string, unknown> | undefined
  /** All states of a topic in their order. */
  states(topic: string): Record<string, unknown>[]
  /** The close code; undefined while the socket is open. */
  code(): number | undefined
  close(): void
}

export type TwoServers = {
  readonly base: TestDatabase
  readonly redis: RedisServer
  readonly a: Server
  readonly b: Server
  bettors(count: number, shillings: number): Promise<SeededBettor[]>
  close(): Promise<void>
}

type Options = {
  /** Runs before the servers start. */
  readonly prepare?: (base: TestDatabase) => Promise<unknown>
  /** Returns the second server's connection to the database. */
  readonly second?: (own: Connection) => Promise<Connection>
}

/** Two servers on one database that share a separate Redis. */
export async function twoServers(
  env: Record<string, string>,
  { prepare, second = async (own) => own }: Options = {},
): Promise<TwoServers> {
  const [base, redis] = await Promise.all([testDatabase({ size: 2 }), redisServer()])
  await prepare?.(base)
  const folder = await mkdtemp(join(tmpdir(), 'nare-two-'))
  const started: ChildProcess[] = []

  async function start(name: string, connection: Connection): Promise<Server> {
    const shared = { REDIS_URL: redis.url, CALLBACK_SECRET: callbackSecret, DB_POOL: '4', DB_MONEY_POOL: '2' }
    const { child, url } = await startProcess({
      dataDir: join(folder, name),
      env: { DATABASE_URL: databaseUrl(connection), ...shared, ...env },
      logs: process.env['TEST_LOG'] ? 'inherit' : 'ignore',
    })
    started.push(child)
    return { child, ...openServer(url) }
  }

  const a = await start('a', base.connection)
  const b = await start('b', await second(base.connection))
  const ledger = await openLedger({ db: base.db, currency: 'KES' })
  return {
    base,
    redis,
    a,
    b,
    bettors: (count, shillings) =>
      seedBettors(base.db, { count, cents: BigInt(shillings) * 100n, house: ledger.house('house:sandbox') }),
    async close() {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await redis.close()
      await base.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The calls of a server at this address. */
export function openServer(at: URL): Calls {
  return {
    async call(route, input, token) {
      const { url, rest } = address(route, input as Record<string, unknown>)
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const body = route.method === 'GET' ? {} : { body: JSON.stringify(rest) }
      const reply = await fetch(new URL(url, at), { method: route.method, headers, ...body })
      return { status: reply.status, body: (await reply.json()) as never }
    },
    async get(path) {
      const reply = await fetch(new URL(path, at))
      return { status: reply.status, body: await reply.json() }
    },
    async socket(token, topics) {
      const ws = new WebSocket(new URL('/v1/live', at.href.replace('http', 'ws')))
      let code: number | undefined
      const received: { topic?: string; key?: string; state?: Record<string, unknown> }[] = []
      ws.on('error', () => undefined)
      ws.on('close', (ended: number) => (code = ended))
      ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
      await once(ws, 'open')
      ws.send(JSON.stringify({ auth: token }))
      ws.send(JSON.stringify({ subscribe: topics }))
      const messagesOf = (topic: string) =>
        received.filter((message) => message.topic === topic && message.state !== undefined)
      return {
        state: (topic, key?: string) =>
          messagesOf(topic).findLast((message) => key === undefined || message.key === key)?.state,
        states: (topic) => messagesOf(topic).map(({ state = {} }) => state),
        code: () => code,
        close: () => ws.terminate(),
      }
    },
  }
}
