import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomInt, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeDatabase } from '@nare/api/platform/database'
import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { openPostgresPair, type PostgresPair } from '@nare/api/testing/postgres-pair'
import { startProcess } from '@nare/api/testing/server'
import { load, post } from './support/load.ts'
import type { BenchServer } from './support/server.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench failover`: bets at full rate through HTTP while the primary is killed with SIGKILL and its synchronous standby is
 * promoted immediately. Every command without a final answer is then sent again with the same id. Prints the seconds without accepted
 * bets, the number of acknowledged bets that are missing and of bets placed twice (both must be 0), the time until the owners of feed,
 * league and crash write again, and the result of `ledger:verify`.
 */
const log = openLog('silent')
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 64)
const secondsBefore = 10
const secondsAfter = 20
const matchCount = 300
const bettorCount = 5_000
const ownersBackInMs = 60_000
const resendsMax = 20
const database = 'nare'

/** A bet as it was sent, and its last answer. */
type Sent = { readonly request: string; status: number }

await main()

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-failover-'))
  const pair = await openPostgresPair({ log })
  try {
    await makeDatabase(pair.primary.connection, database)
    await pair.makeSynchronous()
    const address = pair.address('read-write', database)
    const env = { DATABASE_URL: address, FEED: 'simulated', LEAGUE: 'on', CRASH: 'on', LOG_LEVEL: 'silent' }
    const { child, url } = await startProcess({ dataDir: folder, env, logs: 'inherit' })
    const connection = { connectionString: address }
    const { db } = openDb(connection, { size: 2, log })
    const server: BenchServer = { url, db, connection, process: child, stop: async () => undefined }
    try {
      await measure(server, pair)
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await db.destroy()
    }
    const wrong = await verify({ ...env, DATA_DIR: folder })
    console.log(`ledger:verify: ${wrong === 0 ? 'every check is ok' : `exit code ${wrong}`}`)
    if (wrong !== 0) process.exitCode = 1
  } finally {
    await pair.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(server: BenchServer, pair: PostgresPair): Promise<void> {
  console.log(`creating ${matchCount} matches and ${bettorCount} bettors …`)
  const bet = bets(
    await makeMatches(server, matchCount),
    (await makeBettors(server, bettorCount)).map(({ token }) => token),
  )
  await ownersAfter(server, new Date(0))
  const sent = new Map<string, Sent>()
  const acceptedAt: number[] = []
  const placing = load({
    url: server.url,
    connections,
    seconds: secondsBefore + secondsAfter,
    next() {
      const { id, request } = bet()
      sent.set(id, { request, status: 0 })
      return request
    },
    onAnswer(status, request) {
      if (status === 201) acceptedAt.push(performance.now())
      const command = sent.get(idOf(request))
      if (command) command.status = status
    },
  })
  await wait(secondsBefore * 1000)
  const ownersBefore = new Date(
    (await sql<{ at: Date }>`select platform.real_now() as at`.execute(server.db)).rows[0]?.at ?? 0,
  )
  const killedAt = performance.now()
  await pair.primary.kill()
  await pair.standby.ask('select pg_promote(wait => true)')
  const promotedAt = performance.now()
  const owners = ownersAfter(server, ownersBefore).then((names) => ({ names, atMs: performance.now() }))
  await placing
  const newOwners = await owners

  const before = acceptedAt.filter((at) => at <= killedAt)
  const after = acceptedAt.filter((at) => at > promotedAt)
  const seconds = (ms: number) => (ms / 1000).toFixed(2)
  console.log(
    `\n${connections} connections, ${(before.length / secondsBefore).toFixed(0)} bets/s before, commits wait for the standby's disk`,
  )
  console.log(`standby promoted ${seconds(promotedAt - killedAt)} s after the kill`)
  console.log(`seconds without accepted bets: ${seconds((after[0] ?? Infinity) - (before.at(-1) ?? 0))}`)
  console.log(`${((after.length / ((acceptedAt.at(-1) ?? 0) - (after[0] ?? 0))) * 1000).toFixed(0)} bets/s afterwards`)
  console.log(
    `owners on the new primary (${newOwners.names.join(', ')}): ${seconds(newOwners.atMs - killedAt)} s after the kill`,
  )

  const acknowledged = [...sent].filter(([, { status }]) => status === 201).map(([id]) => id)
  const resent = await resend(server, sent)
  const stored = await storedTimes(server, [...sent.keys()])
  const lost = acknowledged.filter((id) => !stored.has(id)).length
  const lostResent = resent.accepted.filter((id) => !stored.has(id)).length
  const doubled = [...stored.values()].filter((times) => times > 1).length
  const unacknowledged = stored.size - acknowledged.length - resent.accepted.length
  console.log(
    `${acknowledged.length} bets acknowledged, ${resent.count} commands resent, ${resent.already} of them placed before`,
  )
  console.log(
    `acknowledged bets lost: ${lost + lostResent}, bets placed twice: ${doubled}, placed without an acknowledgement: ${unacknowledged}`,
  )
  if (lost + lostResent + doubled + unacknowledged > 0) process.exitCode = 1
}

/** Makes three-leg accumulators of random bettors, each with its id. */
function bets(matches: readonly Priced[], tokens: readonly string[]): () => { id: string; request: string } {
  const third = Math.floor(matches.length / 3)
  const pick = (part: number) => {
    const match = matches[part * third + randomInt(third)]
    return {
      match_id: String(match?.matchId),
      sub_type_id: '1',
      odd_key: 'draw',
      odd_value: match?.prices['draw'] ?? '',
    }
  }
  return () => {
    const id = randomUUID()
    const slip = { id, stake: '20', slip: [pick(0), pick(1), pick(2)] }
    return { id, request: post('/v1/bet', slip, tokens[randomInt(tokens.length)]) }
  }
}

function idOf(request: string): string {
  return /"id":"([0-9a-f-]{36})"/.exec(request)?.[1] ?? ''
}

/** Resends every command without a final answer until it has one. */
async function resend(server: BenchServer, sent: ReadonlyMap<string, Sent>) {
  const existing = await storedTimes(server, [...sent.keys()])
  const open = [...sent].filter(([, { status }]) => status !== 201 && !isFinal(status)).map(([id]) => id)
  const accepted: string[] = []
  let waiting = open
  for (let round = 0; round < resendsMax && waiting.length > 0; round++) {
    const requests = waiting.map((id) => sent.get(id)?.request ?? '').values()
    waiting = []
    await load({
      url: server.url,
      connections: 16,
      seconds: 120,
      next: () => requests.next().value,
      onAnswer(status, request) {
        if (status === 201) accepted.push(idOf(request))
        else if (!isFinal(status)) waiting.push(idOf(request))
      },
    })
  }
  if (waiting.length > 0) throw new Error(`${waiting.length} commands have no final answer`)
  return { count: open.length, accepted, already: open.filter((id) => existing.has(id)).length }
}

/** Whether a status means that the bet will never be placed. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/** The number of bets of each of these commands on the current primary; commands without a bet are omitted. */
async function storedTimes({ db }: BenchServer, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ id: string; times: number }>`
    select client_id::text as id, count(*)::int as times from betting.bet where client_id = any(${ids}::uuid[]) group by 1`.execute(
    db,
  )
  return new Map(found.rows.map(({ id, times }) => [id, times]))
}

/** Waits until the owners of the feed, the league's competitions and the crash game have written a heartbeat after `moment`. */
async function ownersAfter({ db }: BenchServer, moment: Date): Promise<string[]> {
  const until = performance.now() + ownersBackInMs
  for (;;) {
    const found = await sql<{ name: string; isBack: boolean }>`
      select name, beat_at > ${moment}::timestamptz as "isBack" from platform.owner where name ~ '^(feed|crash|league:.*)$' order by name`
      .execute(db)
      .catch(() => undefined)
    const rows = found?.rows ?? []
    if (rows.length >= 3 && rows.every(({ isBack }) => isBack)) return rows.map(({ name }) => name)
    if (performance.now() > until)
      throw new Error(
        `these owners did not write a heartbeat in time: ${rows.filter(({ isBack }) => !isBack).map(({ name }) => name)}`,
      )
    await wait(50)
  }
}

/** The exit code of `npm run ledger:verify` on the new primary. */
async function verify(env: Record<string, string>): Promise<number> {
  const command = new URL('../apps/api/src/ledger-verify.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
