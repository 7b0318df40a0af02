import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** Uses the code of a half minute; false if it was used before. */
export async function useCode(tx: Tx, name: string, step: number): Promise<boolean> {
  const used = await queryRows(tx)`
    insert into operator.staff_code as c (name, step, used_at)
    select p.name, ${step}::bigint, platform.now() from operator.staff p where p.name = ${name}
    on conflict (name, step) do update set used_at = excluded.used_at where c.used_at is null returning 1`
  return used.length > 0
}

/** The half minutes of codes that were handed out and not used, newest first. */
export async function handedSteps(db: Db, name: string): Promise<number[]> {
  const found = await queryRows<{ step: string }>(db)`
    select step::text from operator.staff_code where name = ${name} and used_at is null order by step desc limit 200`
  return found.map(({ step }) => Number(step))
}

/** Hands out the first half minute from `from` on of which no code was used or handed out; undefined if nobody has the name. */
export async function handOutStep(tx: Tx, name: string, from: number): Promise<number | undefined> {
  const handed = await queryRow<{ step: string }>(tx)`
    insert into operator.staff_code (name, step)
    select p.name, greatest(${from}::bigint, coalesce((select max(c.step) + 1 from operator.staff_code c where c.name = p.name), 0))
    from (select name from operator.staff where name = ${name} and demo for update) p returning step::text`
  const step = handed?.step
  return step === undefined ? undefined : Number(step)
}

/** Uses a recovery code; false if the person has no such code, or has used it. */
export async function useRecovery(tx: Tx, name: string, hash: Buffer): Promise<boolean> {
  const used = await queryRows(tx)`
    update operator.staff_recovery set used_at = platform.now()
    where name = ${name} and code_hash = ${hash} and used_at is null returning 1`
  return used.length > 0
}

/** Replaces a person's recovery codes. */
export async function setRecovery(tx: Tx, name: string, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from operator.staff_recovery where name = ${name}`.execute(tx)
  await sql`insert into operator.staff_recovery (name, code_hash) select ${name}, unnest(${hashes}::bytea[])`.execute(
    tx,
  )
}

export type Passkey = {
  readonly id: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

export function passkeyOf(db: Db, name: string, id: string): Promise<Passkey | undefined> {
  return queryRow<Passkey>(db)`
    select id, public_key as "publicKey", counter::float8 as counter, transports from operator.staff_passkey
    where name = ${name} and id = ${id}`
}

/** Adds a passkey; false if somebody has it. */
export async function insertPasskey(
  tx: Tx,
  name: string,
  { id, publicKey, counter, transports }: Passkey,
): Promise<boolean> {
  const added = await queryRows(tx)`
    insert into operator.staff_passkey (id, name, public_key, counter, transports, created_at)
    values (${id}, ${name}, ${publicKey}, ${counter}::bigint, ${transports}::text[], platform.now())
    on conflict do nothing returning id`
  return added.length > 0
}

/** Stores the count of an answer; false if the passkey is gone, or has counted as far in another process. */
export async function countPasskey(tx: Tx, { id, counter }: Pick<Passkey, 'id' | 'counter'>): Promise<boolean> {
  const counted = await queryRows(tx)`
    update operator.staff_passkey set counter = ${counter}::bigint
    where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning 1`
  return counted.length > 0
}

/** Remembers that a challenge was answered; false if it was answered before. */
export async function useChallenge(tx: Tx, hash: Buffer): Promise<boolean> {
  const first = await queryRows(tx)`
    insert into operator.staff_challenge (hash, answered_at) values (${hash}, platform.now()) on conflict do nothing returning 1`
  return first.length > 0
}

type Link = { readonly tokenHash: Buffer; readonly name: string; readonly codeSecret: Buffer }

/** Stores an enrolment link that works for an hour, in place of the person's earlier ones. */
export async function insertEnrolment(tx: Tx, { tokenHash, name, codeSecret }: Link): Promise<void> {
  await sql`delete from operator.staff_enrolment where name = ${name}`.execute(tx)
  await sql`
    insert into operator.staff_enrolment (token_hash, name, code_secret, expires_at)
    values (${tokenHash}, ${name}, ${codeSecret}, platform.now() + interval '1 hour')`.execute(tx)
}

/** The person and the secret of a link that still works. */
export function enrolment(db: Db | Tx, tokenHash: Buffer): Promise<Omit<Link, 'tokenHash'> | undefined> {
  return queryRow<Omit<Link, 'tokenHash'>>(db)`
    select e.name, e.code_secret as "codeSecret" from operator.staff_enrolment e join operator.staff p on p.name = e.name
    where e.token_hash = ${tokenHash} and e.used_at is null and e.expires_at > platform.now() and p.state = 'active'`
}

/** Uses a link; false if it was used or is too old. */
export async function useEnrolment(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const used = await queryRows(tx)`
    update operator.staff_enrolment set used_at = platform.now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > platform.now() returning 1`
  return used.length > 0
}
