import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Raw } from './pgbench.ts'
import type { BenchServer } from './server.ts'

const run = promisify(execFile)

/** A bet in one hand-written statement: balance, transfer with its entries, ticket, round and transaction. */
const betSql = (b: string, house: bigint) => `
with paid as (
  update ledger.account set balance = balance - 100, version = version + 1
  where name = 'cash:' || ${b} and balance >= 100 returning id, owner, balance),
bet as (
  insert into betting.bet (bet_id, product, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, rules_version, placed_at)
  select nextval('betting.bet_block') * 1000 + 3000000000000, 'casino', owner, gen_random_uuid(), '\\x00', 'single', 'none', 100, null, null, 'bench', platform.now()
  from paid returning bet_id, bettor_id),
moved as (
  insert into ledger.transfer (id, hash, kind, about, at)
  select 'bet/' || bet_id || '/stake', '\\x00', 'stake', 'bet/' || bet_id, platform.now() from bet returning no),
entries as (
  insert into ledger.entry (account_id, transfer_no, amount, balance_after)
  select paid.id, moved.no, -100, paid.balance from paid, moved union all select ${house}, moved.no, 100, null from moved),
round as (
  insert into casino.round (provider, round_id, bettor_id, game_id, bet_id, bets) select 'bgaming', 'raw-' || bet_id, bettor_id, 'raw game', bet_id, 1 from bet)
insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, amount, hash)
select 'bgaming', 'raw-bet-' || bet_id, 'debit', bettor_id, 'raw-' || bet_id, 'raw game', 100, '\\x00' from bet returning round_id`

/** The win of a round, in one statement. */
const winSql = (b: string, round: string, house: bigint) => `
with open as (
  select round_id, bet_id, bettor_id from casino.round
  where provider = 'bgaming' and round_id = ${round} and bettor_id = ${b} for update),
bet as (
  update betting.bet b set state = 'won', returned = 90, times_settled = 1, settled_at = platform.now() from open where b.bet_id = open.bet_id returning b.bet_id, b.bettor_id),
paid as (
  update ledger.account a set balance = balance + 90, version = version + 1 from bet where a.name = 'cash:' || bet.bettor_id returning a.id, a.balance),
moved as (
  insert into ledger.transfer (id, hash, kind, about, at)
  select 'bet/' || bet_id || '/settle/1', '\\x00', 'win', 'bet/' || bet_id, platform.now() from bet returning no),
entries as (
  insert into ledger.entry (account_id, transfer_no, amount, balance_after)
  select paid.id, moved.no, 90, paid.balance from paid, moved union all select ${house}, moved.no, -90, null from moved),
closed as (
  update casino.round r set closed_at = platform.now(), results = 1 from open where r.provider = 'bgaming' and r.round_id = open.round_id and r.bettor_id = open.bettor_id)
insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, amount, hash)
select 'bgaming', 'raw-win-' || bet_id, 'credit', bettor_id, round_id, 'raw game', 90, '\\x00' from open`

export type RawRun = { readonly connections: number; readonly seconds: number; readonly bettors: readonly bigint[] }

/** Runs bets and wins alternately with pgbench if it is installed, otherwise with a plain `pg` loop. A call is one statement. */
export async function rawWallet(server: BenchServer, given: RawRun): Promise<Raw> {
  const pool = new pg.Pool({ ...server.connection, max: given.connections })
  const account = await pool.query<{ id: bigint }>("select id from ledger.account where name = 'house:casino'")
  const house = account.rows[0]?.id ?? 0n
  const hasPgbench = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  try {
    return await (hasPgbench ? byPgbench(server, given, house) : byLoop(pool, given, house))
  } finally {
    await pool.end()
  }
}

async function byPgbench(server: BenchServer, { connections, seconds, bettors }: RawRun, house: bigint): Promise<Raw> {
  const folder = await mkdtemp(join(tmpdir(), 'nare-pgbench-'))
  const file = join(folder, 'wallet.sql')
  const [from = 0n] = bettors
  const line = (sql: string, end: string) => `${sql.replaceAll('\n', ' ').trim()}${end}\n`
  const range = `\\set b random(${from}, ${from + BigInt(bettors.length) - 1n})\n`
  await writeFile(file, range + line(betSql(':b', house), ' \\gset') + line(winSql(':b', ':round_id', house), ';'))
  const { host, user, password, database, port } = server.connection
  try {
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-f', file],
        ...['-h', host ?? '', '-p', String(port), '-U', user ?? '', database ?? ''],
      ],
      { env: { ...process.env, PGPASSWORD: password, PGOPTIONS: '-c jit=off' } },
    )
    return { perSecond: 2 * Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0), by: 'pgbench' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function byLoop(pool: pg.Pool, { connections, seconds, bettors }: RawRun, house: bigint): Promise<Raw> {
  const until = performance.now() + seconds * 1000
  const [bet, win] = [betSql('$1::bigint', house), winSql('$1::bigint', '$2::text', house)]
  let done = 0
  const worker = async (lane: number) => {
    for (let at = lane; performance.now() < until; at += connections) {
      const bettor = bettors[at % bettors.length]
      const placed = await pool.query<{ round_id: string }>({ name: 'bet', text: bet, values: [bettor] })
      await pool.query({ name: 'win', text: win, values: [bettor, placed.rows[0]?.round_id] })
      done += 2
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, lane) => worker(lane)))
  return { perSecond: done / seconds, by: 'a plain pg loop: pgbench is not installed' }
}
