import { sql } from 'kysely'
import { expect } from 'vitest'
import { verifyLedger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import { verifyReport } from '../report.ts'

export const zone = 'Africa/Nairobi'

type Table = 'play' | 'money' | 'bettors' | 'products' | 'days' | 'depositors' | 'sources'
export type Figures = Readonly<Record<Table, readonly string[]>>

const played = sql`('stake', 'stake_released', 'bonus_stake', 'bonus_stake_released', 'win', 'refund', 'cash_out', 'correction',
  'bonus_win', 'bonus_refund', 'bonus_cash_out', 'bonus_correction')`

/** The place of each bet, put together in another way than the figures do it. */
const places = sql`
  select b.bet_id, b.bettor_id, b.product,
    case when b.product not in ('sports', 'league') then b.product when b.type <> 'single' then 'multi'
      else (select m.sport_id from betting.leg l join catalog.match m on m.id = l.match_id where l.bet_id = b.bet_id) end as sport,
    case when b.product not in ('sports', 'league') then b.product when b.type <> 'single' then 'multi'
      else (select m.competition_id from betting.leg l join catalog.match m on m.id = l.match_id where l.bet_id = b.bet_id) end as competition,
    case when b.product not in ('sports', 'league') then b.product when b.type <> 'single' then 'multi'
      else (select l.market_id from betting.leg l where l.bet_id = b.bet_id) end as market,
    coalesce((select utm_source from identity.bettor where id = b.bettor_id), 'none') as source
  from betting.bet b`

const entries = sql`
  select (t.at at time zone ${zone}::text)::date as day, t.id, t.kind, e.amount, a.name, a.kind as account_kind, a.owner,
    (regexp_match(t.about, '^bet/([0-9]+)$'))[1]::bigint as bet_id
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id`

const rowsOf = async (db: Db, query: ReturnType<typeof sql>): Promise<string[]> =>
  (await sql<{ row: string }>`select to_jsonb(q)::text as row from (${query}) q`.execute(db)).rows
    .map(({ row }) => row)
    .toSorted()

/** The figures from the entries of the ledger and the bets themselves. */
export async function slowFigures(db: Db): Promise<Figures> {
  return {
    play: await rowsOf(
      db,
      sql`
      with place as (${places}), entry as (${entries})
      select e.day, substr(e.name, 7) as product, coalesce(p.sport, 'not_placed') as sport, coalesce(p.competition, 'not_placed') as competition,
        coalesce(p.market, 'not_placed') as market, coalesce(p.source, 'none') as source, e.kind, sum(e.amount) as amount, count(*) as transfers,
        count(*) filter (where p.bet_id is not null and (e.id ~ '^bet/[0-9]+/stake$' or e.id ~ '^bet/[0-9]+/bonus_stake$'
          and not exists (select from ledger.transfer o where o.id = 'bet/' || e.bet_id || '/stake'))) as bets
      from entry e left join place p using (bet_id)
      where e.name in ('house:sports', 'house:jackpot', 'house:league', 'house:casino', 'house:games') and e.kind in ${played}
      group by 1, 2, 3, 4, 5, 6, 7`,
    ),
    money: await rowsOf(
      db,
      sql`
      with entry as (${entries})
      select day, case when owner is null then name else 'bettors:' || account_kind end as account, kind, sum(amount) as amount,
        count(*) as transfers
      from entry group by 1, 2, 3`,
    ),
    bettors: await rowsOf(
      db,
      sql`
      with place as (${places}), entry as (${entries})
      select distinct e.day, p.product, p.sport, p.competition, p.market, p.source, p.bettor_id
      from entry e join place p using (bet_id) where ${isStake}`,
    ),
    products: await rowsOf(
      db,
      sql`with place as (${places}), entry as (${entries}) select distinct e.day, p.product, p.bettor_id ${staked} union ${ofAny}`,
    ),
    days: await rowsOf(
      db,
      sql`
      with place as (${places}), entry as (${entries})
      select day, product, count(*) as bettors from (select distinct e.day, p.product, p.bettor_id ${staked} union ${ofAny}) b group by 1, 2`,
    ),
    depositors: await rowsOf(
      db,
      sql`with entry as (${entries}) select distinct day, owner as bettor_id from entry where kind = 'deposit' and owner is not null`,
    ),
    sources: await rowsOf(
      db,
      sql`
      with entry as (${entries}),
      transfer as (
        select id, day, max(owner) as bettor, coalesce(-sum(amount) filter (where owner is null and amount < 0 and kind = 'deposit'), 0) as deposited,
          coalesce(sum(amount) filter (where owner is null and kind like '%stake%'), 0) as staked,
          coalesce(-sum(amount) filter (where owner is null and kind in ${played} and kind not like '%stake%'), 0) as returned,
          coalesce(-sum(amount) filter (where name = 'house:promotions'), 0) as given
        from entry group by 1, 2)
      select t.day, coalesce(b.utm_source, '') as utm_source, coalesce(b.utm_campaign, '') as utm_campaign, coalesce(b.btag, '') as btag,
        sum(deposited) as deposited, sum(staked) as staked, sum(returned) as returned, sum(given) as given
      from transfer t left join identity.bettor b on b.id = t.bettor and b.verified_at is not null
      where t.bettor is not null and (deposited, staked, returned, given) <> (0, 0, 0, 0) group by 1, 2, 3, 4`,
    ),
  }
}

const isStake = sql`e.id ~ '/(bonus_)?stake$' and e.name like 'house:%'`
const staked = sql`from entry e join place p using (bet_id) where ${isStake}`
const ofAny = sql`select distinct e.day, '', p.bettor_id ${staked}`

/** The figures as they are kept. */
export async function keptFigures(db: Db): Promise<Figures> {
  return {
    play: await rowsOf(
      db,
      sql`
      select d.day, p.product, p.sport, p.competition, p.market, p.source, d.kind, d.amount, d.transfers, d.bets
      from report.play_day d join report.place p using (place_id)`,
    ),
    money: await rowsOf(db, sql`select day, account, kind, amount, transfers from report.money_day`),
    bettors: await rowsOf(
      db,
      sql`
      select m.month + n as day, p.product, p.sport, p.competition, p.market, p.source, m.bettor_id
      from report.bettor_month m join report.place p using (place_id) cross join generate_series(0, 30) n where m.days >> n & 1 = 1`,
    ),
    products: await rowsOf(
      db,
      sql`select month + n as day, product, bettor_id from report.active_month cross join generate_series(0, 30) n where days >> n & 1 = 1`,
    ),
    days: await rowsOf(db, sql`select day, product, bettors from report.active_day`),
    depositors: await rowsOf(
      db,
      sql`select month + n as day, bettor_id from report.depositor_month cross join generate_series(0, 30) n where days >> n & 1 = 1`,
    ),
    sources: await rowsOf(
      db,
      sql`
      select d.day, s.utm_source, s.utm_campaign, s.btag, d.deposited, d.staked, d.returned, d.given
      from report.source_day d join report.source s using (source_id)`,
    ),
  }
}

/** The checks of the figures that are wrong, by `ledger:verify`. */
export async function brokenFigures(db: Db): Promise<string[]> {
  const checks = [...(await verifyLedger(db, { full: false })), ...(await verifyReport(db, zone))]
  return checks.filter(({ broken }) => broken > 0).map(({ name }) => name)
}

/** Expects the kept figures to equal the ledger, row by row. The reader has read all of it. */
export async function expectFiguresOfLedger(db: Db): Promise<void> {
  expect(await keptFigures(db)).toEqual(await slowFigures(db))
  expect(await brokenFigures(db)).toEqual([])
}

/** As many connections as a pool of a test has, and more. */
const connectionsMax = 20

/**
 * Reads on while the connection that writes the figures is ended, wherever it is: what a killed process leaves behind. Ended connections are out of
 * the pool afterwards.
 */
export async function followKilled(
  { owner, db }: { owner: Db; db: Db },
  follow: () => Promise<unknown>,
): Promise<void> {
  const following = follow().catch(() => undefined)
  const { rows } = await sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and (query like '%report.%' or query like '%ledger.consumer%')`.execute(
    owner,
  )
  await following
  const ended = rows.map(({ pid }) => pid)
  const isThere = async (): Promise<boolean> =>
    (await sql`select 1 from pg_stat_activity where pid = any(${ended}::int[])`.execute(owner)).rows.length > 0
  while (await isThere());
  const answers = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  while ((await Promise.all(Array.from({ length: connectionsMax }, answers))).includes(false));
}
