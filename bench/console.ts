import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql, type RawBuilder } from 'kysely'
import { fillConsole, names, type Filled } from './support/console-world.ts'
import { startServer } from './support/server.ts'
import { makeMatches } from './support/world.ts'

/**
 * `npm run bench console [-- --quick] [-- --bettors 100000 --tickets 1000000]`: the console's search and Today over HTTP, with a million bettors
 * and ten million tickets that are made by SQL. Each is compared with one read of one row by its key in the same run, over a connection of its
 * own. The aim is a p99 of 50 ms.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    bettors: { type: 'string' },
    tickets: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const bettors = Number(values.bettors ?? (values.quick ? 10_000 : 1_000_000))
const tickets = Number(values.tickets ?? (values.quick ? 100_000 : 10_000_000))
const rounds = Number(values.rounds ?? (values.quick ? 100 : 400))
const aimMs = 50
const token = 'the-token-of-the-bench'

const server = await startServer({
  ...{ FEED: 'none', LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', ROLES: 'web', LOG_LEVEL: 'warn' },
  ...{ LIMIT_SESSION_MINUTE: '1000000', LIMIT_ADDRESS_MINUTE: '1000000' },
  OPERATORS: `bench:admin:${createHash('sha256').update(token).digest('hex')}`,
})
const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
let slowest = 0
try {
  await makeMatches(server, 1)
  console.log(`filling a database with ${bettors} bettors and ${tickets} tickets …`)
  const filled = await fillConsole(owner, { bettors, tickets })
  console.log(`${rounds} times each; milliseconds`)
  console.log('what                     p50     p99   one row by key p50     p99   ratio')
  for (const [what, q, raw] of searches(filled)) await compare(what, () => search(q()), raw)
  await compare(
    'Today',
    () => ask('/v1/operator/today'),
    () => row(sql`betting.bet where bet_id = ${any(filled.tickets)}`),
  )
  console.log(`\nslowest p99 ${slowest.toFixed(1)} ms (aim: at most ${aimMs})`)
  if (slowest > aimMs) process.exitCode = 1
} finally {
  await owner.destroy()
  await server.stop()
}

type Range = { readonly first: number; readonly count: number }

function any({ first, count }: Range): number {
  return first + Math.floor(Math.random() * count)
}

function searches(filled: Filled): [what: string, q: () => string, raw: () => Promise<unknown>][] {
  const byId = (table: string, range: Range) => () => row(sql`${sql.table(table)} where id = ${any(range)}`)
  const bettor = byId('identity.bettor', filled.bettors)
  const oneOf = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)] ?? ''
  return [
    ['number', () => `0${700_000_000 + any({ first: 1, count: filled.bettors.count })}`, bettor],
    ['bettor id', () => String(any(filled.bettors)), bettor],
    ['first name', () => oneOf(names.first), bettor],
    ['last name', () => oneOf(names.last).slice(0, 4), bettor],
    ['whole name', () => `${oneOf(names.first)} ${oneOf(names.middle)}`, bettor],
    ['ticket', () => String(any(filled.tickets)), () => row(sql`betting.bet where bet_id = ${any(filled.tickets)}`)],
    ['deposit', () => String(any(filled.deposits)), byId('payments.deposit', filled.deposits)],
    [
      'receipt',
      () => `SBENCH${any({ first: 1, count: filled.deposits.count })}`,
      byId('payments.deposit', filled.deposits),
    ],
    ['game id', () => String(any({ first: 1_000, count: 90_000 })), byId('catalog.match', filled.matches)],
    ['team', () => oneOf(names.teams), byId('catalog.match', filled.matches)],
    ['nothing', () => `x${Math.random().toString(36).slice(2, 12)}`, bettor],
  ]
}

function row(from: RawBuilder<unknown>): Promise<unknown> {
  return sql`select * from ${from}`.execute(server.db)
}

async function ask(path: string): Promise<unknown> {
  const reply = await fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${path} was answered ${reply.status}`)
  return reply.json()
}

function search(q: string): Promise<unknown> {
  return ask(`/v1/operator/search?q=${encodeURIComponent(q)}`)
}

async function compare(what: string, ours: () => Promise<unknown>, raw: () => Promise<unknown>): Promise<void> {
  const [mine, bare] = [await timed(ours), await timed(raw)]
  slowest = Math.max(slowest, mine.p99)
  const cells = [mine.p50, mine.p99, bare.p50, bare.p99].map((ms) => ms.toFixed(2).padStart(8))
  const ratio = (bare.p50 / mine.p50).toFixed(2).padStart(8)
  console.log(`${what.padEnd(20)}${cells[0]}${cells[1]}             ${cells[2]}${cells[3]}${ratio}`)
}

async function timed(work: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const took: number[] = []
  const warm = 20
  for (let n = 0; n < rounds + warm; n++) {
    const from = performance.now()
    await work()
    if (n >= warm) took.push(performance.now() - from)
  }
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(took.length / 2)] ?? 0, p99: took[Math.floor(took.length * 0.99)] ?? 0 }
}
