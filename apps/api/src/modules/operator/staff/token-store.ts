import type { Permission, Role } from '@nare/contract/permissions'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type TokenRole = Exclude<Role, 'admin'> | Extract<Permission, 'export.read'>

export type TokenLine = {
  readonly id: bigint
  readonly name: string
  readonly creator: string
  readonly roles: readonly TokenRole[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

type NewToken = Pick<TokenLine, 'name' | 'creator' | 'roles'> & { readonly tokenHash: Buffer; readonly days: number }

export async function insertToken(tx: Tx, { tokenHash, name, creator, roles, days }: NewToken): Promise<bigint> {
  const inserted = await queryRow<{ id: bigint }>(tx)`
    insert into operator.staff_token (token_hash, name, creator, roles, created_at, expires_at)
    values (${tokenHash}, ${name}, ${creator}, ${roles}::text[], platform.now(), platform.now() + make_interval(days => ${days}::int))
    returning id`
  return inserted?.id ?? 0n
}

/** A live token of an active person, with the person. */
export function liveToken(
  db: Db,
  tokenHash: Buffer,
): Promise<{ id: bigint; creator: string; roles: TokenRole[]; bettor: bigint | null; demo: boolean } | undefined> {
  return queryRow<{ id: bigint; creator: string; roles: TokenRole[]; bettor: bigint | null; demo: boolean }>(db)`
    select t.id, t.creator, t.roles, p.bettor_id as bettor, p.demo from operator.staff_token t join operator.staff p on p.name = t.creator
    where t.token_hash = ${tokenHash} and t.ended_at is null and t.expires_at > platform.now() and p.state = 'active'`
}

/** The tokens of all people, newest first. */
export function tokens(db: Db): Promise<TokenLine[]> {
  return queryRows<TokenLine>(db)`
    select id, name, creator, roles, created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt"
    from operator.staff_token order by id desc limit 1000`
}

/** Ends a token; false if it does not exist. */
export async function endToken(tx: Tx, id: string): Promise<boolean> {
  const ended = await queryRows(tx)`
    update operator.staff_token set ended_at = coalesce(ended_at, platform.now()) where id = ${id}::bigint returning 1`
  return ended.length > 0
}

/** Whether a token was ended before its days were over. */
export async function hasEnded(db: Db, id: bigint): Promise<boolean> {
  const rows = await queryRows(db)`
    select from operator.staff_token where id = ${id}::bigint and ended_at is not null`
  return rows.length > 0
}

/** The live tokens of a person, and ending those with these ids. */
export function liveTokensOf(tx: Tx, creator: string): Promise<Pick<TokenLine, 'id' | 'roles'>[]> {
  return queryRows<Pick<TokenLine, 'id' | 'roles'>>(tx)`
    select id, roles from operator.staff_token where creator = ${creator} and ended_at is null for update`
}
