import { randomUUID } from 'node:crypto'
import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { sql } from 'kysely'
import { startServer } from './support/server.ts'
import { makeBettors, makeMatches } from './support/world.ts'

/**
 * `npm run bench jackpot`: tickets settled per second by the command that settles a pool of 17 matches, compared with a bare SQL count of
 * the correct picks of the same rows. Then tickets placed per second on one pool. `BENCH_TICKETS` sets the number of tickets. A third of
 * the tickets have doubles, a tenth a triple. Tickets with at least eleven correct picks are paid, which are more than in a real pool.
 */
const ticketCount = Number(process.env['BENCH_TICKETS'] ?? 1_000_000)
const matchCount = 17
const line = 2000
const firstTicket = 6_000_000_000_000n

const server = await startServer({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', BET_QUEUE_MS: '60000' })
const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
try {
  await sql`set statement_timeout = 0`.execute(owner)
  const matches = (await makeMatches(server, matchCount)).map(({ matchId }) => String(matchId))
  const bettors = await makeBettors(server, 20_000)
  const pool = await makePool(matches)
  await placing(
    pool,
    matches,
    bettors.slice(0, 400).map(({ token }) => token),
  )
  console.log(`seeding ${ticketCount} tickets`)
  await seedTickets(owner, { pool, bettors: bettors.map(({ id }) => id) })
  await sql`vacuum analyze`.execute(owner)
  await sql`checkpoint`.execute(owner)
  const bare = await bareCount(owner, pool)
  const { seconds, paid, lines } = await settle(pool, matches)
  console.log(
    `settled in one command: ${seconds.toFixed(1)} s, ${(ticketCount / seconds).toFixed(0)} tickets/s (aim: 60 s for 1,000,000)`,
  )
  console.log(
    `a bare count of their correct picks: ${bare.toFixed(2)} s, ${(ticketCount / bare).toFixed(0)} tickets/s; ratio ${(bare / seconds).toFixed(3)}`,
  )
  console.log(`${lines} winning lines, KSh ${paid} paid`)
} finally {
  await owner.destroy()
  await server.stop()
}

async function post(path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const reply = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const answer = (await reply.json()) as Record<string, unknown>
  if (reply.status > 201) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
  return answer
}

async function makePool(matches: readonly string[]): Promise<string> {
  const tiers = [
    { correct: 17, share: 30 },
    { correct: 14, share: 10 },
    { correct: 13, share: 10 },
    { correct: 12, share: 10 },
    { correct: 11, share: 10 },
  ]
  const terms = { name: 'Bench 17', match_ids: matches, stake: '20.00', mode: 'pool', tiers, void_policy: 'draw' }
  const created = await post('/sandbox/jackpots', terms)
  return String(created['jackpot_id'])
}

/** Places tickets of many bettors concurrently on one pool, over HTTP. */
async function placing(pool: string, matches: readonly string[], tokens: readonly string[]): Promise<void> {
  const seconds = 5
  const until = performance.now() + seconds * 1000
  let placed = 0
  await Promise.all(
    tokens.slice(0, 64).map(async (_, worker) => {
      for (let n = worker; performance.now() < until; n += 64) {
        const picks = matches.map((match_id, at) => ({
          match_id,
          outcomes: [['home_team', 'draw', 'away_team'][(at + n) % 3]],
        }))
        await post('/jp/bet', { id: randomUUID(), jackpot_id: pool, picks }, tokens[n % tokens.length])
        placed++
      }
    }),
  )
  console.log(`placed on one pool, 64 connections: ${(placed / seconds).toFixed(0)} tickets/s`)
}

/** Inserts open tickets as the platform does, without the transfers of their stakes. */
async function seedTickets(db: Db, { pool, bettors }: { pool: string; bettors: readonly bigint[] }): Promise<void> {
  const perStep = 100_000
  for (let at = 0; at < ticketCount; at += perStep) {
    const count = Math.min(perStep, ticketCount - at)
    await sql`
      with picked as materialized (
        select n, m, floor(random() * 3)::int as one, case when m = 3 and n % 3 = 0 then 1 when m = 8 and n % 10 = 0 then 2 else 0 end as more
        from generate_series(${at + 1}::int, ${at + count}::int) n, generate_series(0, ${matchCount - 1}::int) m),
      made as materialized (
        select n, sum(case when one = 0 or more = 2 then 1::bigint << m else 0 end)::bigint as home,
          sum(case when one = 1 or more = 2 or (more = 1 and one = 0) then 1::bigint << m else 0 end)::bigint as draw,
          sum(case when one = 2 or more = 2 or (more = 1 and one = 1) then 1::bigint << m else 0 end)::bigint as away
        from picked group by n),
      sized as materialized (select *, (select exp(sum(ln(
          ((home >> b) & 1) + ((draw >> b) & 1) + ((away >> b) & 1))))::numeric from generate_series(0, ${matchCount - 1}::int) b) as exact
        from made),
      bets as (
        insert into betting.bet (bet_id, bettor_id, client_id, hash, product, type, accept, stake, possible_win, rules_version, placed_at)
        select ${firstTicket}::bigint + n, (${bettors}::bigint[])[1 + n % ${bettors.length}::int], gen_random_uuid(), '\\x00', 'jackpot', 'jackpot',
          'none', round(exact)::int * ${line}::bigint, null, 'jackpot-1', platform.now() from sized)
      insert into jackpot.ticket (bet_id, pool, home, draw, away, lines)
      select ${firstTicket}::bigint + n, ${pool}::int, home, draw, away, round(exact)::int from sized`.execute(db)
  }
}

/** Counts the correct picks of every ticket by SQL alone. Returns the duration in seconds. */
async function bareCount(db: Db, pool: string): Promise<number> {
  const started = performance.now()
  await sql`
    select bit_count((((home & 21845) | (draw & 43690) | (away & 65536)))::bit(64)) as score, count(*) from jackpot.ticket
    where pool = ${pool}::int group by 1`.execute(db)
  return (performance.now() - started) / 1000
}

/** Sends the results of the pool's matches; the last one settles the pool. Returns the duration of that command. */
async function settle(pool: string, matches: readonly string[]) {
  for (const [at, match] of matches.slice(0, -1).entries())
    await post(`/sandbox/feed/matches/${match}/result`, { full_time: ['2:1', '0:0', '0:2'][at % 3] })
  const started = performance.now()
  await post(`/sandbox/feed/matches/${matches.at(-1)}/result`, { full_time: '1:0' })
  const seconds = (performance.now() - started) / 1000
  const reply = await fetch(new URL(`/v1/jackpots/${pool}/results`, server.url))
  const { data } = (await reply.json()) as { data: { state: string; paid: string; tiers: { lines: number }[] } }
  if (data.state !== 'settled') throw new Error(`the pool is ${data.state}`)
  return { seconds, paid: data.paid, lines: data.tiers.reduce((sum, { lines }) => sum + lines, 0) }
}
