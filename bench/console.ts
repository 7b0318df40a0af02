import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDb } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql, type RawBuilder } from 'kysely'
import { cpuOf, type Cpu } from './support/cpu.ts'
import { measureBoard } from './support/console-board.ts'
import { scrollTickets } from './support/console-scroll.ts'
import type { Range } from './support/bulk.ts'
import { fillWorld, names, sumKeen, type Filled } from './support/filled-world.ts'
import { startServer } from './support/server.ts'
import { makeMatches } from './support/world.ts'

/**
 * `npm run bench console [-- --quick] [-- --bettors 100000 --tickets 1000000] [-- --data /tmp/full]`: the console's pages over HTTP, with a
 * million bettors and ten million tickets that are made by SQL, and the list of all open tickets scrolled in Chromium. Each page is compared
 * with one read of one row by its key in the same run, over a connection of its own; its processor time is printed beside it. Aims: a p99 of 50 ms for searches and Today, 100 ms for
 * the other pages, and less than a frame's time of the main thread for a frame of the list. `--data` keeps the database in a folder and uses it again; `--only` names the
 * parts to run: search, today, pages, scroll, board. The board is a world of its own: `--matches` (10,000) that all move, for `--minutes` (5), and
 * then the stop of all live matches while bets come as fast as they are taken.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    bettors: { type: 'string' },
    tickets: { type: 'string' },
    rounds: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string', multiple: true },
    matches: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const bettors = Number(values.bettors ?? (values.quick ? 10_000 : 1_000_000))
const tickets = Number(values.tickets ?? (values.quick ? 100_000 : 10_000_000))
const rounds = Number(values.rounds ?? (values.quick ? 100 : 400))
/** Calls before those that count. */
const warm = 20
/** A page that is slow is called less often: the run has to end. */
const partMsMax = 30_000
const callsMin = 10
const keenBettors = 20
const aimMs = { search: 50, today: 50, pages: 100 }
const token = 'the-token-of-the-bench'

const isWanted = (part: string): boolean => values.only?.includes(part) ?? true
let failed = false
if (isWanted('board')) {
  const matches = Number(values.matches ?? (values.quick ? 1_000 : 10_000))
  failed = !(await measureBoard({ matches, minutes: Number(values.minutes ?? (values.quick ? 1 : 5)) }))
}
if (values.only?.every((part) => part === 'board')) process.exit(failed ? 1 : 0)

