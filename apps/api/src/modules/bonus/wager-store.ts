import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Wager, WageringGrant } from './wager-plan.ts'

/** Those of these bettors who have an active grant. */
export async function withGrants(tx: Tx, bettors: readonly bigint[]): Promise<bigint[]> {
  const rows = await queryRows<{ bettor: bigint }>(tx)`
    select distinct bettor_id as bettor from bonus.grant where bettor_id = any(${bettors}::bigint[]) and state = 'active'`
  return rows.map((row) => row.bettor)
}

export type ActiveGrant = Omit<WageringGrant, 'spent'> & { readonly left: bigint }

/** The active grants of these bettors, in order of expiry. The caller has locked their bonus accounts. */
export function activeGrants(tx: Tx, bettors: readonly bigint[]): Promise<ActiveGrant[]> {
  return queryRows<ActiveGrant>(tx)`
    select grant_id as "grantId", bettor_id as bettor, left_amount as "left", wager_total as "wagerTotal", wager_done as "wagerDone",
      min_odds as "minOdds", products, granted_at as "grantedAt", expires_at as "expiresAt"
    from bonus.grant where bettor_id = any(${bettors}::bigint[]) and state = 'active' order by expires_at, grant_id`
}

/** The wagers of these bets, ordered by bet id and grant id. */
export function wagersOf(tx: Tx, betIds: readonly bigint[]): Promise<Wager[]> {
  return queryRows<Wager>(tx)`
    select bet_id as "betId", grant_id as "grantId", amount from bonus.wager where bet_id = any(${betIds}::bigint[])
    order by bet_id, grant_id`
}

export type OpenUse = { readonly grantId: bigint; readonly betId: bigint; readonly stake: bigint }

/** The newest uses of each of these grants, at most `most` a grant. */
export function latestUses(db: Db | Tx, grantIds: readonly bigint[], most: number): Promise<OpenUse[]> {
  return queryRows<OpenUse>(db)`
    select u.grant_id as "grantId", u.bet_id as "betId", u.stake
    from unnest(${grantIds}::bigint[]) g (id) cross join lateral (
      select grant_id, bet_id, stake from bonus.use where grant_id = g.id order by bet_id desc limit ${most}::int) u`
}

/** Replaces the wagers of these bets on these active grants, and writes the progress of each grant and of what its promotion costs. */
export async function writeWagers(
  tx: Tx,
  {
    betIds,
    wagers,
    grants,
  }: {
    betIds: readonly bigint[]
    wagers: readonly Wager[]
    grants: readonly Pick<WageringGrant, 'grantId' | 'wagerDone'>[]
  },
): Promise<void> {
  const ids = grants.map((grant) => grant.grantId)
  await sql`delete from bonus.wager where bet_id = any(${betIds}::bigint[]) and grant_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`
    with added as (
      insert into bonus.wager (bet_id, grant_id, amount)
      select * from unnest(${wagers.map((w) => w.betId)}::bigint[], ${wagers.map((w) => w.grantId)}::bigint[], ${wagers.map((w) => w.amount)}::bigint[])),
    before as (select grant_id, source, promotion_id, wager_done from bonus.grant where grant_id = any(${ids}::bigint[])),
    changed as (
      update bonus.grant g set wager_done = d.done
      from unnest(${ids}::bigint[], ${grants.map((grant) => grant.wagerDone)}::bigint[]) as d (grant_id, done)
      where g.grant_id = d.grant_id and g.wager_done <> d.done returning g.grant_id, g.wager_done)
    insert into bonus.cost as c (source, promotion_id, wagered)
    select b.source, coalesce(b.promotion_id, ''), sum(n.wager_done - b.wager_done)
    from changed n join before b using (grant_id) group by 1, 2 order by 1, 2
    on conflict (source, promotion_id) do update set wagered = c.wagered + excluded.wagered`.execute(tx)
}

/** Ends these active grants as converted. The caller pays the rest as cash. */
export async function convertGrants(tx: Tx, grantIds: readonly bigint[]): Promise<void> {
  await sql`
    update bonus.grant set state = 'converted', converted = left_amount, left_amount = 0, ended_at = platform.now()
    where grant_id = any(${grantIds}::bigint[]) and state = 'active'`.execute(tx)
}
