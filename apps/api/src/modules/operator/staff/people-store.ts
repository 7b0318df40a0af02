import { sql } from 'kysely'
import type { Role } from '@nare/contract/permissions'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { lockName } from '#platform/locks'

export type Person = {
  readonly name: string
  readonly roles: readonly Role[]
  readonly state: 'active' | 'suspended'
  readonly bettor: bigint | null
  readonly passwordHash: string | null
  readonly codeSecret: Buffer | null
  readonly demo: boolean
  /** Who received the link to enrol; null for nobody, or the person at the machine. */
  readonly linkTo: string | null
  /** Who has vouched that the person and the receiver of the link are two people. */
  readonly vouchedBy: string | null
}

const columns = sql`p.name, p.roles, p.state, p.bettor_id as bettor, p.password_hash as "passwordHash", p.code_secret as "codeSecret", p.demo,
  p.link_to as "linkTo", p.vouched_by as "vouchedBy"`

export function person(db: Db | Tx, name: string): Promise<Person | undefined> {
  return queryRow<Person>(db)`select ${columns} from operator.staff p where p.name = ${name}`
}

/** A person, locked until the transaction ends. */
export function lockPerson(tx: Tx, name: string): Promise<Person | undefined> {
  return queryRow<Person>(tx)`select ${columns} from operator.staff p where p.name = ${name} for update`
}

/** Adds a person; false if somebody has the name. */
export async function insertPerson(
  tx: Tx,
  { name, roles, bettor, demo = false }: Pick<Person, 'name' | 'roles' | 'bettor'> & { readonly demo?: boolean },
): Promise<boolean> {
  const inserted = await queryRows(tx)`
    insert into operator.staff (name, roles, bettor_id, demo, created_at)
    values (${name}, ${roles}::text[], ${bettor}::bigint, ${demo}, platform.now()) on conflict do nothing returning name`
  return inserted.length > 0
}

export async function updatePerson(
  tx: Tx,
  { name, roles, state, bettor }: Pick<Person, 'name' | 'roles' | 'state' | 'bettor'>,
): Promise<void> {
  await sql`
    update operator.staff set roles = ${roles}::text[], state = ${state}, bettor_id = ${bettor}::bigint
    where name = ${name}`.execute(tx)
}

/** Keeps who received a new link to enrol. What was vouched for before counts no more. */
export async function setLinkTo(tx: Tx, name: string, linkTo: string | null): Promise<void> {
  await lockName(tx, 'operator', 'staff links')
  await sql`update operator.staff set link_to = ${linkTo}::text, vouched_by = null, vouched_at = null where name = ${name}`.execute(
    tx,
  )
}

/** Keeps who has vouched that the person is not the receiver of the link. */
export async function setVouched(tx: Tx, name: string, by: string): Promise<void> {
  await sql`update operator.staff set vouched_by = ${by}, vouched_at = platform.now() where name = ${name}`.execute(tx)
}

/** Sets what a person logs in with; a field that is left out stays. */
export async function setCredentials(
  tx: Tx,
  name: string,
  { passwordHash = null, codeSecret = null }: { passwordHash?: string | null; codeSecret?: Buffer | null },
): Promise<void> {
  await sql`
    update operator.staff set password_hash = coalesce(${passwordHash}, password_hash), code_secret = coalesce(${codeSecret}::bytea, code_secret)
    where name = ${name}`.execute(tx)
}

/** SQL for a person who has anything to log in with. */
const enrolled = sql`(p.password_hash is not null or exists (select from operator.staff_passkey k where k.name = p.name))`

/** The active admins who have something to log in with, and stay so until the transaction ends: whoever changes this waits. */
export async function lockAdmins(tx: Tx): Promise<string[]> {
  await lockName(tx, 'operator', 'staff admins')
  const found = await queryRows<{ name: string }>(tx)`
    select p.name from operator.staff p where p.state = 'active' and 'admin' = any (p.roles) and ${enrolled} order by p.name`
  return found.map(({ name }) => name)
}

/** Whether a person has anything to log in with. */
export async function hasCredentials(tx: Tx, name: string): Promise<boolean> {
  const found = await queryRows(tx)`select from operator.staff p where p.name = ${name} and ${enrolled}`
  return found.length > 0
}

/** Removes everything that a person logs in with. */
export async function removeCredentials(tx: Tx, name: string): Promise<void> {
  await sql`update operator.staff set password_hash = null, code_secret = null where name = ${name}`.execute(tx)
  await sql`delete from operator.staff_passkey where name = ${name}`.execute(tx)
  await sql`delete from operator.staff_recovery where name = ${name}`.execute(tx)
  await sql`delete from operator.staff_code where name = ${name}`.execute(tx)
  await sql`delete from operator.staff_enrolment where name = ${name}`.execute(tx)
}

export type PersonLine = Pick<Person, 'name' | 'roles' | 'state' | 'bettor' | 'demo' | 'linkTo' | 'vouchedBy'> & {
  readonly hasCode: boolean
  readonly hasPasskey: boolean
  readonly recoveryCodes: number
  readonly lastSeenAt: Date | null
  readonly sessions: number
}

/** All people with their live sessions, by name. A house has some dozens. */
export function people(db: Db): Promise<PersonLine[]> {
  return queryRows<PersonLine>(db)`
    select p.name, p.roles, p.state, p.bettor_id as bettor, p.demo, p.link_to as "linkTo", p.vouched_by as "vouchedBy", p.code_secret is not null as "hasCode",
      exists (select from operator.staff_passkey k where k.name = p.name) as "hasPasskey",
      (select count(*)::int from operator.staff_recovery r where r.name = p.name and r.used_at is null) as "recoveryCodes",
      (select max(s.pressed_at) from operator.staff_session s where s.name = p.name) as "lastSeenAt",
      (select count(*)::int from operator.staff_session s where s.name = p.name and s.ended_at is null
        and s.pressed_at > platform.now() - interval '30 minutes' and s.created_at > platform.now() - interval '12 hours') as sessions
    from operator.staff p order by p.name limit 1000`
}

/** Which of these names people have who are not of the demo, and the names of the demo's people. */
export async function namesTaken(db: Db, names: readonly string[]): Promise<{ own: string[]; demo: string[] }> {
  const found = await queryRows<{ name: string; demo: boolean }>(db)`
    select name, demo from operator.staff where demo or name = any(${names}::text[]) order by name`
  const of = (demo: boolean) => found.filter((row) => row.demo === demo).map(({ name }) => name)
  return { own: of(false), demo: of(true) }
}

/** Removes people of the demo: all, or those with these names. */
export async function removeDemo(db: Db | Tx, names?: readonly string[]): Promise<string[]> {
  const removed = await queryRows<{ name: string }>(db)`
    delete from operator.staff where demo and (${names === undefined} or name = any(${names ?? []}::text[])) returning name`
  return removed.map(({ name }) => name)
}