const server = await startServer({
  ...{ FEED: 'none', LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', ROLES: 'web', LOG_LEVEL: 'warn' },
  ...{ LIMIT_SESSION_MINUTE: '1000000', LIMIT_ADDRESS_MINUTE: '1000000' },
  OPERATORS: `bench:admin:${createHash('sha256').update(token).digest('hex')}`,
  ...(values.data !== undefined && { DATA_DIR: values.data }),
})
const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
try {
  const filled = await fillOnce()
  const keen = { first: filled.bettors.first, count: keenBettors }
  if (isWanted('pages')) await during('sums of those who play much', () => sumKeen(owner, keen))
  console.log(`${rounds} times each, or as often as ${partMsMax / 1000} s allow; milliseconds`)
  console.log('what                     p50     p99    Node     SQL   one row by key p50     p99   ratio')
  if (isWanted('search'))
    for (const [what, q, raw] of searches(filled)) await compare(what, aimMs.search, () => search(q()), raw)
  if (isWanted('today')) await compare('Today', aimMs.today, () => ask('/v1/operator/today'), ticketRow(filled))
  if (isWanted('pages'))
    for (const [what, path, raw] of pages(filled)) await compare(what, aimMs.pages, () => ask(path()), raw)
  if (isWanted('scroll'))
    failed = !(await scrollTickets(server.url, Math.min(100_000, Math.floor(tickets / 100)))) || failed
  if (failed) process.exitCode = 1
} finally {
  await owner.destroy()
  await server.stop()
}

/** Fills the database, or reads what an earlier run has filled. */
async function fillOnce(): Promise<Filled> {
  const file = values.data === undefined ? undefined : join(values.data, 'filled.json')
  const earlier = file && (await readFile(file, 'utf8').catch(() => undefined))
  if (earlier !== undefined && earlier !== '') return JSON.parse(earlier) as Filled
  await makeMatches(server, 1)
  console.log(`filling a database with ${bettors} bettors and ${tickets} tickets …`)
  const fromMs = performance.now()
  const filled = await fillWorld(server.connection, { bettors, tickets })
  console.log(`filled in ${Math.round((performance.now() - fromMs) / 1000)} s`)
  if (file !== undefined) await writeFile(file, JSON.stringify(filled))
  return filled
}

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

function ticketRow(filled: Filled): () => Promise<unknown> {
  return () => row(sql`betting.bet where bet_id = ${any(filled.tickets)}`)
}

/** The other pages, each with the address of one of them at random. The first twenty bettors play much. */
function pages(filled: Filled): [what: string, path: () => string, raw: () => Promise<unknown>][] {
  const { bettors: all, tickets: bets, matches } = filled
  const byKey = () => row(sql`identity.bettor where id = ${any(all)}`)
  const newest = { first: bets.first + Math.floor(bets.count * 0.92), count: Math.floor(bets.count * 0.08) }
  const keen = { first: all.first, count: keenBettors }
  const list = '/v1/operator/tickets?limit=100'
  return [
    ['ticket', () => `/v1/operator/tickets/${any(newest)}`, ticketRow(filled)],
    ['bettor', () => `/v1/operator/bettors/${any(all)}`, byKey],
    ['keen bettor', () => `/v1/operator/bettors/${any(keen)}`, byKey],
    ['timeline', () => `/v1/operator/bettors/${any(all)}/timeline`, byKey],
    ['keen timeline', () => `/v1/operator/bettors/${any(keen)}/timeline`, byKey],
    ['links', () => `/v1/operator/bettors/${any(keen)}/links`, byKey],
    ['bettors', () => '/v1/operator/bettors?limit=100', byKey],
    ['bettors by name', () => `/v1/operator/bettors?limit=100&q=${names.first[any({ first: 0, count: 20 })]}`, byKey],
    ['tickets', () => list, ticketRow(filled)],
    ['open tickets', () => `${list}&state=open`, ticketRow(filled)],
    ['large tickets', () => `${list}&min_stake=1000`, ticketRow(filled)],
    ['tickets of a match', () => `${list}&match_id=${any({ ...matches, count: 300 })}`, ticketRow(filled)],
    ['keen tickets', () => `${list}&bettor_id=${any(keen)}`, ticketRow(filled)],
    ['deposits', () => '/v1/operator/deposits?limit=100', byKey],
    ['withdrawals', () => '/v1/operator/withdrawals/decided?limit=100', byKey],
    ['audit', () => '/v1/operator/audit?limit=100', byKey],
    ['audit of a person', () => `/v1/operator/audit?limit=100&operator=bench${any({ first: 0, count: 20 })}`, byKey],
    ['audit of a bettor', () => `/v1/operator/audit?limit=100&subject=bettor%20${any(keen)}`, byKey],
    ['reconciliation', () => `/v1/operator/reconciliation?provider=mpesa&day=${yesterday()}`, byKey],
  ]
}

function yesterday(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
}

async function compare(
  what: string,
  aim: number,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
): Promise<void> {
  const before = await cpuOf(server)
  const mine = await timed(ours)
  const spent = spentText(before, await cpuOf(server), mine.calls)
  const bare = await timed(raw)
  if (mine.p99 > aim) failed = true
  const cells = [mine.p50, mine.p99, bare.p50, bare.p99].map((ms) => ms.toFixed(2).padStart(8))
  const ratio = (bare.p50 / mine.p50).toFixed(2).padStart(8)
  const fewer = mine.calls < rounds + warm ? `   ${mine.calls} calls` : ''
  const over = mine.p99 > aim ? `   over ${aim} ms` : ''
  console.log(
    `${what.padEnd(20)}${cells[0]}${cells[1]}${spent}             ${cells[2]}${cells[3]}${ratio}${over}${fewer}`,
  )
}

/** The processor time of each call, in Node and in PostgreSQL. */
function spentText(before: Cpu | undefined, after: Cpu | undefined, calls: number): string {
  const each = (part: keyof Cpu): string =>
    before && after ? (((after[part] - before[part]) * 1000) / calls).toFixed(2) : '–'
  return each('node').padStart(8) + each('postgres').padStart(8)
}

/** Calls so often, and before that to warm up, for as long as a part may take. `calls` counts all of them. */
async function timed(work: () => Promise<unknown>): Promise<{ p50: number; p99: number; calls: number }> {
  const took: number[] = []
  const endMs = performance.now() + partMsMax
  const isOver = (): boolean => performance.now() > endMs
  let calls = 0
  const once = async (): Promise<void> => {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
    calls++
  }
  while (calls < warm && !isOver()) await once()
  took.length = 0
  while (took.length < rounds && (took.length < callsMin || !isOver())) await once()
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(took.length / 2)] ?? 0, p99: took[Math.floor(took.length * 0.99)] ?? 0, calls }
}

async function during(what: string, work: () => Promise<unknown>): Promise<void> {
  const fromMs = performance.now()
  await work()
  console.log(`${what}: ${Math.round((performance.now() - fromMs) / 1000)} s`)
}
