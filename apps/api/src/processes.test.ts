import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveMessage } from '@nare/contract/live'
import { leagueLegSummary } from '#modules/league/league'
import { openLedger, verifyLedger } from '#modules/ledger/ledger'
import { verifyTickets } from '#modules/tickets/tickets'
import { databaseUrl, testDatabase, type TestDatabase } from '#testing/database'
import { namesBehind, pidOf, pinnedTo, type Pinned } from '#testing/pinned'
import { seedBettors } from '#testing/seed'
import { startProcess } from '#testing/server'

/** The maximum of every wait. A wait reaches it only if a message or a commit is lost. */
const waiting = { timeout: 120_000, interval: 20 }
const startPrice = '2.10'
/** After this time a client sends a bet again, in milliseconds. */
const answersInMs = 5000

let base: TestDatabase
let folder: string
let server: ChildProcess
let url: URL
let names: string[]
const pinned: Pinned[] = []
const sockets: WebSocket[] = []

beforeAll(async () => {
  base = await testDatabase({ size: 4 })
  folder = await mkdtemp(join(tmpdir(), 'nare-processes-'))
  const season = join(folder, 'E0.csv')
  const head = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,B365H,B365D,B365A'
  await writeFile(season, `${head}\nE0,16/08/2024,20:00,Arsenal,Everton,1,0,H,2.0,3.4,3.8\n`)
  const started = await startProcess({
    dataDir: folder,
    env: {
      ...{
        DATABASE_URL: databaseUrl(base.connection),
        DB_POOL: '6',
        DB_MONEY_POOL: '3',
        PROCESSES: '2',
        BET_QUEUE_MS: '60000',
        FEED: `replay:${season}`,
      },
      ...{ LEAGUE: 'on', LEAGUE_CYCLE: '2,0.5,2,0.5', CRASH: 'on', CRASH_CYCLE: '1,0.5', CRASH_GAMES: '2000' },
    },
  })
  server = started.child
  url = started.url
  names = await namesBehind(url, 2)
  for (const name of names) pinned.push(await pinnedTo(url, name))
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  server.kill('SIGTERM')
  await once(server, 'exit')
  for (const address of pinned) await address.close()
  await base.close()
  await rm(folder, { recursive: true, force: true })
})

type State = Record<string, unknown>

/** A reader of one process: the newest state of each topic and key by its version, and all phases of crash rounds and league rounds. */
async function readerOf(at: string, { token, topics }: { token: string; topics: readonly string[] }) {
  const states = new Map<string, { version: number; state: State }>()
  const seen = new Set<string>()
  const socket = new WebSocket(new URL('/v1/live', at).href.replace('http', 'ws'))
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    const { topic, key, version, state } = JSON.parse(data.toString()) as Partial<LiveMessage> & { state?: State }
    if (topic === undefined || version === undefined || state === undefined) return
    const name = key ? `${topic} ${key}` : topic
    // The states that a subscription begins with may come after a newer one.
    if (version >= (states.get(name)?.version ?? 0)) states.set(name, { version, state })
    if (topic === 'crash' || topic.startsWith('league:'))
      seen.add(`${topic} ${String(state['round_id'])} ${String(state['phase'] ?? state['state'])}`)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ auth: token }))
  socket.send(JSON.stringify({ subscribe: topics }))
  return { seen, state: (key: string) => states.get(key)?.state }
}

