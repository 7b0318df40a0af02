import { sql } from 'kysely'
import { queryRow, type Db, type Tx } from '#platform/db'

/** The version of the terms that a bettor has accepted last, and when. */
export type AcceptedTerms = { readonly version: string; readonly at: Date }

/** What a bettor has accepted. */
export async function termsOf(db: Db | Tx, bettor: bigint): Promise<AcceptedTerms | undefined> {
  return queryRow<AcceptedTerms>(db)`
    select terms_version as version, terms_accepted_at as at from identity.bettor where id = ${bettor}::bigint`
}

/** Accepts a version once; the versions that were accepted before stay. The caller has locked the account. */
export async function acceptTerms(tx: Tx, bettor: bigint, version: string): Promise<void> {
  await sql`
    insert into identity.terms_accepted (bettor, version, at)
    select id, terms_version, terms_accepted_at from identity.bettor where id = ${bettor}::bigint
    on conflict (bettor, version) do nothing`.execute(tx)
  await sql`
    update identity.bettor set terms_version = ${version}, terms_accepted_at = platform.now()
    where id = ${bettor}::bigint and terms_version <> ${version}`.execute(tx)
  await sql`
    insert into identity.terms_accepted (bettor, version, at)
    select id, terms_version, terms_accepted_at from identity.bettor where id = ${bettor}::bigint
    on conflict (bettor, version) do nothing`.execute(tx)
}
