import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { runPlacing, type Placed } from './support/placing.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { seedBets, settleByApi } from './support/settling.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench growth [-- --quick]`: placement and settlement on a full and on an empty database, alternately; prints the median of
 * five rounds. The full database has 10^7 legs (BENCH_LEGS) in BENCH_PARTS partitions and a year of prices, inserted by SQL. The aim is
 * a loss of at most 15 %.
 */
const quick = process.argv.includes('--quick')
const legs = Number(process.env['BENCH_LEGS'] ?? (quick ? 300_000 : 10_000_000))
const parts = Number(process.env['BENCH_PARTS'] ?? 1)
const pricesAMonth = quick ? 20_000 : 400_000
const rounds = quick ? 3 : 5
const seconds = quick ? 2 : 5
const connections = 64
const bettorCount = 5000
const matchCount = 60
const betsARound = quick ? 3000 : 20_000
const aim = 0.85
const chunk = 500_000

type World = {
  readonly server: BenchServer
  readonly owner: Db
  readonly matches: Priced[]
  readonly tokens: string[]
  readonly toSettle: readonly Priced[][]
}

const servers = { empty: await startServer(), grown: await startServer() }
const owners = { empty: ownerOf(servers.empty), grown: ownerOf(servers.grown) }
try {
  console.log(`filling one of two databases with ${legs} legs in ${parts} partitions and a year of prices …`)
  await grow(owners.grown)
  const empty = await world(servers.empty, owners.empty)
  const grown = await world(servers.grown, owners.grown)
  console.log(
    `${rounds} rounds, alternately: ${seconds} s of placing on ${connections} connections, ${betsARound} three-leg bets settled`,
  )
  console.log('round   bets/s empty   grown   ratio   p99 ms empty   grown   legs/s empty   grown   ratio')
  const placing: number[] = []
  const settling: number[] = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [empty, grown] : [grown, empty]
    const placed = new Map<World, Placed>()
    for (const side of order) placed.set(side, await place(side))
    const [e, g] = [placed.get(empty), placed.get(grown)]
    if (!e || !g) throw new Error('a server was not measured')
    const took = await settle({ empty, grown }, round)
    const rate = { empty: (betsARound * 3) / took.empty, grown: (betsARound * 3) / took.grown }
    placing.push(g.perSecond / e.perSecond)
    settling.push(rate.grown / rate.empty)
    console.log(
      `${round + 1}`.padStart(5),
      ...[e.perSecond, g.perSecond].map((value) => value.toFixed(0).padStart(12)),
      placing.at(-1)?.toFixed(2).padStart(7),
      ...[e.p99, g.p99].map((value) => value.toFixed(1).padStart(10)),
      ...[rate.empty, rate.grown].map((value) => value.toFixed(0).padStart(11)),
      settling.at(-1)?.toFixed(2).padStart(7),
    )
  }
  const [p, s] = [median(placing), median(settling)]
  console.log(`\nmedian ratios: placement ${p.toFixed(2)}, settlement ${s.toFixed(2)} (aim: at least ${aim})`)
  if (p < aim || s < aim) process.exitCode = 1
} finally {
  for (const name of ['empty', 'grown'] as const) {
    await owners[name].destroy()
    await servers[name].stop()
  }
}

function ownerOf(server: BenchServer): Db {
  return openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function world(server: BenchServer, owner: Db): Promise<World> {
  const matches = await makeMatches(server, matchCount)
  const bettors = await makeBettors(server, bettorCount)
  const toSettle: Priced[][] = []
  for (let round = 0; round < rounds; round++) {
    const chosen = await makeMatches(server, 15)
    await seedBets(owner, { matches: chosen, bettors: bettors.map(({ id }) => id), bets: betsARound })
    toSettle.push(chosen)
  }
  await sql`set statement_timeout = 0`.execute(owner)
  await sql`vacuum analyze`.execute(owner)
  await sql`checkpoint`.execute(owner)
  return { server, owner, matches, tokens: bettors.map(({ token }) => token), toSettle }
}

async function place({ server, matches, tokens }: World): Promise<Placed> {
  const placed = await runPlacing({ url: server.url.href, matches, tokens, connections, seconds })
  if (placed.refused > 0) throw new Error(`bets were refused: ${placed.statuses}`)
  return placed
}

/** Settles the matches of a round on both servers alternately, so that other load on the machine affects both equally. */
async function settle({ empty, grown }: { empty: World; grown: World }, round: number) {
  const took = { empty: 0, grown: 0 }
  const [ofEmpty = [], ofGrown = []] = [empty.toSettle[round], grown.toSettle[round]]
  for (let n = 0; n < ofEmpty.length; n++) {
    const turns = [
      async () => (took.empty += await settleByApi(empty.server.url, ofEmpty, n)),
      async () => (took.grown += await settleByApi(grown.server.url, ofGrown, n)),
    ]
    for (const turn of n % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  return took
}

/** Inserts years of settled bets with their legs in `parts` partitions, and twelve months of prices with a partition for each month. */
async function grow(owner: Db): Promise<void> {
  const bets = Math.floor(legs / 3)
  const width = 20_000_000
  const step = Math.max(1, Math.floor((width * parts) / bets))
  await sql`set statement_timeout = 0`.execute(owner)
  await sql`set synchronous_commit = off`.execute(owner)
  await sql`select setval('betting.bet_block', ${Math.ceil((bets * step) / 1000) + 1}::bigint)`.execute(owner)
  await sql`select platform.make_ranges('betting.leg', 'bet_id', ${width}::bigint, n * ${width}::bigint, 1) from generate_series(0, ${parts}::int) n`.execute(
    owner,
  )
  for (let from = 1; from <= bets; from += chunk) {
    const to = Math.min(bets, from + chunk - 1)
    await sql`
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, boost_percent, boost_amount,
        rules_version, state, placed_at, settled_at)
      select n * ${step}::bigint, 900000000 + n % 50000, gen_random_uuid(), '\\x00', 'multi', 'higher', 2000, 9260, 18522, 5, 800, 'before', 'lost',
        platform.now() - interval '1 day', platform.now() from generate_series(${from}::int, ${to}::int) n`.execute(
      owner,
    )
    await sql`
      insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, state, start_time)
      select n * ${step}::bigint, part, 20000000 + (n / 200 + part * 7) % 60000, '1', (array['home_team', 'draw', 'away_team'])[1 + (n + part) % 3], 2100, 'lost',
        platform.now() - interval '1 day'
      from generate_series(${from}::int, ${to}::int) n, generate_series(0, 2) part`.execute(owner)
  }
  await sql`alter table catalog.price_change detach partition catalog.price_change_earlier`.execute(owner)
  await sql`
    select platform.make_part('catalog.price_change', to_char(low - n * interval '1 month', 'YYYY_MM'), (low - n * interval '1 month')::text,
      (low - (n - 1) * interval '1 month')::text)
    from generate_series(1, 12) n, (select min(lower_bound::timestamptz) as low from platform.parts_of('catalog.price_change')) first`.execute(
    owner,
  )
  for (let month = 1; month <= 12; month++)
    await sql`
      insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
      select 20000000 + n % 60000, 1, '', 'open', '{home_team,draw,away_team}', '{2100,3400,3600}', n, 'before',
        date_trunc('month', platform.now(), 'UTC') - ${month}::int * interval '1 month' + n * interval '5 seconds'
      from generate_series(1, ${pricesAMonth}::int) n`.execute(owner)
  await sql`drop table catalog.price_change_earlier`.execute(owner)
  await sql`
    select platform.make_part('catalog.price_change', 'earlier', null, (select min(lower_bound) from platform.parts_of('catalog.price_change')))`.execute(
    owner,
  )
}
