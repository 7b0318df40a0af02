import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type BettorRow = {
  id: bigint
  msisdn: string
  /** Null if several sign-ups of an unverified number compete. Then no password is valid. */
  password_hash: string | null
  name: string
  email: string | null
  email_confirmed: boolean
  verified: boolean
  since: Date
  name_shown: boolean
}

export type NewBettor = {
  msisdn: string
  passwordHash: string
  name: string
  email: string | null
  dateOfBirth: string
  termsVersion: string
  utmSource: string | null
  utmCampaign: string | null
  btag: string | null
}

const columns = sql`id, msisdn, password_hash, name, email, email_confirmed_at is not null as email_confirmed,
  verified_at is not null as verified, signed_up_at as since, name_shown`

/** Serialises the sign-ups of one number with a lock that is held until the transaction ends. */
export async function lockNumber(tx: Tx, msisdn: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity.number ' || ${msisdn}::text, 0))`.execute(tx)
}

/** Inserts a new bettor; undefined if the number has an account. */
export async function insertBettor(tx: Tx, bettor: NewBettor): Promise<bigint | undefined> {
  const inserted = await queryRow<{ id: bigint }>(tx)`
    insert into identity.bettor (msisdn, password_hash, name, email, date_of_birth, terms_version, terms_accepted_at,
      signed_up_at, utm_source, utm_campaign, btag)
    values (${bettor.msisdn}, ${bettor.passwordHash}, ${bettor.name}, ${bettor.email}, ${bettor.dateOfBirth}::date,
      ${bettor.termsVersion}, platform.now(), platform.now(), ${bettor.utmSource}, ${bettor.utmCampaign}, ${bettor.btag})
    on conflict (msisdn) do nothing returning id`
  return inserted?.id
}

/** Replaces a sign-up that was never verified by a new one. */
export async function replaceBettor(tx: Tx, id: bigint, bettor: NewBettor): Promise<void> {
  await sql`
    update identity.bettor set password_hash = ${bettor.passwordHash}, name = ${bettor.name}, email = ${bettor.email},
      email_confirmed_at = null, date_of_birth = ${bettor.dateOfBirth}::date, terms_version = ${bettor.termsVersion},
      terms_accepted_at = platform.now(), signed_up_at = platform.now(), utm_source = ${bettor.utmSource},
      utm_campaign = ${bettor.utmCampaign}, btag = ${bettor.btag}
    where id = ${id}::bigint and verified_at is null`.execute(tx)
}

/** Clears password and e-mail of an unverified bettor, because several sign-ups compete for the number. */
export async function clearCredentials(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update identity.bettor set password_hash = null, email = null, email_confirmed_at = null
    where id = ${id}::bigint and verified_at is null`.execute(tx)
}

/**
 * Clears the details that competing sign-ups wrote into an unverified bettor's row: password, name and e-mail. The date of birth becomes
 * the latest one of all sign-ups, so that no bettor counts as older than the youngest date entered.
 */
export async function clearDetails(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update identity.bettor b set password_hash = null, name = '', email = null, email_confirmed_at = null,
      utm_source = null, utm_campaign = null, btag = null,
      date_of_birth = greatest(b.date_of_birth, (select max(s.date_of_birth) from identity.signup s where s.bettor = b.id))
    where id = ${id}::bigint and verified_at is null`.execute(tx)
}

/** The bettor of a number. */
export function bettorOf(db: Db | Tx, msisdn: string): Promise<BettorRow | undefined> {
  return queryRow<BettorRow>(db)`select ${columns} from identity.bettor where msisdn = ${msisdn}`
}

/** The bettors with these ids. */
export function bettorsById(db: Db | Tx, ids: readonly bigint[]): Promise<BettorRow[]> {
  return queryRows<BettorRow>(db)`
    select ${columns} from identity.bettor where id = any(${ids}::bigint[])`
}

/** The beginning of a name, of its second word or of its last: where a search finds it, best first. */
const nameParts = [sql`identity.search_name(name)`, sql`identity.further_name(name)`, sql`identity.last_name(name)`]
const afterAll = '\u{10ffff}'

