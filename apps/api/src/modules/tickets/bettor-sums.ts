import { sql } from 'kysely'
import type { Check } from '#modules/ledger/ledger'
import { queryRow, queryRows, transact, type Db, type Tx } from '#platform/db'

/** A ticket may be stored a while after the moment at which it counts as placed; it has appeared long before this. */
const appearsIn = sql`interval '1 hour'`
const ticketsAtOnce = 20_000

/**
 * Sums the tickets of a bettor who plays much, from the last sum up to those that were placed an hour ago, so that reading them stays cheap.
 * A correction voids the sums, also while they are being made: it waits for the bettor's row, which is stored before.
 */
export async function sumTickets(db: Db, bettor: bigint): Promise<void> {
  await sql`insert into betting.bettor_summed (bettor_id) values (${bettor}::bigint) on conflict do nothing`.execute(db)
  while ((await transact(db, (tx) => sumNext(tx, bettor))) === ticketsAtOnce);
}

/** Sums the next tickets. Returns how many there were. */
async function sumNext(tx: Tx, bettor: bigint): Promise<number> {
  const rows = await queryRows<{ void: boolean }>(tx)`
    select void from betting.bettor_summed where bettor_id = ${bettor}::bigint for update`
  if (rows[0]?.void) await beginAgain(tx, bettor)
  const summed = await queryRow<{ count: number }>(tx)`
    with next as materialized (
      select b.bet_id, b.product, b.state, b.stake, b.returned, b.placed_at, b.settled_at
      from betting.bettor_summed s join betting.bet b on b.bettor_id = s.bettor_id and (b.placed_at, b.bet_id) > (s.placed_at, s.bet_id)
      where s.bettor_id = ${bettor}::bigint and b.placed_at < platform.now() - ${appearsIn}
      order by b.placed_at, b.bet_id limit ${ticketsAtOnce}::int),
    ended as materialized (
      delete from betting.bettor_open o using betting.bet b
      where o.bettor_id = ${bettor}::bigint and b.bet_id = o.bet_id and b.state <> 'open'
      returning b.bet_id, b.product, b.state, b.stake, b.returned, b.settled_at),
    settled as materialized (
      select bet_id, product, state, stake, returned, settled_at from next where state <> 'open' union all select * from ended),
    sums as (
      insert into betting.bettor_sum as s (bettor_id, product, bets, staked, returned)
      select ${bettor}::bigint, product, count(*), sum(stake), sum(returned) from settled group by product
      on conflict (bettor_id, product) do update set bets = s.bets + excluded.bets, staked = s.staked + excluded.staked,
        returned = s.returned + excluded.returned),
    lost as (
      insert into betting.bettor_lost (bettor_id, settled_at, bet_id)
      select ${bettor}::bigint, settled_at, bet_id from settled where state = 'lost' and returned = 0),
    open as (
      insert into betting.bettor_open (bettor_id, bet_id)
      select ${bettor}::bigint, bet_id from next where state = 'open'),
    moved as (
      update betting.bettor_summed s set placed_at = n.placed_at, bet_id = n.bet_id
      from (select placed_at, bet_id from next order by placed_at desc, bet_id desc limit 1) n where s.bettor_id = ${bettor}::bigint)
    select count(*)::int as count from next`
  return summed?.count ?? 0
}

async function beginAgain(tx: Tx, bettor: bigint): Promise<void> {
  for (const table of ['bettor_sum', 'bettor_open', 'bettor_lost'])
    await sql`delete from betting.${sql.ref(table)} where bettor_id = ${bettor}::bigint`.execute(tx)
  await sql`update betting.bettor_summed set void = false, placed_at = default, bet_id = default
    where bettor_id = ${bettor}::bigint`.execute(tx)
}

/** The sums of a bettor that count, as a row (placed_at, bet_id) of the last ticket in them; none for a bettor without sums. */
const summedOf = (bettor: bigint) => sql`
  select placed_at, bet_id from betting.bettor_summed where bettor_id = ${bettor}::bigint and not void`

/**
 * A query of the bettor's tickets that are not in the sums, whole rows of betting.bet: those that were placed after it, and those that were open
 * then. Of a bettor without sums all tickets.
 */
export const unsummedTickets = (bettor: bigint) => sql`
  select b.* from betting.bet b where b.bettor_id = ${bettor}::bigint and (b.placed_at, b.bet_id) >
    (coalesce((select placed_at from (${summedOf(bettor)}) s), '-infinity'), coalesce((select bet_id from (${summedOf(bettor)}) s), 0))
  union all
  select b.* from (select o.bet_id from betting.bettor_open o where o.bettor_id = ${bettor}::bigint
      and exists (${summedOf(bettor)}) offset 0) o
    cross join lateral (select * from betting.bet where bet_id = o.bet_id offset 0) b`

/** A query of what is summed: a row (product, bets, staked, returned) for each product. */
export const summedTickets = (bettor: bigint) => sql`
  select product, bets, staked, returned from betting.bettor_sum
  where bettor_id = ${bettor}::bigint and exists (${summedOf(bettor)})`

/** A query of the lost tickets that are in the sums: rows (bettor_id, settled_at, bet_id). */
export const summedLost = (bettor: bigint) => sql`
  select bettor_id, settled_at, bet_id from betting.bettor_lost
  where bettor_id = ${bettor}::bigint and exists (${summedOf(bettor)})`

/** Compares the sums that count with the tickets that are in them. */
export async function verifySums(db: Db | Tx): Promise<Check> {
  const rows = await queryRows<{ scanned: number; broken: number }>(db)`
    select count(*)::int as scanned, count(*) filter (where
      (summed.bets, summed.staked, summed.returned, lost.count) is distinct from (own.bets, own.staked, own.returned, own.lost))::int as broken
    from betting.bettor_summed s
      cross join lateral (
        select coalesce(sum(bets), 0)::bigint as bets, coalesce(sum(staked), 0)::bigint as staked, coalesce(sum(returned), 0)::bigint as returned
        from betting.bettor_sum where bettor_id = s.bettor_id) summed
      cross join lateral (select count(*) from betting.bettor_lost where bettor_id = s.bettor_id) lost
      cross join lateral (
        select count(*) as bets, coalesce(sum(b.stake), 0)::bigint as staked, coalesce(sum(b.returned), 0)::bigint as returned,
          count(*) filter (where b.state = 'lost' and b.returned = 0) as lost
        from betting.bet b where b.bettor_id = s.bettor_id and (b.placed_at, b.bet_id) <= (s.placed_at, s.bet_id)
          and not exists (select from betting.bettor_open o where o.bettor_id = s.bettor_id and o.bet_id = b.bet_id)) own
    where not s.void`
  const { scanned = 0, broken = 0 } = rows[0] ?? {}
  return { name: 'the sums of keen bettors equal their tickets', scanned, broken }
}
