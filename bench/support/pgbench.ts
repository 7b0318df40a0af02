import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { BenchServer } from './server.ts'

const run = promisify(execFile)

export type Raw = { perSecond: number; by: string }

/** SQL of a bet's legs: the offers of three matches as rows of match_id, key, price, start_time and n, and the insert of the legs. */
export type RawLegs = {
  readonly product: 'sports' | 'league'
  readonly lines: (m: string) => string
  readonly legs: string
  readonly rules: string
}

const sportsLegs: RawLegs = {
  lines: (m) => `
  select k.match_id, k.keys[1] as key, k.prices[1] as price, m.start_time, row_number() over (order by k.match_id) - 1 as n
  from catalog.market k join catalog.match m on m.id = k.match_id
  where k.match_id in (${m}) and k.market_id = 1 and k.line = '' and k.state = 'open' and not m.suspended`,
  legs: `betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
  select bet.bet_id, lines.n, lines.match_id, '1', lines.key, lines.price, lines.start_time from bet, lines`,
  rules: `'bench'`,
  product: 'sports',
}

/** Legs on the rounds of the league, with a fixed price: league prices are not stored. */
export const leagueLegs: RawLegs = {
  lines: (m) => `
  select m.match_id, (array['home_team', 'draw', 'away_team'])[1 + floor(random() * 3)::int] as key, 2100 as price, r.kicks_off_at as start_time, p.id as round, row_number() over (order by m.match_id) - 1 as n
  from league.match m join league.round r using (season_id, round_number) join platform.round p using (round_id)
  where m.match_id in (${m}) and p.state = 'open' and p.locks_at > platform.now()`,
  legs: `league.leg (bet_id, n, round, match_id, market_id, odd_key, price, start_time)
  select bet.bet_id, lines.n, lines.round, lines.match_id, '3', lines.key, lines.price, lines.start_time from bet, lines`,
  // The league's rounds are settled later, by the rules of their bets.
  rules: `(select version from betting.rules where version like '%-league-%' limit 1)`,
  product: 'league',
}

/**
 * One bet in one hand-written statement: the payer's balance, the transfer with its two entries, the bet, three legs at the offered
 * prices, and the exposure. The driver sets `:b` and `:m1`–`:m3`.
 */
const statement = (
  { lines, legs, rules, product }: RawLegs,
  b: string,
  m: readonly [string, string, string],
  house: bigint,
) => `
with paid as (
  update ledger.account set balance = balance - 2000, version = version + 1
  where name = 'cash:' || ${b} and balance >= 2000 returning id, owner, balance),
lines as (${lines(m.join(', '))}),
bet as (
  insert into betting.bet (bet_id, product, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, boost_percent, boost_amount,
    rules_version, placed_at)
  select nextval('betting.bet_block') * 1000 + 1000000000000, '${product}', paid.owner, gen_random_uuid(), '\\x00', 'multi', 'higher', 2000, 9260, 18522, 5, 800, ${rules}, platform.now()
  from paid returning bet_id),
moved as (
  insert into ledger.transfer (id, hash, kind, about, at)
  select 'bet/' || bet_id || '/stake', '\\x00', 'stake', 'bet/' || bet_id, platform.now() from bet returning no),
entries as (
  insert into ledger.entry (account_id, transfer_no, amount, balance_after)
  select paid.id, moved.no, -2000, paid.balance from paid, moved union all select ${house}, moved.no, 2000, null from moved),
legs as (
  insert into ${legs})
insert into betting.exposure as e (match_id, market_id, odd_key, bets, stake, liability)
select match_id, '1', key, 1, 666, 5507 from lines, paid order by match_id
on conflict (match_id, market_id, odd_key) do update
  set bets = e.bets + 1, stake = e.stake + excluded.stake, liability = e.liability + excluded.liability`

export type RawRun = { connections: number; seconds: number; matches: number[]; bettors: bigint[]; legs?: RawLegs }

/** Runs the statement with pgbench if it is installed, otherwise with a plain `pg` loop; `by` names which. */
export async function rawBets(server: BenchServer, given: RawRun): Promise<Raw> {
  const pool = new pg.Pool({ ...server.connection, max: 1 })
  const { rows } = await pool.query<{ id: bigint }>(
    `select id from ledger.account where name = 'house:${(given.legs ?? sportsLegs).product}'`,
  )
  await pool.end()
  const house = rows[0]?.id ?? 0n
  const hasPgbench = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  return hasPgbench ? byPgbench(server, given, house) : byLoop(server, given, house)
}

function ranges({ matches, bettors }: RawRun) {
  const third = Math.floor(matches.length / 3)
  const [first = 0] = matches
  const [from = 0n] = bettors
  return {
    b: [from, from + BigInt(bettors.length) - 1n],
    m: [0, 1, 2].map((part) => [first + part * third, first + (part + 1) * third - 1]),
  }
}

async function byPgbench(server: BenchServer, given: RawRun, house: bigint): Promise<Raw> {
  const { connections, seconds, legs = sportsLegs } = given
  const { b, m } = ranges(given)
  const folder = await mkdtemp(join(tmpdir(), 'nare-pgbench-'))
  const file = join(folder, 'bet.sql')
  const chosen = [
    `\\set b random(${b.join(', ')})`,
    ...m.map((range, n) => `\\set m${n + 1} random(${range.join(', ')})`),
  ]
  await writeFile(
    file,
    `${chosen.join('\n')}\n${statement(legs, ':b', [':m1', ':m2', ':m3'], house).replaceAll('\n', ' ').trim()};\n`,
  )
  const { host, user, password, database, port } = server.connection
  try {
    const { stdout } = await run(
      'pgbench',
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(Math.min(connections, 90)),
        '-j',
        '2',
        '-T',
        String(seconds),
        '-f',
        file,
        '-h',
        host ?? '',
        '-p',
        String(port),
        '-U',
        user ?? '',
        database ?? '',
      ],
      { env: { ...process.env, PGPASSWORD: password, PGOPTIONS: '-c jit=off' } },
    )
    return {
      perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0),
      by: connections > 90 ? 'pgbench, 90 connections' : 'pgbench',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function byLoop(server: BenchServer, given: RawRun, house: bigint): Promise<Raw> {
  const { b, m } = ranges(given)
  const { legs = sportsLegs } = given
  const pool = new pg.Pool({ ...server.connection, max: Math.min(given.connections, 90) })
  const text = statement(legs, '$1::bigint', ['$2::int', '$3::int', '$4::int'], house)
  const between = ([from = 0, to = 0]: number[]) => from + Math.floor(Math.random() * (to - from + 1))
  const until = performance.now() + given.seconds * 1000
  let done = 0
  const worker = async () => {
    while (performance.now() < until) {
      const values = [between(b.map(Number)), ...m.map(between)]
      await pool.query({ name: 'bet', text, values })
      done++
    }
  }
  await Promise.all(Array.from({ length: Math.min(given.connections, 90) }, worker))
  await pool.end()
  return { perSecond: done / given.seconds, by: 'a plain pg loop: pgbench is not installed' }
}