/** The bettors whose name, or its second or last word, begins with `text`, which `searchText` has made; at most `most`, in a fixed order. */
export async function bettorsNamed(db: Db, text: string, most: number): Promise<BettorRow[]> {
  const parts = nameParts.map(
    (part, place) => sql`
      (select ${columns}, ${place}::int as place, ${part} collate "C" as word from identity.bettor
       where ${part} collate "C" >= ${text} and ${part} collate "C" < ${text + afterAll}
       order by ${part} collate "C", id limit ${most}::int)`,
  )
  const rows = await queryRows<BettorRow>(db)`
    select * from (${sql.join(parts, sql` union all `)}) found order by place, word, id`
  const byId = new Map(rows.toReversed().map((row) => [row.id, row]))
  return rows.filter((row) => byId.get(row.id) === row).slice(0, most)
}

/** The time when this account was opened. */
export async function signedUpAt(db: Db | Tx, id: bigint): Promise<Date> {
  const found = await queryRow<{ at: Date }>(db)`
    select signed_up_at as at from identity.bettor where id = ${id}::bigint`
  return found?.at ?? new Date(0)
}

/** The bettor who has confirmed this e-mail address. */
export function bettorOfEmail(db: Db | Tx, email: string): Promise<BettorRow | undefined> {
  return queryRow<BettorRow>(db)`
    select ${columns} from identity.bettor where email = ${email} and email_confirmed_at is not null`
}

/** Marks a number as verified; false if it was verified already. */
export async function markVerified(tx: Tx, id: bigint): Promise<boolean> {
  const marked = await queryRows(tx)`
    update identity.bettor set verified_at = platform.now() where id = ${id}::bigint and verified_at is null returning id`
  return marked.length > 0
}

/** For how long money leaves an account with passkeys by an older passkey only, after its password or number has changed. */
export const heldHours = 24

/**
 * Notes a new password or number. Changes that follow one another while money is held are one: who sets a second password to make a passkey older
 * than it, or to have ended one before it, gains nothing. A change that found no passkey holds nothing, so the next one is the first.
 */
export const newCredentials = sql`credentials_at = platform.now(),
  credentials_since = case when credentials_at > platform.now() - make_interval(hours => ${heldHours}::int) and exists (
      select from identity.passkey p where p.bettor = bettor.id and p.created_at <= credentials_since
        and (p.ended_at is null or p.ended_at >= credentials_since))
    then credentials_since else platform.now() end`

/**
 * Sets a password. Removes the e-mail address of an unverified number: a stranger may have entered it and must not be able to recover
 * the account.
 */
export async function setPassword(tx: Tx, id: bigint, passwordHash: string): Promise<void> {
  await sql`
    update identity.bettor set password_hash = ${passwordHash}, ${newCredentials},
      email = case when verified_at is null then null else email end,
      email_confirmed_at = case when verified_at is null then null else email_confirmed_at end
    where id = ${id}::bigint`.execute(tx)
}

/** The password hash, with a share lock: a password change waits for this transaction and then ends the session that it opened. */
export async function lockPassword(tx: Tx, id: bigint): Promise<string | null | undefined> {
  const found = await queryRow<{ password_hash: string | null }>(tx)`
    select password_hash from identity.bettor where id = ${id}::bigint for share`
  return found?.password_hash
}

/** Confirms an e-mail address; false if it is no longer this bettor's or another bettor has confirmed it. */
export async function confirmEmail(tx: Tx, { id, email }: { id: bigint; email: string }): Promise<boolean> {
  const marked = await queryRows(tx)`
    update identity.bettor set email_confirmed_at = platform.now()
    where id = ${id}::bigint and email = ${email}
      and not exists (select from identity.bettor o where o.email = ${email} and o.email_confirmed_at is not null and o.id <> ${id}::bigint)
    returning id`
  return marked.length > 0
}

/** A query for the verified accounts with their marketing source: (bettor, utm_source, utm_campaign, btag, signed_up_at). */
export const accountSources = (): RawBuilder<unknown> => sql`
  select id as bettor, utm_source, utm_campaign, btag, signed_up_at from identity.bettor where verified_at is not null`
