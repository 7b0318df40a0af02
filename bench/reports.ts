import { grossReport } from '@nare/api/modules/report/gross'
import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { runPlacing } from './support/placing.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { seedBets, settleByApi } from './support/settling.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench reports [-- --quick]`: how long the query of a month by day and by product takes on the figures of 10^7 tickets (BENCH_TICKETS) in a year,
 * made by SQL as days × product × sport × competition × market × source; and what the reader that keeps them costs bets and settlement: rounds with the reader
 * and without, alternately in one run, as a ratio. Without: the row of its cursor is locked, so that it finds itself busy. Aims: a second, and 3 %.
 */
const quick = process.argv.includes('--quick')
const tickets = Number(process.env['BENCH_TICKETS'] ?? (quick ? 300_000 : 10_000_000))
const rounds = quick ? 2 : 9
const seconds = quick ? 2 : 5
const betsARound = quick ? 1_500 : 20_000
const competitions = quick ? 3 : 60
const [days, bettorCount, matchCount, connections] = [365, 2_000, 60, 64]
const queryRounds = 20
const [aimMs, aimCost] = [1_000, 0.03]
const reader = 'reports'

const server = await startServer()
const owner = ownerOf(server)
const holder = ownerOf(server)
try {
  console.log(`figures of ${tickets} tickets in ${days} days …`)
  await fill(owner)
  for (const by of ['day', 'product'] as const) await query(by)
  await costs()
} finally {
  for (const db of [owner, holder]) await db.destroy()
  await server.stop()
}

function ownerOf({ connection }: BenchServer): Db {
  return openDb(connection, { size: 1, log: openLog('warn'), role: 'none' }).db
}

/** A year of sums: about a third of the tickets in sports, 60 competitions with 12 markets, five sources, and 50,000 bettors. */
async function fill(db: Db): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`
    insert into report.place (product, sport, competition, market, source)
    select 'sports', (1 + c % 6)::text, 'c' || c, m::text, 's' || s
    from generate_series(1, ${competitions}::int) c, generate_series(1, 12) m, generate_series(1, 5) s
    union all select p, p, p, p, 's' || s from unnest('{jackpot,league,casino,games}'::text[]) p, generate_series(1, 5) s`.execute(
    db,
  )
  await sql`
    insert into report.play_day (day, place_id, kind, amount, transfers, bets)
    select platform.now()::date - n, place_id, kind, case kind when 'stake' then 100 else -90 end * each, each, case kind when 'stake' then each else 0 end
    from generate_series(0, ${days - 1}::int) n, report.place, unnest('{stake,win,cash_out}'::text[]) kind,
      greatest(1, ${tickets}::int / (${days}::int * (select count(*) from report.place))) each`.execute(db)
  await sql`
    insert into report.bettor_month (month, place_id, bettor_id, days)
    select date_trunc('month', platform.now() - m * interval '1 month')::date, 1 + (b * 7 + p * 131) % (select count(*) from report.place)::int, b, 1 + (b * 31) % 1000
    from generate_series(0, 11) m, generate_series(1, least(50000, ${tickets}::int / 20)) b, generate_series(1, 8) p on conflict do nothing`.execute(
    db,
  )
  await sql`vacuum analyze report.play_day, report.place, report.bettor_month`.execute(db)
  const { rows } = await sql<{ sums: string; bettors: string }>`
    select (select count(*) from report.play_day)::text as sums, (select count(*) from report.bettor_month)::text as bettors`.execute(
    db,
  )
  console.log(`${rows[0]?.sums} sums, ${rows[0]?.bettors} bettors of months`)
}

/** The queries of the report of a month: its sums, its bettors, the month before and the year before. */
async function query(by: 'day' | 'product'): Promise<void> {
  const { rows } = await sql<{ from: string; to: string }>`
    select (platform.now()::date - 30)::text as "from", platform.now()::date::text as "to"`.execute(owner)
  const [span] = rows
  if (!span) throw new Error('no days')
  const took: number[] = []
  for (let round = 0; round < queryRounds; round++) {
    const began = performance.now()
    const report = await grossReport(owner, 'Africa/Nairobi', { ...span, by })
    took.push(performance.now() - began)
    if (!report.ok || report.value.data.length === 0) throw new Error('the report is empty')
  }
  const [middle, most] = [median(took), Math.max(...took)]
  console.log(`a month by ${by}: median ${middle.toFixed(0)} ms, most ${most.toFixed(0)} ms (aim: ${aimMs})`)
  if (middle > aimMs) process.exitCode = 1
}

/** Bets and settlement with the reader and without it. */
async function costs(): Promise<void> {
  const matches = await makeMatches(server, matchCount)
  const bettors = await makeBettors(server, bettorCount)
  const tokens = bettors.map(({ token }) => token)
  const placing: number[] = []
  const settling: number[] = []
  console.log('round   bets/s without   with   ratio   legs/s without   with   ratio')
  for (let round = 0; round < rounds; round++) {
    const rate = { without: { bets: 0, legs: 0 }, with: { bets: 0, legs: 0 } }
    for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const own = await makeMatches(server, 15)
      await seedBets(owner, { matches: own, bettors: bettors.map(({ id }) => id), bets: betsARound })
      await catchUp()
      const measured = () => measure(matches, tokens, own)
      rate[side] = side === 'with' ? await measured() : await withoutReader(measured)
    }
    placing.push(rate.with.bets / rate.without.bets)
    settling.push(rate.with.legs / rate.without.legs)
    console.log(
      `${round + 1}`.padStart(5),
      ...[rate.without.bets, rate.with.bets].map((value) => value.toFixed(0).padStart(12)),
      placing.at(-1)?.toFixed(3).padStart(7),
      ...[rate.without.legs, rate.with.legs].map((value) => value.toFixed(0).padStart(12)),
      settling.at(-1)?.toFixed(3).padStart(7),
    )
  }
  const [p, s] = [median(placing), median(settling)]
  console.log(`\nmedian ratios: placement ${p.toFixed(3)}, settlement ${s.toFixed(3)} (aim: at least ${1 - aimCost})`)
  if (Math.min(p, s) < 1 - aimCost) process.exitCode = 1
}

async function measure(matches: Priced[], tokens: string[], own: readonly Priced[]) {
  const placed = await runPlacing({ url: server.url.href, matches, tokens, connections, seconds })
  if (placed.refused > 0) throw new Error(`bets were refused: ${placed.statuses}`)
  let took = 0
  for (let n = 0; n < own.length; n++) took += await settleByApi(server.url, own, n)
  return { bets: placed.perSecond, legs: (betsARound * 3) / took }
}

/** Lets the reader have nothing to read: what the rounds before left it would be paid by this one. */
async function catchUp(): Promise<void> {
  await sql`
    update ledger.consumer set transfer_no = (select coalesce(max(no), 0) from ledger.transfer) where name = ${reader}`.execute(
    owner,
  )
}

/** Runs while the cursor of the reader is locked by another transaction. */
function withoutReader<T>(run: () => Promise<T>): Promise<T> {
  return holder.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select 1 from ledger.consumer where name = ${reader} for update`.execute(tx)
    return run()
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
