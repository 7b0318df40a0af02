import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '@nare/api/platform/db'
import type { Priced } from './world.ts'

const chunk = 100_000
const idsInBlock = 1000
const stake = 2000

type Seeding = {
  readonly owner: Db
  readonly bets: number
  readonly matches: readonly Priced[]
  readonly bettors: readonly bigint[]
  /** The file that receives a line for each bet, with an early time of acknowledgement. */
  readonly acknowledged: string
}

/** Inserts open single bets with their stakes in the ledger, as the platform places them, and waits until they are archived. */
export async function seedPlaced({ owner, bets, matches, bettors, acknowledged }: Seeding): Promise<void> {
  await sql`set statement_timeout = 0`.execute(owner)
  await sql`set synchronous_commit = off`.execute(owner)
  const { rows } = await sql<{ block: string }>`select nextval('betting.bet_block')::text as block`.execute(owner)
  const first = Number(rows[0]?.block) * idsInBlock
  await sql`select setval('betting.bet_block', ${Math.ceil((first + bets) / idsInBlock) + 1}::bigint)`.execute(owner)
  for (let from = 0; from < bets; from += chunk) {
    const [low, high] = [first + from, first + Math.min(bets, from + chunk) - 1]
    await place(owner, { low, high, matches, bettors })
    const placed = await sql<{ id: string }>`
      select client_id::text as id from betting.bet where bet_id between ${low}::bigint and ${high}::bigint`.execute(
      owner,
    )
    appendFileSync(acknowledged, placed.rows.map(({ id }) => `${id} 0 0\n`).join(''))
  }
  await sql`vacuum analyze`.execute(owner)
  await archived(owner)
}

type Range = { low: number; high: number } & Pick<Seeding, 'matches' | 'bettors'>

async function place(owner: Db, { low, high, matches, bettors }: Range): Promise<void> {
  await sql`
    with bet as (
      insert into betting.bet (bet_id, bettor_id, client_id, hash, type, accept, stake, total_odds, possible_win, boost_percent, boost_amount,
        rules_version, placed_at)
      select n, (${bettors}::bigint[])[1 + n % ${bettors.length}::int], gen_random_uuid(), '\\x00', 'single', 'higher', ${stake}::int, 2100, 4200,
        0, 0, (select max(version) from betting.rules), platform.now()
      from generate_series(${low}::bigint, ${high}::bigint) n returning bet_id, bettor_id),
    leg as (
      insert into betting.leg (bet_id, n, match_id, market_id, odd_key, price, start_time)
      select bet_id, 0, (${matches.map(({ matchId }) => matchId)}::int[])[1 + bet_id % ${matches.length}::int], '1', 'home_team', 2100,
        platform.now() + interval '1 day' from bet),
    transfer as (
      insert into ledger.transfer (id, hash, kind, about, at)
      select 'bet/' || bet_id || '/stake', '\\x00', 'stake', 'bet/' || bet_id, platform.now() from bet order by bet_id returning no, about),
    numbered as (
      select no, bettor_id, row_number() over (partition by bettor_id order by no) as n
      from transfer join bet on about = 'bet/' || bet_id),
    entry as (
      insert into ledger.entry (account_id, transfer_no, amount, balance_after)
      select a.id, no, -${stake}::int, a.balance - n * ${stake}::int from numbered join ledger.account a on a.name = 'cash:' || bettor_id
      union all select a.id, no, ${stake}::int, null from numbered, ledger.account a where a.name = 'house:sports')
    update ledger.account a set balance = a.balance - c.n * ${stake}::int, version = a.version + c.n
    from (select bettor_id, count(*) as n from bet group by bettor_id) c where a.name = 'cash:' || c.bettor_id`.execute(
    owner,
  )
}

/** Waits until the log so far is archived: a bulk insert is written faster than it is compressed. */
async function archived(owner: Db): Promise<void> {
  const { rows } = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(owner)
  for (;;) {
    const { rows: now } = await sql<{ done: boolean }>`
      select coalesce(last_archived_wal >= ${rows[0]?.file}, false) as done from pg_stat_archiver`.execute(owner)
    if (now[0]?.done) return
    await wait(500)
  }
}
