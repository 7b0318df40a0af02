import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { NewBettor } from '../store.ts'

export type SignupRow = Omit<NewBettor, 'msisdn'>

/** Stores a sign-up of an unverified number under its ticket. */
export async function insertSignup(
  tx: Tx,
  { id, bettor, consent }: { id: string; bettor: bigint; consent: string | undefined },
  s: SignupRow,
): Promise<void> {
  await sql`
    insert into identity.signup (id, bettor, password_hash, name, email, date_of_birth, terms_version, signed_up_at,
      utm_source, utm_campaign, btag, consent_wording)
    values (${id}::uuid, ${bettor}::bigint, ${s.passwordHash}, ${s.name}, ${s.email}, ${s.dateOfBirth}::date, ${s.termsVersion},
      platform.now(), ${s.utmSource}, ${s.utmCampaign}, ${s.btag}, ${consent ?? null})`.execute(tx)
}

/** Removes a bettor's sign-ups of more than `staleHours` ago. Returns the ids of the remaining ones, oldest first. */
export async function freshSignups(
  tx: Tx,
  { bettor, staleHours }: { bettor: bigint; staleHours: number },
): Promise<string[]> {
  await sql`
    delete from identity.signup where bettor = ${bettor}::bigint
      and signed_up_at < platform.now() - make_interval(hours => ${staleHours}::int)`.execute(tx)
  return signupsOf(tx, bettor)
}

/** The ids of a bettor's sign-ups, oldest first. */
export async function signupsOf(db: Db | Tx, bettor: bigint): Promise<string[]> {
  const found = await queryRows<{ id: string }>(db)`
    select id from identity.signup where bettor = ${bettor}::bigint order by signed_up_at, id`
  return found.map(({ id }) => id)
}

/** Removes a bettor's sign-ups beyond `most`: first those without a live code, then the oldest. */
export async function boundSignups(tx: Tx, { bettor, most }: { bettor: bigint; most: number }): Promise<void> {
  await sql`
    delete from identity.signup where id in (
      select s.id from identity.signup s
      left join identity.code c on c.signup = s.id and c.slot = s.id::text and c.expires_at > platform.now()
        and c.msisdn = (select msisdn from identity.bettor where id = ${bettor}::bigint) and c.purpose = 'verify'
      where s.bettor = ${bettor}::bigint
      order by (c.id is not null) desc, s.signed_up_at desc, s.id offset ${most}::int)`.execute(tx)
}

/** The details of a sign-up. */
export function signupOf(db: Db | Tx, { id, bettor }: { id: string; bettor: bigint }): Promise<SignupRow | undefined> {
  return queryRow<SignupRow>(db)`
    select password_hash as "passwordHash", name, email, date_of_birth::text as "dateOfBirth", terms_version as "termsVersion",
      utm_source as "utmSource", utm_campaign as "utmCampaign", btag
    from identity.signup where bettor = ${bettor}::bigint and id::text = ${id}`
}

/**
 * The version of the sentence that was agreed to in the sign-up with this id, or without an id in the only one; undefined if the box stayed
 * unticked, or if several sign-ups compete.
 */
export async function consentOf(
  tx: Tx,
  { id, bettor }: { id: string | undefined; bettor: bigint },
): Promise<string | undefined> {
  const found = await queryRows<{ wording: string | null }>(tx)`
    select consent_wording as wording from identity.signup
    where bettor = ${bettor}::bigint and (${id ?? null}::text is null or id::text = ${id ?? null}::text) limit 2`
  return found.length === 1 ? (found[0]?.wording ?? undefined) : undefined
}

/** Removes every sign-up of a bettor. */
export async function dropSignups(tx: Tx, bettor: bigint): Promise<void> {
  await sql`delete from identity.signup where bettor = ${bettor}::bigint`.execute(tx)
}

/** Removes a bounded number of sign-ups that were not verified within 30 days. */
export async function sweepSignups(db: Db): Promise<void> {
  await sql`
    delete from identity.signup where id = any(array(
      select id from identity.signup where signed_up_at < platform.now() - interval '30 days' limit 5000))`.execute(db)
}
