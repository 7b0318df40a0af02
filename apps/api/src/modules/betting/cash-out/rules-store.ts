import { sql } from 'kysely'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { lockBets, type CashOutBet } from './store.ts'

/** Sets the rule of a locked bet, and watches the matches of its open legs. */
export async function upsertRule(
  tx: Tx,
  { bet, id, amount }: { bet: CashOutBet; id: string; amount: bigint },
): Promise<void> {
  const open = bet.legs.filter(({ state }) => state === 'open').map(({ matchId }) => matchId)
  await sql`
    with rule as (
      insert into betting.cash_out_rule (bet_id, bettor_id, id, amount, active)
      values (${bet.betId}::bigint, ${bet.bettor}::bigint, ${id}::uuid, ${amount}::bigint, true)
      on conflict (bet_id) do update set id = excluded.id, amount = excluded.amount, active = true, set_at = platform.now())
    insert into betting.cash_out_watch (match_id, bet_id)
    select m, ${bet.betId}::bigint from unnest(${open}::int[]) m on conflict do nothing`.execute(tx)
}

/** Ends the rules of these bets. */
export async function endRules(on: Db | Tx, betIds: readonly bigint[]): Promise<void> {
  if (betIds.length === 0) return
  await sql`
    with watch as (delete from betting.cash_out_watch where bet_id = any(${betIds}::bigint[]))
    update betting.cash_out_rule set active = false where bet_id = any(${betIds}::bigint[]) and active`.execute(on)
}

/** Ends the rules of these bets unless the bet is open, and stops watching bets without an active rule. A rule that was set meanwhile remains. */
export async function endStale(db: Db, betIds: readonly bigint[]): Promise<void> {
  if (betIds.length === 0) return
  await transact(db, async (tx) => {
    await lockBets(tx, betIds)
    const rows = await queryRows<{ bet_id: bigint }>(tx)`
      select b.bet_id from betting.bet b left join betting.cash_out_rule r on r.bet_id = b.bet_id and r.active
      where b.bet_id = any(${betIds}::bigint[]) and (b.state <> 'open' or r.bet_id is null)`
    await endRules(
      tx,
      rows.map((row) => row.bet_id),
    )
  })
}

/** Whether a cash-out with this command id exists. */
export async function isCashOutId(tx: Tx, { bettor, id }: { bettor: bigint; id: string }): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from betting.cash_out where bettor_id = ${bettor}::bigint and id = ${id}::uuid`
  return rows.length > 0
}

/** The next bets with a rule on a match, by id. */
export async function watchedOn(
  db: Db,
  { matchId, after, max }: { matchId: number; after: bigint; max: number },
): Promise<bigint[]> {
  const rows = await queryRows<{ bet_id: bigint }>(db)`
    select bet_id from betting.cash_out_watch where match_id = ${matchId}::int and bet_id > ${after}::bigint
    order by bet_id limit ${max}::int`
  return rows.map((row) => row.bet_id)
}

/** The next bets with a rule, by id. */
export async function watchedAfter(db: Db, { after, max }: { after: bigint; max: number }): Promise<bigint[]> {
  const rows = await queryRows<{ bet_id: bigint }>(db)`
    select distinct bet_id from betting.cash_out_watch where bet_id > ${after}::bigint order by bet_id limit ${max}::int`
  return rows.map((row) => row.bet_id)
}

/** The matches of the bets with a rule. */
export async function watchedMatches(db: Db, max: number): Promise<number[]> {
  const rows = await queryRows<{ match_id: number }>(db)`
    select distinct match_id from betting.cash_out_watch limit ${max}::int`
  return rows.map((row) => row.match_id)
}
