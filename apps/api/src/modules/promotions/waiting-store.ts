import { sql } from 'kysely'
import { queryRows, type Tx } from '#platform/db'

/** Lost bets whose other legs are not decided are looked at again after this number of seconds. */
const againS = 60

/** Notes lost bets of bettors with an insurance, whose other legs are not decided; a bet is noted once. */
export async function insertWaiting(
  tx: Tx,
  bets: readonly { readonly betId: bigint; readonly bettor: bigint }[],
): Promise<void> {
  if (bets.length === 0) return
  await sql`
    insert into promotions.waiting_bet (bet_id, bettor_id, since, next_at)
    select b.bet_id, b.bettor_id, at.now, at.now + make_interval(secs => ${againS}::int)
    from (select platform.now() as now) at,
      unnest(${bets.map(({ betId }) => betId)}::bigint[], ${bets.map(({ bettor }) => bettor)}::bigint[]) b (bet_id, bettor_id)
    where exists (
      select from promotions.place l join promotions.promotion p on p.id = l.promotion_id
      where l.bettor_id = b.bettor_id and l.state = 'joined' and p.kind = 'insurance')
    on conflict (bet_id) do nothing`.execute(tx)
}

/** Locks the next noted bets that are to be looked at, and postpones them. */
export async function nextWaiting(tx: Tx, most: number): Promise<bigint[]> {
  const rows = await queryRows<{ betId: bigint }>(tx)`
    update promotions.waiting_bet set next_at = platform.now() + make_interval(secs => ${againS}::int)
    where bet_id in (
      select bet_id from promotions.waiting_bet where next_at <= platform.now() order by next_at, bet_id limit ${most}::int for update skip locked)
    returning bet_id as "betId"`
  return rows.map(({ betId }) => betId)
}

/** Forgets bets that are decided. */
export async function deleteWaiting(tx: Tx, betIds: readonly bigint[]): Promise<void> {
  if (betIds.length > 0)
    await sql`delete from promotions.waiting_bet where bet_id = any(${betIds}::bigint[])`.execute(tx)
}
