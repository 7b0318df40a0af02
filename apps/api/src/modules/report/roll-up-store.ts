import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import { notPlaced } from './places.ts'

// Parts of the statements of roll-up.ts. Amounts are those of the account of the house: positive if it receives. `moved` are entries, `play` those of
// tickets with their place: rows (no, day, kind, amount, transfers, bets, bet_id, bettor_id, product, place_id), without a bettor if their bet
// is not placed.

/** Adds to the sums of play. */
export const addPlay = sql`
  insert into report.play_day as d (day, place_id, kind, amount, transfers, bets)
  select day, place_id, kind, sum(amount)::bigint, sum(transfers)::bigint, coalesce(sum(bets) filter (where bettor_id is not null), 0)::bigint
  from play group by 1, 2, 3
  on conflict (day, place_id, kind) do update set amount = d.amount + excluded.amount,
    transfers = d.transfers + excluded.transfers, bets = d.bets + excluded.bets`

/** Adds to the sums of all accounts. */
export const addMoney = sql`
  insert into report.money_day as d (day, account, kind, amount, transfers)
  select day, account, kind, sum(amount)::bigint, count(*) from moved group by 1, 2, 3
  on conflict (day, account, kind) do update set amount = d.amount + excluded.amount, transfers = d.transfers + excluded.transfers`

const monthAndBits = sql`date_trunc('month', day)::date as month, bit_or(1 << (extract(day from day)::int - 1)) as days`

/** Marks the days on which bettors placed a bet of a place. */
export const addBettors = sql`
  insert into report.bettor_month as m (month, place_id, bettor_id, days)
  select month, place_id, bettor_id, days
  from (select place_id, bettor_id, ${monthAndBits} from play where bets > 0 and bettor_id is not null group by 1, 2, date_trunc('month', day)) p
  on conflict (month, place_id, bettor_id) do update set days = m.days | excluded.days where m.days | excluded.days <> m.days`

/**
 * Marks the days on which bettors placed a bet of a product, and of any, and counts the bettors whose mark is new. A mark is read by its key: batches
 * come one by one, so nobody else marks meanwhile.
 */
export const addActive = sql`
  fresh as materialized (
    select a.month, a.product, a.bettor_id, a.days & ~coalesce(m.days, 0) as days
    from (
      select month, coalesce(product, '') as product, bettor_id, bit_or(days) as days
      from (select product, bettor_id, ${monthAndBits} from play where bets > 0 and bettor_id is not null group by 1, 2, date_trunc('month', day)) p
      group by grouping sets ((month, product, bettor_id), (month, bettor_id))) a
      left join lateral (
        select m.days from report.active_month m where (m.month, m.product, m.bettor_id) = (a.month, a.product, a.bettor_id) offset 0) m on true
    where a.days & ~coalesce(m.days, 0) <> 0),
  active as (
    insert into report.active_month as m (month, product, bettor_id, days) select month, product, bettor_id, days from fresh
    on conflict (month, product, bettor_id) do update set days = m.days | excluded.days),
  counted as (
    insert into report.active_day as d (day, product, bettors)
    select f.month + n, f.product, count(*) from fresh f cross join generate_series(0, 30) n where f.days >> n & 1 = 1 group by 1, 2
    on conflict (day, product) do update set bettors = d.bettors + excluded.bettors)`

/** Marks the days on which bettors deposited. */
export const addDepositors = (kinds: readonly string[]) => sql`
  insert into report.depositor_month as m (month, bettor_id, days)
  select month, owner, days
  from (
    select owner, ${monthAndBits} from moved where kind = any(${kinds}::text[]) and owner is not null group by 1, date_trunc('month', day)) p
  on conflict (month, bettor_id) do update set days = m.days | excluded.days where m.days | excluded.days <> m.days`

/** Keeps stakes whose bets are not placed yet. */
export const keepUnplaced = sql`
  insert into report.unplaced (transfer_no, bet_id, day, product, kind, amount, bets)
  select no, bet_id, day, product, kind, amount, bets from play where bettor_id is null and bet_id is not null`

/** Whether stakes wait for their bets. */
export async function hasUnplaced(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from report.unplaced limit 1`.execute(tx)
  return rows.length > 0
}

/** Removes the stakes of bets that were given back whole: these bets are never placed. */
export async function forgetReleased(tx: Tx): Promise<void> {
  await sql`
    delete from report.unplaced where bet_id in (
      select bet_id from report.unplaced group by bet_id having sum(amount) = 0)`.execute(tx)
}

/** Removes sums of these days without transfers: all that they had was moved to the places of their bets. */
export async function dropEmpty(tx: Tx, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    delete from report.play_day d using report.place p
    where d.day = any(${days}::date[]) and p.place_id = d.place_id and p.sport = ${notPlaced}
      and d.transfers = 0 and d.amount = 0 and d.bets = 0`.execute(tx)
}

/** The tables of the sums. */
export const figureTables = [
  ...['play_day', 'money_day', 'bettor_month', 'active_month', 'active_day', 'depositor_month', 'unplaced', 'place'],
] as const

/** Removes all sums, for a consumer that begins again. */
export async function removeSums(tx: Tx): Promise<void> {
  for (const table of figureTables) await sql`delete from report.${sql.ref(table)}`.execute(tx)
}
