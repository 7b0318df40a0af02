import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countryOf } from '@nare/api/country/countries'
import { accountSources } from '@nare/api/modules/identity/identity'
import { openLedger } from '@nare/api/modules/ledger/ledger'
import { openRollUps } from '@nare/api/modules/report/report'
import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { cpuOf } from './cpu.ts'
import { fillWorld } from './filled-world.ts'
import { startServer, type BenchServer } from './server.ts'
import { makeMatches } from './world.ts'

const token = 'the-token-of-the-bench'
const aimMs = 1_000
/** Calls of a page before those that count, and those. */
const [warm, calls] = [1, 9]
/** The days of the figures that are made, and of those that are asked for. */
const [yearDays, monthDays] = [365, 30]
const country = countryOf('ke')

type Given = { readonly tickets: number; readonly bettors: number; readonly dataDir: string | undefined }
type Answer = { readonly equals_ledger?: boolean; readonly data?: readonly unknown[] }

/** Fills a database, makes its figures and asks for each page of them. Returns whether all were fast enough. */
export async function measurePages({ tickets, bettors, dataDir }: Given): Promise<boolean> {
  const server = await startServer({
    ...{ FEED: 'none', LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', ROLES: 'web', LOG_LEVEL: 'warn' },
    ...{ LIMIT_SESSION_MINUTE: '1000000', LIMIT_ADDRESS_MINUTE: '1000000' },
    OPERATORS: `bench:admin:${createHash('sha256').update(token).digest('hex')}`,
    ...(dataDir !== undefined && { DATA_DIR: dataDir }),
  })
  try {
    await fillOnce(server, { tickets, bettors, dataDir })
    await printSizes(server.db)
    console.log(
      `\n${calls} calls of each page, the last ${monthDays} days; milliseconds, aim ${aimMs}; SQL: of a processor, in PostgreSQL`,
    )
    console.log('page                        rows     p50    most     SQL')
    let isFast = true
    for (const [what, path] of pages()) isFast = (await timed(server, what, path)) && isFast
    return isFast
  } finally {
    await server.stop()
  }
}

/** Fills the database and makes the figures, unless an earlier run has. */
async function fillOnce(server: BenchServer, { tickets, bettors, dataDir }: Given): Promise<void> {
  const mark = dataDir === undefined ? undefined : join(dataDir, 'figures.json')
  if (mark !== undefined && (await readFile(mark, 'utf8').catch(() => '')) !== '') return
  await makeMatches(server, 1)
  console.log(`filling a database with ${tickets} tickets of ${bettors} bettors in ${yearDays} days …`)
  await during(server, 'filled', () => fillWorld(server.connection, { tickets, bettors, days: yearDays, mixed: true }))
  const { db } = openDb(server.connection, { size: 2, log: openLog('warn') })
  try {
    const ledger = await openLedger({ db, currency: country.currency })
    await during(server, 'figures made', () => openRollUps({ db, country, ledger, accountSources }).rebuild())
  } finally {
    await db.destroy()
  }
  const { db: owner } = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' })
  for (const table of [
    'play_day',
    'money_day',
    'bettor_month',
    'active_month',
    'active_day',
    'depositor_month',
    'place',
  ])
    await sql`vacuum analyze ${sql.table(`report.${table}`)}`.execute(owner)
  await owner.destroy()
  if (mark !== undefined) await writeFile(mark, JSON.stringify({ tickets, bettors }))
}

async function printSizes(db: Db): Promise<void> {
  const { rows } = await sql<Record<string, string>>`
    select (select count(*) from report.play_day)::text as play_day, (select count(*) from report.place)::text as place,
      (select count(*) from report.bettor_month)::text as bettor_month, (select count(*) from report.active_month)::text as active_month,
      pg_size_pretty(pg_database_size(current_database())) as database`.execute(db)
  console.log(
    Object.entries(rows[0] ?? {})
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
}

const dayMs = 86_400_000
/** The day of the country so many days ago. */
const dayAgo = (days: number): string =>
  new Date(Date.now() - days * dayMs).toLocaleDateString('en-CA', { timeZone: country.timeZone })

/** The pages of figures, each with its address. */
function pages(): [what: string, path: string][] {
  const [today, from] = [dayAgo(0), dayAgo(monthDays - 1)]
  const reports = '/v1/operator/reports'
  const month = `from=${from}&to=${today}`
  const gross = (['day', 'product', 'sport', 'competition', 'market', 'source'] as const).map(
    (by): [string, string] => [`gross by ${by}`, `${reports}/gross?${month}&by=${by}`],
  )
  return [
    ...gross,
    ['gross of sports by market', `${reports}/gross?${month}&by=market&product=sports`],
    ['gross half a year ago', `${reports}/gross?from=${dayAgo(210)}&to=${dayAgo(181)}&by=day`],
    ['payments', `${reports}/payments?${month}`],
    ['funds', `${reports}/funds`],
    ['bettors', `${reports}/bettors?${month}`],
    ['tax', `${reports}/tax?${month}`],
    ['tax lines', `${reports}/tax/lines?${month}`],
    ['tax transfers of a day', `${reports}/tax/transfers?tax=excise&day=${dayAgo(1)}`],
    ['tax of a month', `${reports}/tax/month?month=${dayAgo(31).slice(0, 7)}`],
    ['returns', `${reports}/returns?${month}`],
    ['attribution', `/v1/operator/attribution?${month}`],
    ['promotions', '/v1/operator/promotions'],
  ]
}

async function timed(server: BenchServer, what: string, path: string): Promise<boolean> {
  const took: number[] = []
  let answer: Answer = {}
  const before = await cpuOf(server)
  for (let call = 0; call < warm + calls; call++) {
    const from = performance.now()
    const reply = await fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`)
    answer = (await reply.json()) as Answer
    if (call >= warm) took.push(performance.now() - from)
  }
  const after = await cpuOf(server)
  const cpu = before && after ? (((after.postgres - before.postgres) * 1_000) / (warm + calls)).toFixed(0) : '–'
  took.sort((a, b) => a - b)
  const [middle, most] = [took[Math.floor(took.length / 2)] ?? 0, took.at(-1) ?? 0]
  const remarks = [...(middle > aimMs ? ['over the aim'] : []), ...(answer.equals_ledger === false ? ['DIFFERS'] : [])]
  const cells = [String(answer.data?.length ?? 1), middle.toFixed(0), most.toFixed(0), cpu].map((cell) =>
    cell.padStart(8),
  )
  console.log(`${what.padEnd(24)}${cells.join('')}   ${remarks.join(', ')}`)
  return remarks.length === 0
}

/** Prints how long something takes, and how much of it PostgreSQL computes: on a machine with other work only that compares. */
async function during(server: BenchServer, what: string, work: () => Promise<unknown>): Promise<void> {
  const [fromMs, before] = [performance.now(), await cpuOf(server)]
  await work()
  const after = await cpuOf(server)
  const cpu = before && after ? `, ${(after.postgres - before.postgres).toFixed(0)} s of a processor` : ''
  console.log(`${what} in ${((performance.now() - fromMs) / 1000).toFixed(0)} s${cpu}`)
}
