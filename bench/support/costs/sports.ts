import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import type { SeededBettor } from '@nare/api/testing/seed'
import { load, post } from '../load.ts'
import { runPlacing } from '../placing.ts'
import { startServer, type BenchServer } from '../server.ts'
import { seedBets, settleByApi } from '../settling.ts'
import { runWallet } from '../wallet-load.ts'
import { openSessions } from '../wallet-sessions.ts'
import { makeBettors, makeMatches, type Priced } from '../world.ts'
import { bytesByTable, costOf, type Cost, type CostName, type Costs } from './costs.ts'
import { openProbe, type Probe, type Usage } from './probe.ts'

export const openEnv = { TRUST_PROXY: '1', LIMITS_BY_ADDRESS: 'off' }
const bettorCount = 10_000
const matchCount = 300
const connections = 64
const settledMatches = 30
const settledBets = 20_000
const cashOuts = 1500
const idleMs = 8000

/** A server with its probe and its use of resources without requests. */
export type Metered = { server: BenchServer; owner: Db; probe: Probe; idle: Costs['idle'] }
export type Found = Partial<Record<CostName, Cost>>

/** Starts a server, measures it without requests, runs `work` and stops it. */
export async function metered<T>(env: Record<string, string>, work: (metered: Metered) => Promise<T>): Promise<T> {
  const server = await startServer({ ...openEnv, ...env })
  const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
  try {
    await sql`set statement_timeout = 0`.execute(owner)
    const probe = await openProbe({ owner, pid: server.process.pid ?? 0 })
    await wait(2000)
    const rest = await probe.measure(() => wait(idleMs))
    const idle = { nodeMs: rest.nodeMs / rest.seconds, postgresMs: rest.postgresMs / rest.seconds }
    return await work({ server, owner, probe, idle })
  } finally {
    await owner.destroy()
    await server.stop()
  }
}

type World = Metered & { seconds: number; matches: Priced[]; bettors: SeededBettor[] }

/** Pages, bets, cash-outs, settlement and a provider's wallet, on one server, one after the other. */
export function measureSports(seconds: number) {
  return metered({}, async (measured) => {
    const matches = await makeMatches(measured.server, matchCount)
    const bettors = await makeBettors(measured.server, bettorCount)
    const world = { ...measured, seconds, matches, bettors }
    await warm(world)
    const found: Found = {}
    for (const [name, path] of pagesOf(matches)) found[name] = await reads(world, path)
    const { bet, ...placed } = await placing(world)
    const { settlement, ...settled } = await settling(world)
    Object.assign(found, placed, await cashingOut(world), settled, await wallet(world))
    const memory = await measured.probe.memory()
    return {
      found,
      stored: { bet, settlement },
      memory,
      idle: measured.idle,
      flushMs: await flushMs(measured.owner),
    }
  })
}

async function warm({ server, owner, matches, bettors }: World): Promise<void> {
  const tokens = bettors.map(({ token }) => token)
  const waiting = [...tokens]
  const next = (): string | undefined => {
    const token = waiting.pop()
    return token && post('/v1/balance', {}, token)
  }
  await load({ url: server.url, connections, seconds: 60, next })
  await runPlacing({ url: server.url.href, matches, tokens, connections: 256, seconds: 4 })
  await sql`vacuum analyze`.execute(owner)
  await sql`checkpoint`.execute(owner)
  // The first bets after a checkpoint log whole pages.
  await runPlacing({ url: server.url.href, matches, tokens, connections: 256, seconds: 4 })
}

const pagesOf = (matches: readonly Priced[]): [CostName, (n: number, token: string) => string][] => [
  ['page', () => get('/v1/matches?sport_id=79&when=highlights&limit=30')],
  ['matchPage', (n) => get(`/v1/match/${matches[n % matches.length]?.matchId}`)],
  ['balance', (_, token) => post('/v1/balance', {}, token)],
]

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: bench\r\naccept: */*\r\n\r\n`

async function reads({ server, probe, idle, seconds, bettors }: World, text: (n: number, token: string) => string) {
  let n = 0
  let done = 0
  const next = (): string => text(n++, bettors[n % bettors.length]?.token ?? '')
  const usage = await probe.measure(async () => {
    const { byStatus } = await load({ url: server.url, connections, seconds, next })
    done = byStatus.get(200) ?? 0
    if (byStatus.size !== 1) throw new Error(`reads were refused: ${JSON.stringify([...byStatus])}`)
  })
  return costOf(usage, done, idle)
}

/** Bets of 1, 3 and 10 legs at full rate, of 3 legs on four connections, and singles on only three outcomes. */
async function placing({ server, probe, idle, seconds, matches, bettors }: World) {
  const tokens = bettors.map(({ token }) => token)
  const run = async (of: { legs: number; connections?: number; matches?: Priced[] }): Promise<[Usage, number]> => {
    let count = 0
    const usage = await probe.measure(async () => {
      const placed = await runPlacing({ url: server.url.href, matches, tokens, connections, seconds, ...of })
      count = countOf(placed.statuses, 201)
      if (placed.refused > 0) console.log(`  refused: ${placed.statuses}`)
    })
    return [usage, count]
  }
  const three = await run({ legs: 3 })
  return {
    bet1: costOf(...(await run({ legs: 1 })), idle),
    bet3: costOf(...three, idle),
    bet10: costOf(...(await run({ legs: 10 })), idle),
    bet3Quiet: costOf(...(await run({ legs: 3, connections: 4 })), idle),
    betHot: costOf(...(await run({ legs: 1, matches: matches.slice(0, 1) })), idle),
    bet: bytesByTable(...three),
  }
}

