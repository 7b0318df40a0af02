import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDb, type Db } from '@nare/api/platform/db'
import { openLog } from '@nare/api/platform/log'
import { leagueLegs, rawBets } from './pgbench.ts'
import { runPlacing } from './placing.ts'
import { startServer, type BenchServer } from './server.ts'
import { makeBettors, type Priced } from './world.ts'

const competition = '1'
const bettorCount = 20_000
const betsOfRound = 20_000
const rounds = 3
const bettingS = 3600
/** The call and the market by which `runPlacing` places league bets. */
export const leagueCall = { path: '/v1/nare-league/bet=', market: '3' }
/** The environment of a server whose rounds accept bets for an hour. */
export const leagueEnv = { LEAGUE: 'on', LEAGUE_CYCLE: `${bettingS},1,2,1`, LEAGUE_STAGGER_S: '900' }

/**
 * Measures bets per second on the league and the settlement of a round with 20,000 bets, each compared with SQL that writes the same
 * tables. The settled rounds have equal numbers of bets with one, two and three legs, and the engine settles them when the sandbox's clock
 * has passed their end. The placed bets are three-leg slips on the rounds on offer, through HTTP.
 */
export async function benchLeagueBets(): Promise<void> {
  const server = await startServer(leagueEnv)
  const owner = openDb(server.connection, { size: 1, log: openLog('warn'), role: 'none' }).db
  try {
    const bettors = await makeBettors(server, bettorCount)
    await sql`set statement_timeout = 0`.execute(owner)
    for (let n = 0; n < rounds; n++)
      await settling(
        server,
        owner,
        bettors.map(({ id }) => id),
      )
    await placing(
      server,
      bettors.map(({ token }) => token),
      bettors.map(({ id }) => id),
    )
  } finally {
    await owner.destroy()
    await server.stop()
  }
}

async function post<T>(server: BenchServer, path: string, body: unknown): Promise<T> {
  const reply = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (reply.status !== 200) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

type Period = { round_id: string; end_time: string }
type Row = { match_id: string; home_odd: string; neutral_odd: string; away_odd: string }

/** The rounds on offer, the current round first. */
async function periodsOf(server: BenchServer): Promise<Period[]> {
  for (let polls = 0; polls < 600; polls++) {
    const { data } = await post<{ data: Period[] }>(server, '/v1/nare-league/periods', { competition_id: competition })
    if (data.length >= 3) return data
    await wait(50)
  }
  throw new Error('the league did not offer rounds in time')
}

/** The matches of the rounds on offer, with the prices of their main market. */
export async function leagueMatches(server: BenchServer): Promise<Priced[]> {
  const matches: Priced[] = []
  for (const { round_id } of await periodsOf(server)) {
    const { data } = await post<{ data: Row[] }>(server, '/v1/nare-league/matches', {
      competition_id: competition,
      round_id,
    })
    for (const { match_id, home_odd, neutral_odd, away_odd } of data)
      matches.push({
        matchId: Number(match_id),
        prices: { home_team: home_odd, draw: neutral_odd, away_team: away_odd },
      })
  }
  return matches
}

async function placing(server: BenchServer, tokens: string[], bettors: bigint[]): Promise<void> {
  const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
  const matches = await leagueMatches(server)
  const world = { url: server.url.href, matches, tokens, call: leagueCall }
  await runPlacing({ ...world, connections: 128, seconds: 3 })
  console.log('\nleague bets, 3 legs   connections   ours bets/s   p99 placed ms   raw bets/s   ratio')
  for (const connections of [64, 256]) {
    const ours = await runPlacing({ ...world, connections, seconds })
    const ids = matches.map(({ matchId }) => matchId)
    const raw = await rawBets(server, { connections, seconds, matches: ids, bettors, legs: leagueLegs })
    const row = [connections, ours.perSecond.toFixed(0), ours.acceptedP99.toFixed(1), raw.perSecond.toFixed(0)]
    console.log(
      [...row, (ours.perSecond / raw.perSecond).toFixed(2)].map((cell) => String(cell).padStart(14)).join(''),
      ours.refused ? `${ours.refused} refused: ${ours.statuses}` : '',
      `(raw: ${raw.by})`,
    )
  }
}

/** Inserts open bets on a round with their stakes, as the platform does. */
async function seed(db: Db, roundId: string, bettors: readonly bigint[]): Promise<void> {
  await sql`
    with made as (
      insert into betting.bet (bet_id, product, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, rules_version, placed_at)
      select (select greatest(coalesce(max(bet_id), 0), 5000000000000) from betting.bet) + n, 'league',
        (${bettors}::bigint[])[1 + n % ${bettors.length}::int], gen_random_uuid(), '\\x00', case n % 3 when 0 then 'single' else 'multi' end, 'none',
        2000, 2100, 4200, (select version from betting.rules where version like '%-league-%' limit 1), platform.now()
      from generate_series(1, ${betsOfRound}::int) n returning bet_id, type),
    numbered as (select bet_id, type, (row_number() over (order by bet_id))::int as n from made),
    of_round as (
      select p.id as round, array_agg(m.match_id order by m.match_id) as ids
      from platform.round p join league.round r using (round_id) join league.match m using (season_id, round_number)
      where p.round_id = ${roundId} group by p.id),
    legs as (
      insert into league.leg (bet_id, n, round, match_id, market_id, odd_key, price, start_time)
      select bet_id, part, round, ids[1 + (n * 7 + part * 3) % 10], '3', (array['home_team', 'draw', 'away_team'])[1 + (n + part * (n / 3)) % 3],
        (array[2100, 3400, 3600])[1 + (n + part * (n / 3)) % 3], platform.now()
      from numbered, of_round, generate_series(0, 2) part where part = 0 or type = 'multi' and (part = 1 or n % 2 = 0)),
    moved as (
      insert into ledger.transfer (id, hash, kind, about, at)
      select 'bet/' || bet_id || '/stake', '\\x00', 'stake', 'bet/' || bet_id, platform.now() from made returning no)
    insert into ledger.entry (account_id, transfer_no, amount, balance_after)
    select a.id, moved.no, 2000, null from moved, ledger.account a where a.name = 'house:league'`.execute(db)
}

/** Settles 20,000 bets on the next round by the engine, and as many on the same matches by SQL alone. */
async function settling(server: BenchServer, owner: Db, bettors: readonly bigint[]): Promise<void> {
  const [current] = await periodsOf(server)
  const roundId = current?.round_id ?? ''
  await seed(owner, roundId, bettors)
  await sql`vacuum analyze`.execute(owner)
  await sql`checkpoint`.execute(owner)
  await post(server, '/sandbox/clock', { advance_s: await secondsUntil(owner, current?.end_time ?? '') })
  const took = await settledIn(owner, roundId)
  await seed(owner, roundId, bettors)
  await sql`vacuum analyze`.execute(owner)
  await sql`checkpoint`.execute(owner)
  const started = performance.now()
  await settleBySql(owner, roundId)
  const raw = (performance.now() - started) / 1000
  console.log(
    `${betsOfRound} bets of a round: settled ${took.toFixed(2)} s after its end, by SQL alone in ${raw.toFixed(2)} s, ratio ${(raw / took).toFixed(2)} (aim: 2 s)`,
  )
}

/** The seconds until a time of the platform's clock, rounded up. */
async function secondsUntil(db: Db, time: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from ${time}::timestamptz - platform.now()))::int as seconds`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 1)
}

/** Waits until the bets on a round are settled. Returns the seconds from its end. */
async function settledIn(db: Db, roundId: string): Promise<number> {
  for (let polls = 0; polls < 4000; polls++) {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from s.done_at - p.ended_at)::float8 as seconds
      from league.settlement s join platform.round p on p.id = s.round where p.round_id = ${roundId} and s.done_at is not null`.execute(
      db,
    )
    if (rows[0]) return rows[0].seconds
    await wait(25)
  }
  throw new Error('the round was not settled')
}

