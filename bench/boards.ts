import { openDb, transact } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { changeScores } from '@nare/api/modules/boards/scores'
import { sql } from 'kysely'
import { startServer } from './support/server.ts'
import { makeBettors } from './support/world.ts'

/**
 * `npm run bench boards`: the sports board with a million players. A random page of 50 and the row of a player are requested from the
 * server. An update adds a won bet to the day, week and month of one player, with all counts of ranks, in one transaction. Each is compared
 * with bare SQL: the same rows by offset, the rank by counting, the update without counts.
 */
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 1_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 400)
const bareRounds = 25
const pages = Math.ceil(playerCount / 50)

const server = await startServer({ FEED: 'none', LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
try {
  await sql`set statement_timeout = 0`.execute(owner)
  const bettors = await makeBettors(server, 200)
  const seasons = await fill(bettors.map(({ id }) => id))
  const week = seasons[1] ?? 0
  const ask = async (body: object, token?: string): Promise<void> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(new URL('/v1/leaderboard', server.url), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const board = (await reply.json()) as { data?: unknown[]; mine?: unknown }
    if (!reply.ok || board.data?.length !== 50 || (token && !board.mine))
      throw new Error(`the board was not read: ${reply.status}`)
  }
  const page = () => 1 + Math.floor(Math.random() * (pages - 1))
  const randomBettor = () => bettors[Math.floor(Math.random() * bettors.length)] as (typeof bettors)[number]
  console.log(`${playerCount} players, ${rounds} times each; milliseconds`)
  console.log(`${'what'.padEnd(16)}     p50     p99   bare SQL p50     p99     ratio`)
  await compare(
    'page of 50',
    () => ask({ period: 'week', page: page() }),
    () => barePage(week, page()),
  )
  await compare(
    'own rank',
    () => ask({ period: 'week' }, randomBettor().token),
    () => bareRank(week, randomBettor().id),
  )
  await compare(
    'one update',
    () => update(randomBettor().id, seasons),
    () => bareUpdate(randomBettor().id, seasons),
  )
} finally {
  await owner.destroy()
  await server.stop()
}

/** Fills the current day, week and month with scores distributed like winnings: many small, few large. */
async function fill(own: readonly bigint[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into boards.season (board, period, since, ends_at, marked_at)
    select 'sports', p, since, ends_at, since from (
      select p, date_trunc(p, platform.now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi' as since,
        (date_trunc(p, platform.now() at time zone 'Africa/Nairobi') + ('1 ' || p)::interval) at time zone 'Africa/Nairobi' as ends_at
      from unnest(array['day', 'week', 'month']) p) s
    on conflict (board, period, since) do update set ends_at = excluded.ends_at returning id`.execute(owner)
  const seasons = rows.map(({ id }) => id)
  for (const id of seasons) {
    await sql`
      insert into boards.score (season_id, bettor_id, cents, last_at, marked_at, mark_cents)
      select ${id}::int, bettor, greatest(1, (1000 * exp(3.5 * random() * random() + random()))::bigint), platform.now() - random() * interval '1 hour',
        season.marked_at, 0
      from boards.season season, (select unnest(${own}::bigint[]) as bettor
        union all select 10000000 + n from generate_series(1, ${playerCount - own.length}::int) n) players
      where season.id = ${id}::int`.execute(owner)
    await sql`
      insert into boards.step (season_id, level, key, players, marked_at, mark_players)
      select ${id}::int, level, cents >> level, count(*), max(s.marked_at), 0
      from boards.score s, unnest(array[24, 18, 12, 6, 0]) level where season_id = ${id}::int and cents > 0 group by level, cents >> level`.execute(
      owner,
    )
  }
  await sql`vacuum analyze boards.score, boards.step`.execute(owner)
  return seasons
}

function update(bettor: bigint, seasons: readonly number[]): Promise<void> {
  const add = (season: number) => ({
    season,
    bettor,
    cents: BigInt(1 + Math.floor(Math.random() * 5000)),
    at: new Date(),
  })
  return transact(server.db, (tx) => changeScores(tx, seasons.map(add)))
}

function barePage(season: number, page: number) {
  return sql`select bettor_id, cents from boards.score where season_id = ${season}::int and cents > 0
    order by cents desc, last_at, bettor_id limit 50 offset ${(page - 1) * 50}::int`.execute(server.db)
}

function bareRank(season: number, bettor: bigint) {
  return sql`select 1 + count(*) from boards.score where season_id = ${season}::int and cents > (
    select cents from boards.score where season_id = ${season}::int and bettor_id = ${bettor}::bigint)`.execute(
    server.db,
  )
}

function bareUpdate(bettor: bigint, seasons: readonly number[]) {
  return transact(server.db, (tx) =>
    sql`
      update boards.score set cents = cents + 100
      where season_id = any(${seasons}::int[]) and bettor_id = ${bettor}::bigint`.execute(tx),
  )
}

async function compare(what: string, ours: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<void> {
  const [mine, raw] = [await timed(ours, rounds), await timed(bare, bareRounds)]
  const cells = [mine.p50, mine.p99, raw.p50, raw.p99].map((ms) => ms.toFixed(2).padStart(8))
  console.log(
    `${what.padEnd(16)}${cells[0]}${cells[1]}       ${cells[2]}${cells[3]}${(raw.p50 / mine.p50).toFixed(2).padStart(10)}`,
  )
}

async function timed(work: () => Promise<unknown>, times: number): Promise<{ p50: number; p99: number }> {
  const took: number[] = []
  for (let n = 0; n < times + 20; n++) {
    const from = performance.now()
    await work()
    if (n >= 20) took.push(performance.now() - from)
  }
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(took.length / 2)] ?? 0, p99: took[Math.floor(took.length * 0.99)] ?? 0 }
}
