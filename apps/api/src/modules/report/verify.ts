import { sql } from 'kysely'
import {
  balancesUpTo,
  flowsByDay,
  houseOfProduct,
  kindsWhere,
  runCheck,
  transfersOfIds,
  type Check,
  type Counts,
} from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import { reportReader } from './roll-up.ts'
import { sourceReader } from './sources.ts'

const stakedKinds = kindsWhere((row) => row.counts === 'staked')
const returnedKinds = kindsWhere((row) => row.counts === 'returned')

/**
 * Compares the figures with the ledger, up to the last transfer that they count: each account as a whole, each account of the operator by day
 * and kind, and the play of each product by day and kind. Runs after `verifyLedger`, which verifies the entries.
 */
export async function verifyReport(db: Db, zone: string): Promise<Check[]> {
  return [
    await runCheck(db, 'the figures of each account equal its entries', accounts),
    await runCheck(db, 'the figures of each day equal the hours of the ledger', days(zone)),
    await runCheck(db, 'the figures of play equal those of the accounts', play),
    await runCheck(db, 'the figures of marketing sources equal the accounts', sources),
    await runCheck(db, 'the bettors of each day are those who placed a bet', bettors),
    await runCheck(db, 'the bettors of each product are those of its places', ofProducts),
    await runCheck(db, 'the bettors of each day are counted once', activeDays),
    await runCheck(db, 'every remitted tax was posted once', remittances),
  ]
}

const accounts = sql<Counts>`
  with entry as (${balancesUpTo(reportReader)}),
  summed as (
    select account, sum(amount)::bigint as balance,
      coalesce(-sum(amount) filter (where kind = any(${stakedKinds}::text[])), 0)::bigint as staked,
      coalesce(sum(amount) filter (where kind = any(${returnedKinds}::text[])), 0)::bigint as returned
    from report.money_day group by account)
  select count(*) as scanned, count(*) filter (where
    (coalesce(s.balance, 0), coalesce(s.staked, 0), coalesce(s.returned, 0)) is distinct from
    (coalesce(e.balance, 0), coalesce(e.staked, 0), coalesce(e.returned, 0))) as broken
  from summed s full join entry e using (account)`

const days = (zone: string) => sql<Counts>`
  with flow as (${flowsByDay(reportReader, { zone })}),
  summed as (select day, account, kind, amount, transfers from report.money_day where account not like 'bettors:%')
  select count(*) as scanned,
    count(*) filter (where (s.amount, s.transfers) is distinct from (f.amount, f.transfers)) as broken
  from summed s full join flow f using (day, account, kind)`

const play = sql<Counts>`
  with house as (
    select * from unnest(${Object.keys(houseOfProduct)}::text[], ${Object.values(houseOfProduct)}::text[]) h (product, account)),
  money as (
    select d.day, h.product, d.kind, d.amount, d.transfers from report.money_day d join house h using (account)
    where d.kind = any(${[...stakedKinds, ...returnedKinds]}::text[])),
  placed as (
    select d.day, p.product, d.kind, sum(d.amount)::bigint as amount, sum(d.transfers)::bigint as transfers
    from report.play_day d left join report.place p using (place_id) group by 1, 2, 3)
  select count(*) as scanned,
    count(*) filter (where (m.amount, m.transfers) is distinct from (p.amount, p.transfers)) as broken
  from money m full join placed p using (day, product, kind)`

const sources = sql<Counts>`
  with entry as (${balancesUpTo(sourceReader)}),
  due as (
    select coalesce(sum(staked) filter (where account like 'bettors:%'), 0) as staked,
      coalesce(sum(returned) filter (where account like 'bettors:%'), 0) as returned,
      coalesce(-sum(balance) filter (where account = 'house:promotions'), 0) as given from entry),
  kept as (
    select coalesce(sum(staked), 0) as staked, coalesce(sum(returned), 0) as returned, coalesce(sum(given), 0) as given from report.source_day)
  select (select count(*) from report.source_day) as scanned,
    ((due.staked, due.returned, due.given) is distinct from (kept.staked, kept.returned, kept.given))::int as broken
  from due, kept`

const remittances = sql<Counts>`
  select count(*) as scanned, count(*) filter (where t.amount is distinct from r.amount) as broken
  from (${transfersOfIds('tax/')}) t full join report.remittance r on t.id = 'tax/' || r.id`

/** Each day of a place with bets has at least one bettor and at most one for each bet, and a day without bets has none. */
const bettors = sql<Counts>`
  with marked as (
    select m.month + n as day, m.place_id, count(*) as bettors
    from report.bettor_month m cross join generate_series(0, 30) n where m.days >> n & 1 = 1 group by 1, 2),
  placed as (select day, place_id, sum(bets) as bets from report.play_day group by 1, 2 having sum(bets) <> 0)
  select count(*) as scanned, count(*) filter (where not coalesce(m.bettors between 1 and p.bets, false)) as broken
  from marked m full join placed p using (day, place_id)`

const ofProducts = sql<Counts>`
  with due as (
    select m.month, coalesce(p.product, '') as product, m.bettor_id, bit_or(m.days) as days
    from report.bettor_month m join report.place p using (place_id)
    group by grouping sets ((m.month, p.product, m.bettor_id), (m.month, m.bettor_id)))
  select count(*) as scanned, count(*) filter (where d.days is distinct from a.days) as broken
  from due d full join report.active_month a using (month, product, bettor_id)`

const activeDays = sql<Counts>`
  with due as (
    select m.month + n as day, m.product, count(*) as bettors
    from report.active_month m cross join generate_series(0, 30) n where m.days >> n & 1 = 1 group by 1, 2)
  select count(*) as scanned, count(*) filter (where d.bettors is distinct from a.bettors) as broken
  from due d full join report.active_day a using (day, product)`