/** Settles the open bets on an ended round, in one transaction. */
async function settleBySql(db: Db, roundId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with result as (
        select m.match_id, count(*) filter (where g->>1 = 'home') as home, count(*) filter (where g->>1 = 'away') as away
        from league.match m join league.round r using (season_id, round_number) left join lateral jsonb_array_elements(m.goals) g on true
        where r.round_id = ${roundId} group by m.match_id)
      update league.leg l set state = case when l.odd_key = case when home > away then 'home_team' when home = away then 'draw' else 'away_team' end
        then 'won' else 'lost' end
      from result where l.match_id = result.match_id and l.state = 'open'`.execute(tx)
    await sql`
      update betting.bet b set state = 'lost', settled_at = platform.now(), times_settled = 1
      where b.state = 'open' and b.product = 'league' and b.bet_id in (select bet_id from league.leg where state = 'lost')`.execute(
      tx,
    )
    await sql`
      with won as (
        select b.bet_id, b.bettor_id, floor(b.stake * exp(sum(ln(l.price / 1000::numeric))))::bigint as amount
        from betting.bet b join league.leg l using (bet_id) where b.state = 'open' and b.product = 'league'
        group by b.bet_id having bool_and(l.state = 'won')),
      bets as (
        update betting.bet b set state = 'won', returned = amount, settled_at = platform.now(), times_settled = 1 from won where b.bet_id = won.bet_id),
      moved as (
        insert into ledger.transfer (id, hash, kind, about, at)
        select 'bet/' || bet_id || '/settle/1', '\\x00', 'win', 'bet/' || bet_id, platform.now() from won returning no, about),
      credited as (
        update ledger.account a set balance = balance + total.amount, version = version + 1
        from (select bettor_id, sum(amount)::bigint as amount from won group by 1) total where a.owner = total.bettor_id and a.kind = 'cash'
        returning a.id, a.owner, a.balance)
      insert into ledger.entry (account_id, transfer_no, amount, balance_after)
      select c.id, m.no, w.amount, c.balance from moved m join won w on m.about = 'bet/' || w.bet_id join credited c on c.owner = w.bettor_id
      union all select h.id, m.no, -w.amount, null from moved m join won w on m.about = 'bet/' || w.bet_id, ledger.account h where h.name = 'house:league'`.execute(
      tx,
    )
  })
}
