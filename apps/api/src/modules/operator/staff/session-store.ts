import { sql } from 'kysely'
import type { Role } from '@nare/contract/permissions'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type Method = 'code' | 'recovery' | 'passkey'

export type SessionRow = {
  readonly name: string
  readonly roles: readonly Role[]
  readonly bettor: bigint | null
  readonly demo: boolean
  readonly createdAt: Date
  readonly confirmedUntil: Date | null
}

/** SQL for a session that is live: pressed within half an hour, and of the last twelve hours. */
const live = sql`s.ended_at is null and s.pressed_at > platform.now() - interval '30 minutes'
  and s.created_at > platform.now() - interval '12 hours'`

type NewSession = {
  readonly tokenHash: Buffer
  readonly name: string
  readonly method: Method
  readonly address: string
}

export async function insertSession(tx: Tx, { tokenHash, name, method, address }: NewSession): Promise<void> {
  await sql`
    insert into operator.staff_session (token_hash, name, method, address, created_at, pressed_at)
    values (${tokenHash}, ${name}, ${method}, ${address}, platform.now(), platform.now())`.execute(tx)
}

/**
 * The live session of an active person; with `pressed` it lives for another half an hour. A press is written once in ten seconds, so that many
 * calls at once do not wait for each other with a connection each.
 */
export async function liveSession(
  db: Db,
  tokenHash: Buffer,
  { pressed }: { pressed: boolean },
): Promise<SessionRow | undefined> {
  const found = sql`
    select p.name, p.roles, p.bettor_id as bettor, p.demo, s.created_at as "createdAt", s.confirmed_until as "confirmedUntil"
    from operator.staff_session s join operator.staff p on p.name = s.name
    where p.state = 'active' and s.token_hash = ${tokenHash} and ${live}`
  const { rows } = await (
    pressed
      ? sql<SessionRow>`
          with found as (${found}), press as (
            update operator.staff_session s set pressed_at = platform.now() from found
            where s.token_hash = ${tokenHash} and s.pressed_at < platform.now() - interval '10 seconds')
          select * from found`
      : sql<SessionRow>`${found}`
  ).execute(db)
  return rows[0]
}

/** Marks a session as confirmed for some minutes; undefined if it has ended. */
export async function confirmSession(tx: Tx, tokenHash: Buffer, minutes: number): Promise<Date | undefined> {
  const found = await queryRow<{ until: Date }>(tx)`
    update operator.staff_session s set confirmed_until = platform.now() + make_interval(mins => ${minutes}::int)
    where s.token_hash = ${tokenHash} and ${live} returning confirmed_until as until`
  return found?.until
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`update operator.staff_session set ended_at = platform.now() where token_hash = ${tokenHash} and ended_at is null`.execute(
    db,
  )
}

/** Ends a person's live sessions, or the one with this id. Returns how many ended. */
export async function endSessions(tx: Tx, name: string, id: string | null = null): Promise<number> {
  const ended = await queryRows(tx)`
    update operator.staff_session s set ended_at = platform.now()
    where s.name = ${name} and (${id}::bigint is null or s.id = ${id}::bigint) and ${live} returning 1`
  return ended.length
}

export type SessionLine = {
  readonly id: bigint
  readonly createdAt: Date
  readonly pressedAt: Date
  readonly method: Method
  readonly address: string
}

/** A person's live sessions, newest first. */
export function liveSessions(db: Db, name: string): Promise<SessionLine[]> {
  return queryRows<SessionLine>(db)`
    select s.id, s.created_at as "createdAt", s.pressed_at as "pressedAt", s.method, s.address
    from operator.staff_session s where s.name = ${name} and ${live} order by s.id desc limit 100`
}

/** Removes a bounded number of rows that serve nothing any more, of each kind. */
export async function sweep(db: Db): Promise<void> {
  for (const gone of [
    sql`delete from operator.staff_session where ctid = any(array(
      select ctid from operator.staff_session where created_at < platform.now() - interval '1 year' limit 5000))`,
    sql`delete from operator.staff_failure where ctid = any(array(
      select ctid from operator.staff_failure where failed_at < platform.now() - interval '1 day' limit 5000))`,
    sql`delete from operator.staff_challenge where ctid = any(array(
      select ctid from operator.staff_challenge where answered_at < platform.now() - interval '1 day' limit 5000))`,
    sql`delete from operator.staff_enrolment where ctid = any(array(
      select ctid from operator.staff_enrolment where expires_at < platform.now() - interval '1 day' limit 5000))`,
    // A code is refused by its time long before its row goes.
    sql`delete from operator.staff_code where ctid = any(array(
      select ctid from operator.staff_code where step < extract(epoch from platform.now()) / 30 - 2880 limit 5000))`,
  ])
    await gone.execute(db)
}
