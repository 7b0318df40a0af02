import { sql, type RawBuilder } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export const revokedChannel = 'identity_session'

export type SessionRow = {
  bettor: bigint
  signing_key: string
  verified: boolean
  ended: boolean
  expires_at: Date
  /** Whether its last use is to be noted. */
  stale: boolean
}

/** How often at most a session's last use is noted. */
const usedEveryMinutes = 15

/** Stores a session. Ends the bettor's oldest live sessions beyond `most`. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { tokenHash, bettor, signingKey, hours, most, device = null, passkey = null } = session
  await sql`
    insert into identity.session (token_hash, bettor, signing_key, opened_at, expires_at, last_used_at, device, passkey)
    values (${tokenHash}, ${bettor}::bigint, ${signingKey}, platform.now(), platform.now() + make_interval(hours => ${hours}::int),
      platform.now(), ${device}, ${passkey}::bigint)`.execute(tx)
  const ended = await queryRows(tx)`
    update identity.session set ended_at = platform.now() where token_hash in (
      select token_hash from identity.session where bettor = ${bettor}::bigint and ended_at is null
      order by opened_at desc offset ${most}::int)
    returning token_hash`
  if (ended.length > 0) await notifyChanged(tx, bettor)
}

export type NewSession = {
  tokenHash: Buffer
  bettor: bigint
  signingKey: string
  hours: number
  most: number
  /** The browser, in words. */
  device?: string | undefined
  /** The number of the passkey that opened it. */
  passkey?: bigint | undefined
}

/** The sessions with these token hashes, in the given order, live or not; undefined for an unknown hash. */
export async function sessionsOf(db: Db, tokenHashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> {
  const found = await queryRows<SessionRow & { nth: number }>(db)`
    select (h.nth)::int as nth, s.bettor, s.signing_key, b.verified_at is not null as verified,
      s.ended_at is not null as ended, s.expires_at,
      s.last_used_at is null or s.last_used_at < platform.now() - make_interval(mins => ${usedEveryMinutes}::int) as stale
    from unnest(${tokenHashes}::bytea[]) with ordinality as h (token_hash, nth)
    join identity.session s using (token_hash) join identity.bettor b on b.id = s.bettor`
  const rows = new Map(found.map((row) => [row.nth, row]))
  return tokenHashes.map((_, index) => rows.get(index + 1))
}

/** Notes that sessions are in use. */
export async function noteUse(db: Db, tokenHashes: readonly Buffer[]): Promise<void> {
  await sql`
    update identity.session set last_used_at = platform.now()
    where token_hash = any(${tokenHashes}::bytea[]) and ended_at is null`.execute(db)
}

/** The time when a session was opened. The signing key identifies the session. */
export async function openedAt(
  db: Db,
  { bettor, signingKey }: { bettor: bigint; signingKey: string },
): Promise<Date | undefined> {
  const found = await queryRow<{ opened_at: Date }>(db)`
    select opened_at from identity.session where bettor = ${bettor}::bigint and signing_key = ${signingKey}
    order by opened_at desc limit 1`
  return found?.opened_at
}

type SessionName = { readonly bettor: bigint; readonly signingKey: string }

/** The signing keys of the sessions among these that are live. */
export const liveAmong = (tx: Tx, sessions: readonly SessionName[]): Promise<Set<string>> =>
  keysAmong(tx, sessions, sql`s.ended_at is null and s.expires_at > platform.now()`)

/**
 * The signing keys of the sessions among these that were revoked. A session that expired, or that its bettor ended by a log-out or a new
 * password, was not revoked.
 */
export const revokedAmong = (tx: Tx, sessions: readonly SessionName[]): Promise<Set<string>> =>
  keysAmong(tx, sessions, sql`s.revoked`)

async function keysAmong(tx: Tx, sessions: readonly SessionName[], which: RawBuilder<unknown>): Promise<Set<string>> {
  const found = await queryRows<{ signing_key: string }>(tx)`
    select s.signing_key
    from unnest(${sessions.map((one) => one.bettor)}::bigint[], ${sessions.map((one) => one.signingKey)}::text[]) as requested (bettor, signing_key)
    join identity.session s using (bettor, signing_key) where ${which}`
  return new Set(found.map((row) => row.signing_key))
}

/** The signing key of a bettor's newest live session. */
export async function newestKey(db: Db, bettor: bigint): Promise<string | undefined> {
  const found = await queryRow<{ signing_key: string }>(db)`
    select signing_key from identity.session
    where bettor = ${bettor}::bigint and ended_at is null and expires_at > platform.now() order by opened_at desc limit 1`
  return found?.signing_key
}

/** Ends one session, identified by its signing key. */
export async function endSession(
  tx: Tx,
  { bettor, signingKey }: { bettor: bigint; signingKey: string },
): Promise<void> {
  await sql`
    update identity.session set ended_at = platform.now()
    where bettor = ${bettor}::bigint and signing_key = ${signingKey} and ended_at is null`.execute(tx)
  await notifyChanged(tx, bettor)
}

/**
 * Ends every session of a bettor who has set a new password. This is not a revocation: live bets in their delay are still placed. Otherwise
 * a bettor could cancel live bets for free by setting a new password.
 */
export async function endAll(tx: Tx, bettor: bigint): Promise<void> {
  await sql`
    update identity.session set ended_at = platform.now()
    where bettor = ${bettor}::bigint and ended_at is null`.execute(tx)
  await notifyChanged(tx, bettor)
}

/** Revokes every session of a bettor, including sessions that ended in the last hour: live bets that they sent may still be in their delay. */
export async function revokeAll(tx: Tx, bettor: bigint): Promise<void> {
  await sql`
    update identity.session set revoked = true, ended_at = coalesce(ended_at, platform.now())
    where bettor = ${bettor}::bigint and (ended_at is null or ended_at > platform.now() - interval '1 hour')`.execute(
    tx,
  )
  await notifyChanged(tx, bettor)
}

/** Notifies every process, at the commit, that this bettor's cached sessions are no longer valid. */
export async function notifyChanged(tx: Tx, bettor: bigint): Promise<void> {
  await sql`select pg_notify(${revokedChannel}, ${bettor.toString()})`.execute(tx)
}

/** Removes a bounded number of sessions that expired more than 60 days ago. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`
    delete from identity.session where token_hash = any(array(
      select token_hash from identity.session where expires_at < platform.now() - interval '60 days' limit 5000))`.execute(
    db,
  )
}
