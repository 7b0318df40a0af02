import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { namesBehind } from '@nare/api/testing/pinned'
import { liveSocket, type SocketLike } from '@nare/client/live-socket'
import { liveStore } from '@nare/client/live-store'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench restart`: SIGHUP replaces the workers of a server one after another while sockets of the app's client are open and bets
 * are placed at full rate. Prints the failed commands (aim: 0), the commands that were resent, and the time until sockets reconnected.
 */
const processes = Number(process.env['PROCESSES'] ?? 2)
const socketCount = Number(process.env['BENCH_SOCKETS'] ?? 1000)
const lanes = 32
const bettorCount = 2000
const matchCount = 60
const triesMax = 20
const answersInMs = 5000
const beforeMs = 3000
/** The last sockets are closed three seconds after their worker left the port, and reconnect within ten. */
const afterMs = 16_000

type Bets = { placed: number; again: number; refused: number; failed: number; worstMs: number }
type Sockets = {
  open: number
  restarts: number
  readonly reconnectedAfterMs: number[]
  readonly otherCodes: Map<number, number>
}

await main()

async function main(): Promise<void> {
  const server = await startServer({ PROCESSES: String(processes), TRUST_PROXY: 'loopback', BET_QUEUE_MS: '5000' })
  try {
    const matches = await makeMatches(server, matchCount)
    const tokens = (await makeBettors(server, bettorCount)).map(({ token }) => token)
    const sockets = await openSockets(server, matches)
    const bets: Bets = { placed: 0, again: 0, refused: 0, failed: 0, worstMs: 0 }
    let isBetting = true
    const betting = Array.from({ length: lanes }, async () => {
      while (isBetting) await placeOne(server.url, { matches, tokens, bets })
    })
    await wait(beforeMs)
    const before = { placed: bets.placed, names: await namesBehind(server.url, processes) }
    const startedAt = performance.now()
    server.process.kill('SIGHUP')
    for (let names = before.names; names.some((name) => before.names.includes(name)); await wait(200))
      names = await namesBehind(server.url, processes)
    const replacedMs = performance.now() - startedAt
    await wait(afterMs)
    isBetting = false
    await Promise.all(betting)
    report({ bets, sockets, replacedMs, perSecond: before.placed / (beforeMs / 1000) })
    await compare(server, bets)
  } finally {
    await server.stop()
  }
  process.exit()
}

/** Opens the sockets with the app's client, each with a match's topic and a separate address. */
async function openSockets(server: BenchServer, matches: readonly Priced[]): Promise<Sockets> {
  const sockets: Sockets = { open: 0, restarts: 0, reconnectedAfterMs: [], otherCodes: new Map() }
  for (let n = 0; n < socketCount; n++) {
    const store = liveStore((run) => setImmediate(run))
    store.subscribe(`match:${matches[n % matches.length]?.matchId}`)
    let closedAtMs: number | undefined
    const open = (): SocketLike => {
      const headers = { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` }
      const socket = new WebSocket(new URL('/v1/live', server.url).href.replace('http', 'ws'), { headers })
      socket.on('error', () => undefined)
      socket.on('close', (code) => {
        if (code !== 1012) return void sockets.otherCodes.set(code, (sockets.otherCodes.get(code) ?? 0) + 1)
        sockets.restarts++
        closedAtMs = performance.now()
      })
      socket.on('open', () => {
        if (closedAtMs !== undefined) sockets.reconnectedAfterMs.push(performance.now() - closedAtMs)
        closedAtMs = undefined
      })
      return socket as unknown as SocketLike
    }
    const after = (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    }
    const timers = { after, nowMs: () => performance.now(), random: Math.random }
    const onConnection = (connection: { open: boolean }) => void (sockets.open += connection.open ? 1 : -1)
    liveSocket({ store, open, token: () => undefined, timers, onConnection }).start()
    if (n % 50 === 49) await wait(50)
  }
  for (let checks = 0; sockets.open < socketCount && checks < 300; checks++) await wait(100)
  return sockets
}

type Placing = { readonly matches: readonly Priced[]; readonly tokens: readonly string[]; readonly bets: Bets }

/** Places a bet like the app: retries with the same id until it has an answer. */
async function placeOne(url: URL, { matches, tokens, bets }: Placing): Promise<void> {
  const match = matches[randomInt(matches.length)]
  const pick = { sub_type_id: '1', odd_key: 'home_team', odd_value: match?.prices['home_team'] }
  const body = JSON.stringify({ id: randomUUID(), stake: '20', slip: [{ match_id: String(match?.matchId), ...pick }] })
  const token = tokens[randomInt(tokens.length)] ?? ''
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const startedAt = performance.now()
  for (let tries = 1; tries <= triesMax; tries++) {
    const signal = AbortSignal.timeout(answersInMs)
    const sent = fetch(new URL('/v1/bet', url), { method: 'POST', headers, body, signal })
    const status = await sent.then(
      async (reply) => (await reply.arrayBuffer()) && reply.status,
      () => undefined,
    )
    if (status === 200 || status === 201) {
      bets.placed++
      bets.worstMs = Math.max(bets.worstMs, performance.now() - startedAt)
      return
    }
    if (status !== undefined && status < 500) return void bets.refused++
    bets.again++
    await wait(100)
  }
  bets.failed++
}

type Report = { bets: Bets; sockets: Sockets; replacedMs: number; perSecond: number }

function report({ bets, sockets, replacedMs, perSecond }: Report): void {
  console.log(
    `\n${processes} workers replaced in ${(replacedMs / 1000).toFixed(1)} s under ${socketCount} sockets and ${perSecond.toFixed(0)} bets/s`,
  )
  console.log(
    `bets: ${bets.placed} placed, ${bets.failed} failed, ${bets.refused} refused, ${bets.again} resent; the slowest took ${bets.worstMs.toFixed(0)} ms`,
  )
  console.log(
    `sockets: ${sockets.restarts} closed with 1012, ${sockets.reconnectedAfterMs.length} reconnected, ${sockets.open} are open`,
  )
  for (const [code, count] of sockets.otherCodes) console.log(`closed with ${code}: ${count}`)
  console.log('reconnected after')
  const secondsMax = Math.ceil(Math.max(1, ...sockets.reconnectedAfterMs) / 1000)
  for (let second = 0; second < secondsMax; second++) {
    const count = sockets.reconnectedAfterMs.filter((ms) => Math.floor(ms / 1000) === second).length
    const bar = '#'.repeat(Math.ceil((count * 400) / Math.max(1, sockets.reconnectedAfterMs.length)))
    console.log(`${String(second).padStart(3)}-${second + 1} s ${String(count).padStart(6)} ${bar}`)
  }
}

/** Compares the number of stored bets with the number of acknowledged bets. */
async function compare(server: BenchServer, bets: Bets): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from betting.bet`.execute(server.db)
  const stored = rows[0]?.count ?? 0
  console.log(
    `stored ${stored} bets, acknowledged ${bets.placed}: ${stored === bets.placed ? 'the same' : 'DIFFERENT'}`,
  )
  if (stored !== bets.placed || bets.failed > 0) process.exitCode = 1
}
