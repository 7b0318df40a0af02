import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRows, type Db, type Tx } from '#platform/db'
import type { Spendable } from './split.ts'
import type { GrantState } from './store.ts'

/**
 * The grants that these bettors can spend on a product, in order of expiry. The caller has locked their bonus accounts: grants change only
 * under that lock.
 */
export async function spendableOf(
  tx: Db | Tx,
  { bettors, product }: { bettors: readonly bigint[]; product: Product },
): Promise<Map<bigint, Spendable[]>> {
  const rows = await queryRows<Spendable & { bettor: bigint }>(tx)`
    select bettor_id as bettor, grant_id as "grantId", left_amount as "left" from bonus.grant
    where bettor_id = any(${bettors}::bigint[]) and state = 'active' and left_amount > 0 and expires_at > platform.now()
      and ${product}::text = any(products)
    order by expires_at, grant_id`
  return Map.groupBy(rows, (row) => row.bettor)
}

export type NewUse = { readonly betId: bigint; readonly grantId: bigint; readonly stake: bigint }

/** Inserts the uses of grants by bets and debits the grants. Fails if a grant has too little left. */
export async function insertUses(tx: Tx, uses: readonly NewUse[]): Promise<void> {
  await sql`
    with given as materialized (
      select * from unnest(${uses.map((u) => u.betId)}::bigint[], ${uses.map((u) => u.grantId)}::bigint[], ${uses.map((u) => u.stake)}::bigint[])
        as u (bet_id, grant_id, stake)),
    used as (insert into bonus.use (bet_id, grant_id, stake) select bet_id, grant_id, stake from given)
    update bonus.grant g set left_amount = g.left_amount - u.stake
    from (select grant_id, sum(stake)::bigint as stake from given group by grant_id) u where g.grant_id = u.grant_id`.execute(
    tx,
  )
}

/** Deletes the uses of bets that were not placed. The caller has returned the money. */
export async function deleteUses(tx: Tx, betIds: readonly bigint[]): Promise<void> {
  await sql`delete from bonus.use where bet_id = any(${betIds}::bigint[])`.execute(tx)
}

export type UseRow = {
  readonly betId: bigint
  readonly grantId: bigint
  readonly stake: bigint
  readonly returned: bigint
  readonly state: GrantState
  readonly left: bigint
  readonly converted: bigint
}

/** The uses of these bets with their grants, in the order of both ids. The caller has locked the bettors' bonus accounts. */
export function usesOf(tx: Tx, betIds: readonly bigint[]): Promise<UseRow[]> {
  return queryRows<UseRow>(tx)`
    select u.bet_id as "betId", u.grant_id as "grantId", u.stake, u.returned, g.state, g.left_amount as "left", g.converted
    from bonus.use u join bonus.grant g using (grant_id) where u.bet_id = any(${betIds}::bigint[])
    order by u.bet_id, u.grant_id`
}

/** Writes the amounts returned to uses, and the new amounts of their grants. */
export async function writeReturns(
  tx: Tx,
  {
    uses,
    grants,
  }: {
    uses: readonly { betId: bigint; grantId: bigint; returned: bigint }[]
    grants: readonly { grantId: bigint; left: bigint; converted: bigint }[]
  },
): Promise<void> {
  await sql`
    with used as (
      update bonus.use u set returned = d.returned
      from unnest(${uses.map((u) => u.betId)}::bigint[], ${uses.map((u) => u.grantId)}::bigint[], ${uses.map((u) => u.returned)}::bigint[])
        as d (bet_id, grant_id, returned)
      where (u.bet_id, u.grant_id) = (d.bet_id, d.grant_id) and u.returned <> d.returned)
    update bonus.grant g set left_amount = d.left_amount, converted = d.converted
    from unnest(${grants.map((g) => g.grantId)}::bigint[], ${grants.map((g) => g.left)}::bigint[], ${grants.map((g) => g.converted)}::bigint[])
      as d (grant_id, left_amount, converted)
    where g.grant_id = d.grant_id`.execute(tx)
}
