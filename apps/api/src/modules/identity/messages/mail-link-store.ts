import { sql } from 'kysely'
import { queryRow, type Db, type Tx } from '#platform/db'

export type Purpose = 'confirm' | 'reset'
export type Link = { bettor: bigint; email: string }

/** Stores the only live link of a bettor and purpose. Replaces an earlier one. */
export async function putLink(
  tx: Tx,
  link: Link & { purpose: Purpose; tokenHash: Buffer; lifeS: number },
): Promise<void> {
  await sql`
    insert into identity.mail_link (bettor, purpose, token_hash, email, expires_at)
    values (${link.bettor}::bigint, ${link.purpose}, ${link.tokenHash}, ${link.email},
      platform.now() + make_interval(secs => ${link.lifeS}::int))
    on conflict (bettor, purpose) do update set
      token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`.execute(tx)
}

/** The live link of a token. */
export function findLink(
  db: Db | Tx,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: Purpose },
): Promise<Link | undefined> {
  return queryRow<Link>(db)`
    select bettor, email from identity.mail_link
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > platform.now()`
}

/** Claims a live link: of two simultaneous claims, one succeeds. */
export function claimLink(
  tx: Tx,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: Purpose },
): Promise<Link | undefined> {
  return queryRow<Link>(tx)`
    delete from identity.mail_link
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > platform.now()
    returning bettor, email`
}

/** Removes a bettor's links that can set a password. */
export async function dropResetLinks(tx: Tx, bettor: bigint): Promise<void> {
  await sql`delete from identity.mail_link where bettor = ${bettor}::bigint and purpose = 'reset'`.execute(tx)
}

/** Removes every link of a bettor. */
export async function dropLinks(tx: Tx, bettor: bigint): Promise<void> {
  await sql`delete from identity.mail_link where bettor = ${bettor}::bigint`.execute(tx)
}