async function post(at: string, path: string, body: object, { token, inMs }: { token?: string; inMs?: number } = {}) {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const reply = await fetch(new URL(path, at), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(inMs ?? waiting.timeout),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const slip = (match_id: string, id: string) => ({
  id,
  stake: '20',
  slip: [{ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: startPrice }],
})

async function newMatch(at: string, home_team: string): Promise<string> {
  const created = await post(at, '/sandbox/feed/matches', {
    ...{ sport_id: '79', competition_name: 'Cup', home_team, away_team: 'Sofapaka' },
    ...{ start_time: new Date(Date.now() + 3_600_000).toISOString() },
    ...{ home_odd: startPrice, neutral_odd: '3.10', away_odd: '3.60' },
  })
  expect(created.status).toBe(201)
  return String(created.body['match_id'])
}

/** Sends a bet with the same id until it gets a response. Returns how often it was sent. */
async function betUntilAnswered(at: () => string, { match, token }: { match: string; token: string }): Promise<number> {
  const body = slip(match, crypto.randomUUID())
  for (let sent = 1; ; sent++) {
    const reply = await post(at(), '/v1/bet', body, { token, inMs: answersInMs }).catch(() => undefined)
    if (reply && reply.status < 500) {
      expect([200, 201]).toContain(reply.status)
      return sent
    }
  }
}

const epochs = async (): Promise<Map<string, bigint>> => {
  const { rows } = await sql<{ name: string; epoch: bigint }>`select name, epoch from platform.owner`.execute(base.db)
  return new Map(rows.map(({ name, epoch }) => [name, epoch]))
}

test('two workers show the same states; when one is killed, the other takes over and nothing is lost', async () => {
  const [first, second] = pinned.map(({ url: at }) => at) as [string, string]
  const house = (await openLedger({ db: base.db, currency: 'KES' })).house('house:sandbox')
  const [bettor] = await seedBettors(base.db, { count: 1, cents: 1_000_000n, house })
  const token = bettor?.token ?? ''
  const match = await newMatch(first, 'Gor Mahia')
  const topics = ['balance', 'bets', `match:${match}`, `market:${match}:1`, 'league:1', 'crash']
  const readers = await Promise.all([first, second].map((at) => readerOf(at, { token, topics })))
  const both = (read: (reader: (typeof readers)[number]) => unknown) => expect.poll(() => readers.map(read), waiting)
  await both(({ state }) => state('balance')?.['balance']).toEqual(['10000.00', '10000.00'])

  // A bet at each worker, with the balance after it.
  for (const [at, balance] of [
    [first, '9980.00'],
    [second, '9960.00'],
  ] as const) {
    const placed = await post(at, '/v1/bet', slip(match, crypto.randomUUID()), { token })
    expect(placed.status).toBe(201)
    const { bet_id: id } = placed.body['bet'] as { bet_id: string }
    await both(({ state }) => [state('balance')?.['balance'], state(`bets ${id}`)?.['state']]).toEqual([
      [balance, 'open'],
      [balance, 'open'],
    ])
  }

  // A suspension, a goal, and a bet that the other worker must refuse.
  const drive = async (at: string, change: object): Promise<void> => {
    expect(await post(at, `/sandbox/feed/matches/${match}`, change)).toMatchObject({ status: 200 })
  }
  await drive(first, { suspend: true })
  await both(({ state }) => state(`market:${match}:1`)?.['state']).toEqual(['suspended', 'suspended'])
  expect((await post(second, '/v1/bet', slip(match, crypto.randomUUID()), { token })).status).toBe(422)
  await drive(second, { suspend: false, odds: { '1': { home_team: startPrice, draw: '3.10', away_team: '3.60' } } })
  await both(({ state }) => state(`market:${match}:1`)?.['state']).toEqual(['open', 'open'])
  const live = await newMatch(second, 'Tusker')
  const watching = await Promise.all([first, second].map((at) => readerOf(at, { token, topics: [`match:${live}`] })))
  await post(first, `/sandbox/feed/matches/${live}`, { state: 'live', minute: 12, score: '1:0' })
  await expect.poll(() => watching.map(({ state }) => state(`match:${live}`)?.['home_score']), waiting).toEqual([1, 1])

  // A round of the league and a flight of the crash game.
  const common = (like: RegExp) =>
    [...(readers[0]?.seen ?? [])].filter((seen) => like.test(seen) && readers[1]?.seen.has(seen)).length
  await expect.poll(() => common(/^league:1 \S+ playing$/), waiting).toBeGreaterThan(0)
  await expect.poll(() => common(/^crash \S+ flying$/), waiting).toBeGreaterThan(0)

  // The first worker owns everything: it was the only one at the start.
  const before = await epochs()
  const bets = { placed: 2, sent: 0, going: true }
  const stream = async (start: number): Promise<void> => {
    for (let n = start; bets.going; n++) {
      bets.sent += await betUntilAnswered(() => [second, url.href][n % 2] ?? second, { match, token })
      bets.placed++
    }
  }
  const streams = [stream(0), stream(1)]
  await expect.poll(() => bets.placed, waiting).toBeGreaterThan(10)
  readers[1]?.seen.clear()
  process.kill(pidOf(names[0] ?? ''), 'SIGKILL')
  const owned = ['feed', 'league:1', 'crash']
  await expect
    .poll(async () => {
      const after = await epochs()
      return owned.every((name) => (after.get(name) ?? 0n) > (before.get(name) ?? 0n))
    }, waiting)
    .toBe(true)
  const placedThen = bets.placed
  await expect.poll(() => bets.placed, waiting).toBeGreaterThan(placedThen + 5)
  bets.going = false
  await Promise.all(streams)

  // The other worker continues the rounds and flights, and its reader has every bet.
  const rounds = (like: RegExp) => [...(readers[1]?.seen ?? [])].filter((seen) => like.test(seen)).length
  await expect.poll(() => Math.min(rounds(/^league:1 /), rounds(/^crash /)), waiting).toBeGreaterThan(2)
  const stored = await sql<{ count: number }>`select count(*)::int as count from betting.bet`.execute(base.db)
  expect(stored.rows[0]?.count).toBe(bets.placed)
  const left = `${(10_000 - 20 * bets.placed).toFixed(2)}`
  await expect.poll(() => readers[1]?.state('balance')?.['balance'], waiting).toBe(left)

  // A third worker replaces the first, and shows the same states.
  const now = await namesBehind(url, 2)
  expect(now[0]).toBe(names[1])
  const third = await pinnedTo(url, now[1] ?? '')
  pinned.push(third)
  const reader = await readerOf(third.url, { token, topics: ['balance', `match:${live}`] })
  await expect.poll(() => reader.state('balance')?.['balance'], waiting).toBe(left)
  await expect.poll(() => reader.state(`match:${live}`)?.['home_score'], waiting).toBe(1)
  const checks = [...(await verifyLedger(base.db)), ...(await verifyTickets(base.db, [leagueLegSummary]))]
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([])
}, 600_000)

/** The status of a call on a separate connection. */
function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(waiting.timeout)
    get(new URL('/healthz', url), { agent: false, signal }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })
}

test('when a worker is killed before it accepts a new connection, another worker answers the call', async () => {
  const names = await namesBehind(url, 2)
  const [pid] = names.map(pidOf) as [number]
  process.kill(pid, 'SIGSTOP')
  await expect.poll(async () => /\) T /.test(await readFile(`/proc/${pid}/stat`, 'utf8')), waiting).toBe(true)
  const statuses: number[] = []
  const calls = Array.from({ length: 8 }, async () => statuses.push(await ask()))
  // One connection was handed to the stopped worker; the other worker answers all of them.
  await expect.poll(() => statuses.length, waiting).toBe(7)
  process.kill(pid, 'SIGKILL')
  await Promise.all(calls)
  for (let n = 0; n < 8; n++) statuses.push(await ask())
  expect(statuses).toEqual(statuses.map(() => 200))
})
