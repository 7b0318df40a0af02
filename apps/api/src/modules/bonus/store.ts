import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type GrantState = 'active' | 'converted' | 'expired' | 'cancelled'
export type GrantSource = 'promotion' | 'points' | 'operator'

export type GrantRow = {
  readonly grantId: bigint
  readonly bettor: bigint
  readonly source: GrantSource
  readonly promotionId: string | null
  readonly amount: bigint
  readonly left: bigint
  readonly wagerTotal: bigint
  readonly wagerDone: bigint
  readonly minOdds: bigint
  readonly products: readonly Product[]
  readonly state: GrantState
  readonly converted: bigint
  readonly cancelId: string | null
  readonly givenFor: bigint | null
  readonly grantedAt: Date
  readonly expiresAt: Date
  /** Whether its time is over. */
  readonly over: boolean
}

const columns = sql`
  grant_id as "grantId", bettor_id as bettor, source, promotion_id as "promotionId", amount, left_amount as "left",
  wager_total as "wagerTotal", wager_done as "wagerDone", min_odds as "minOdds", products, state, converted,
  cancel_id::text as "cancelId", given_for as "givenFor", granted_at as "grantedAt", expires_at as "expiresAt", expires_at <= platform.now() as over`

export type NewGrant = {
  readonly id: string
  readonly hash: string
  readonly bettor: bigint
  readonly source: GrantSource
  readonly promotionId: string | null
  readonly amount: bigint
  readonly wagerTotal: bigint
  readonly minOdds: bigint
  readonly products: readonly Product[]
  readonly days: number
  readonly givenFor: bigint | null
}

/** Inserts a grant and returns its number; undefined if its id exists. */
export async function insertGrant(tx: Tx, one: NewGrant): Promise<bigint | undefined> {
  const rows = await queryRows<{ grantId: bigint }>(tx)`
    insert into bonus.grant (id, hash, bettor_id, source, promotion_id, amount, left_amount, wager_total, min_odds, products, given_for, expires_at)
    values (${one.id}, decode(${one.hash}, 'hex'), ${one.bettor}::bigint, ${one.source}, ${one.promotionId}, ${one.amount}::bigint,
      ${one.amount}::bigint, ${one.wagerTotal}::bigint, ${one.minOdds}::bigint, ${one.products}::text[], ${one.givenFor}::bigint,
      platform.now() + make_interval(days => ${one.days}::int))
    on conflict (id) do nothing returning grant_id as "grantId"`
  return rows[0]?.grantId
}

/** The grant of a caller's id. */
export function grantWith(tx: Tx, id: string): Promise<{ grantId: bigint; hash: string } | undefined> {
  return queryRow<{ grantId: bigint; hash: string }>(tx)`
    select grant_id as "grantId", encode(hash, 'hex') as hash from bonus.grant where id = ${id}`
}

/** The number of a bettor's active grants; exact under the lock of the bonus account. */
export async function activeGrants(tx: Tx, bettor: bigint): Promise<number> {
  const rows = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from bonus.grant where bettor_id = ${bettor}::bigint and state = 'active'`
  return rows[0]?.count ?? 0
}

/** A bettor's grant. */
export function grantOf(
  tx: Tx,
  { bettor, grantId }: { bettor: bigint; grantId: bigint },
): Promise<GrantRow | undefined> {
  return queryRow<GrantRow>(tx)`
    select ${columns} from bonus.grant
    where grant_id = ${grantId}::bigint and bettor_id = ${bettor}::bigint`
}

const givenForMoreThan = ({ bettor, above }: { bettor: bigint; above: bigint }) =>
  sql`from bonus.grant where bettor_id = ${bettor}::bigint and state = 'active' and given_for > ${above}::bigint`

/** Whether a bettor has an active grant that was given for more than this amount. */
export async function hasGivenFor(tx: Tx, of: { bettor: bigint; above: bigint }): Promise<boolean> {
  return (await sql`select ${givenForMoreThan(of)} limit 1`.execute(tx)).rows.length > 0
}

/** The active grants of a bettor that were given for more than this amount. The caller has locked the bonus account. */
export async function givenForMore(tx: Tx, of: { bettor: bigint; above: bigint }): Promise<GrantRow[]> {
  return (await sql<GrantRow>`select ${columns} ${givenForMoreThan(of)} order by grant_id`.execute(tx)).rows
}

/** The grant that a command of a bettor has cancelled. */
export async function cancelledBy(tx: Tx, { bettor, id }: { bettor: bigint; id: string }): Promise<bigint | undefined> {
  const rows = await queryRows<{ grantId: bigint }>(tx)`
    select grant_id as "grantId" from bonus.grant where bettor_id = ${bettor}::bigint and cancel_id = ${id}::uuid`
  return rows[0]?.grantId
}

/** A bettor's grants: active ones in spending order, then ended ones, newest first. */
export function grantsOf(db: Db | Tx, bettor: bigint, most: number): Promise<GrantRow[]> {
  return queryRows<GrantRow>(db)`
    select ${columns} from bonus.grant where bettor_id = ${bettor}::bigint
    order by state <> 'active', case when state = 'active' then expires_at end, ended_at desc, grant_id limit ${most}::int`
}

/**
 * The next active grants, by id, whose time has been over for a minute and was over at `unread`, so that the wagering of every bet that was
 * settled in time is counted. Nothing can be spent of them any more.
 */
export function overdue(
  db: Db,
  { unread, after, max }: { unread: Date | undefined; after: bigint; max: number },
): Promise<{ grantId: bigint; bettor: bigint }[]> {
  return queryRows<{ grantId: bigint; bettor: bigint }>(db)`
    select grant_id as "grantId", bettor_id as bettor from bonus.grant
    where state = 'active' and expires_at <= platform.now() - interval '1 minute'
      and expires_at <= coalesce(${unread ?? null}::timestamptz, 'infinity') and grant_id > ${after}::bigint
    order by grant_id limit ${max}::int`
}

/** Ends an active grant: nothing is left of it. The caller has locked the bettor's bonus account. */
export async function endGrant(
  tx: Tx,
  { grantId, state, cancelId = null }: { grantId: bigint; state: 'expired' | 'cancelled'; cancelId?: string | null },
): Promise<void> {
  await sql`
    update bonus.grant set state = ${state}, left_amount = 0, ended_at = platform.now(), cancel_id = ${cancelId}::uuid
    where grant_id = ${grantId}::bigint and state = 'active'`.execute(tx)
}