/** Three-leg bets that lose, win or stay open, and the readers of the settled feed: points, boards, wagering. */
async function settling({ server, owner, probe, idle, bettors }: World) {
  const matches = await makeMatches(server, settledMatches)
  await seedBets(owner, { matches, bettors: bettors.map(({ id }) => id), bets: settledBets })
  await sql`vacuum analyze`.execute(owner)
  await followed(owner)
  const usage = await probe.measure(async () => {
    for (let n = 0; n < matches.length; n++) await settleByApi(server.url, matches, n)
    await followed(owner)
  })
  const settlement = bytesByTable(usage, settledBets)
  return { settledLeg: costOf(usage, settledBets * 3, idle), settlement }
}

/** Waits until every reader has read the whole settled feed. */
async function followed(db: Db): Promise<void> {
  for (let polls = 0; polls < 600; polls++) {
    const { rows } = await sql<{ left: string }>`
      select ((select coalesce(max(no), 0) from betting.settled) - coalesce(min(no), 0))::text as left from betting.settled_reader`.execute(
      db,
    )
    const open = await sql<{
      open: string
    }>`select count(*)::text as open from betting.settlement where done_at is null`.execute(db)
    if (Number(rows[0]?.left) <= 0 && Number(open.rows[0]?.open) === 0) return
    await wait(100)
  }
  throw new Error('the readers did not read the settled feed within a minute')
}

async function cashingOut({ server, probe, idle, matches, bettors }: World) {
  const bets: { id: string; token: string }[] = []
  for (const [n, { token }] of bettors.slice(0, cashOuts).entries()) {
    const slip = [0, 1, 2].map((leg) => ({
      ...{ match_id: String(matches[(n + leg * 7) % matches.length]?.matchId), sub_type_id: '1' },
      ...{ odd_key: 'home_team', odd_value: '2.10' },
    }))
    const { bet } = await call<{ bet: { bet_id: string } }>(
      server,
      '/v1/bet',
      { id: randomUUID(), stake: '20', slip },
      token,
    )
    bets.push({ id: bet.bet_id, token })
  }
  const inTurns = async (work: (bet: { id: string; token: string }) => Promise<unknown>): Promise<Usage> => {
    const waiting = [...bets]
    const worker = async (): Promise<void> => {
      for (let bet = waiting.pop(); bet; bet = waiting.pop()) await work(bet)
    }
    return probe.measure(async () => void (await Promise.all(Array.from({ length: 16 }, worker))))
  }
  const quote = ({ id, token }: { id: string; token: string }) =>
    call<{ quote_id: string }>(server, `/v1/bets/${id}/cash-out/quote`, {}, token)
  const quotes = await inTurns(quote)
  const takes = await inTurns(async (bet) => {
    const { quote_id } = await quote(bet)
    await call(server, `/v1/bets/${bet.id}/cash-out`, { id: randomUUID(), quote_id }, bet.token)
  })
  return { cashOutQuote: costOf(quotes, bets.length, idle), cashOut: costOf(takes, bets.length, idle) }
}

async function wallet({ server, probe, idle, seconds, bettors }: World) {
  const ids = bettors.map(({ id }) => id)
  await openSessions(server, ids)
  const run = { url: server.url.href, bettors: ids.map(String), connections, rate: 0 }
  await runWallet({ ...run, seconds: 2 })
  let done = 0
  const usage = await probe.measure(async () => {
    done = countOf((await runWallet({ ...run, seconds })).statuses, 200)
  })
  return { wallet: costOf(usage, done, idle) }
}

/** The median of 200 commits of a few bytes, one after the other. */
async function flushMs(owner: Db): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < 200; n++) {
    const from = performance.now()
    await sql`select pg_logical_emit_message(true, 'bench', 'x')`.execute(owner)
    took.push(performance.now() - from)
  }
  return took.sort((a, b) => a - b)[took.length >> 1] ?? 0
}

/** The number of answers with a status in a load run. */
export function countOf(statuses: string, status: number): number {
  return new Map(JSON.parse(statuses) as [number, number][]).get(status) ?? 0
}

/** Makes a call by fetch; throws unless it succeeds. */
export async function call<T>(server: BenchServer, path: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(new URL(path, server.url), { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await reply.json()) as T
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}
