import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'

export type BettorRow = {
  id: bigint
  msisdn: string
  /** Null where sign-ups of an unproven number contradict each other: no password opens it. */
  password_hash: string | null
  name: string
  email: string | null
  email_confirmed: boolean
  verified: boolean
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
  verified_at is not null as verified`

/** Makes the sign-ups of one number wait for each other, until the transaction ends. */
export async function lockNumber(tx: Tx, msisdn: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity.number ' || ${msisdn}::text, 0))`.execute(tx)
}

/** Writes a new bettor; undefined where the number has an account. */
export async function insertBettor(tx: Tx, bettor: NewBettor): Promise<bigint | undefined> {
  const made = await sql<{ id: bigint }>`
    insert into identity.bettor (msisdn, password_hash, name, email, date_of_birth, terms_version, terms_accepted_at,
      signed_up_at, utm_source, utm_campaign, btag)
    values (${bettor.msisdn}, ${bettor.passwordHash}, ${bettor.name}, ${bettor.email}, ${bettor.dateOfBirth}::date,
      ${bettor.termsVersion}, platform.now(), platform.now(), ${bettor.utmSource}, ${bettor.utmCampaign}, ${bettor.btag})
    on conflict (msisdn) do nothing returning id`.execute(tx)
  return made.rows[0]?.id
}

/** Puts a new sign-up in the place of one that was never verified. */
export async function replaceBettor(tx: Tx, id: bigint, bettor: NewBettor): Promise<void> {
  await sql`
    update identity.bettor set password_hash = ${bettor.passwordHash}, name = ${bettor.name}, email = ${bettor.email},
      email_confirmed_at = null, date_of_birth = ${bettor.dateOfBirth}::date, terms_version = ${bettor.termsVersion},
      terms_accepted_at = platform.now(), signed_up_at = platform.now(), utm_source = ${bettor.utmSource},
      utm_campaign = ${bettor.utmCampaign}, btag = ${bettor.btag}
    where id = ${id}::bigint and verified_at is null`.execute(tx)
}

/** Takes what sign-ups said out of an unproven bettor's row, because they contradict each other. */
export async function contestBettor(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update identity.bettor set password_hash = null, email = null, email_confirmed_at = null
    where id = ${id}::bigint and verified_at is null`.execute(tx)
}

/**
 * Leaves nothing of the sign-ups in an unproven bettor's row of which none counts: no name, no e-mail, and the youngest of the
 * days of birth, so that nobody is taken for older than somebody said.
 */
export async function blankBettor(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update identity.bettor b set password_hash = null, name = '', email = null, email_confirmed_at = null,
      utm_source = null, utm_campaign = null, btag = null,
      date_of_birth = greatest(b.date_of_birth, (select max(s.date_of_birth) from identity.signup s where s.bettor = b.id))
    where id = ${id}::bigint and verified_at is null`.execute(tx)
}

/** The bettor of a number. */
export async function bettorOf(db: Db | Tx, msisdn: string): Promise<BettorRow | undefined> {
  const found = await sql<BettorRow>`select ${columns} from identity.bettor where msisdn = ${msisdn}`.execute(db)
  return found.rows[0]
}

/** These bettors, by their ids. */
export async function bettorsById(db: Db | Tx, ids: readonly bigint[]): Promise<BettorRow[]> {
  const found = await sql<BettorRow>`
    select ${columns} from identity.bettor where id = any(${ids}::bigint[])`.execute(db)
  return found.rows
}

/** The bettor who confirmed this address. */
export async function bettorOfEmail(db: Db | Tx, email: string): Promise<BettorRow | undefined> {
  const found = await sql<BettorRow>`
    select ${columns} from identity.bettor where email = ${email} and email_confirmed_at is not null`.execute(db)
  return found.rows[0]
}

/** Marks a number as proven; undefined where it was before. */
export async function markVerified(tx: Tx, id: bigint): Promise<boolean> {
  const marked = await sql`
    update identity.bettor set verified_at = platform.now() where id = ${id}::bigint and verified_at is null returning id`.execute(
    tx,
  )
  return marked.rows.length > 0
}

/**
 * Sets a password. Where the number was never proven the e-mail goes: whoever signed up may have been a stranger, who must
 * not keep a second way in.
 */
export async function setPassword(tx: Tx, id: bigint, passwordHash: string): Promise<void> {
  await sql`
    update identity.bettor set password_hash = ${passwordHash},
      email = case when verified_at is null then null else email end,
      email_confirmed_at = case when verified_at is null then null else email_confirmed_at end
    where id = ${id}::bigint`.execute(tx)
}

/** The password's hash, held: a new password waits for this transaction, and its ending of sessions sees what it opened. */
export async function heldPassword(tx: Tx, id: bigint): Promise<string | null | undefined> {
  const found = await sql<{ password_hash: string | null }>`
    select password_hash from identity.bettor where id = ${id}::bigint for share`.execute(tx)
  return found.rows[0]?.password_hash
}

/** Confirms an address that is still this bettor's and nobody else's. */
export async function confirmEmail(tx: Tx, { id, email }: { id: bigint; email: string }): Promise<boolean> {
  const marked = await sql`
    update identity.bettor set email_confirmed_at = platform.now()
    where id = ${id}::bigint and email = ${email}
      and not exists (select from identity.bettor o where o.email = ${email} and o.email_confirmed_at is not null and o.id <> ${id}::bigint)
    returning id`.execute(tx)
  return marked.rows.length > 0
}
