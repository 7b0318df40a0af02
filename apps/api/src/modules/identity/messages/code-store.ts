import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import { sweepInRounds } from '../sweep.ts'

export type CodeKey = { readonly msisdn: string; readonly purpose: 'verify' | 'reset' | 'login' }

/**
 * A code to be stored. `slot` is the sign-up it belongs to, or the source that requested it: only the last three codes of a slot are
 * valid. `signup` is the sign-up whose number the code verifies, null if it verifies the number only.
 */
export type NewCode = CodeKey & {
  readonly id: string
  readonly slot: string
  readonly signup: string | null
  readonly salt: Buffer
  readonly hash: Buffer
  readonly lifeS: number
  readonly triesMax: number
}
/** The proof that the caller requested the code: the code's id, or the slot of a recognised device. A slot is never read from the request. */
export type Own = { readonly id?: string | undefined; readonly slot?: string | undefined }
/** The valid codes of a slot, each as salt and hash in hexadecimal. `id` is that of the last one. */
export type LiveCodes = {
  readonly id: string
  readonly signup: string | null
  readonly codes: readonly { readonly salt: string; readonly hash: string }[]
}

/** The codes before the last one that have not expired; null if there is none. */
const unexpired = sql`(
  select jsonb_agg(e order by e ->> 'expires_at' desc) from jsonb_array_elements(code.earlier) e
  where (e ->> 'expires_at')::timestamptz > platform.now())`

const last = sql`jsonb_build_object('id', code.id, 'salt', encode(code.salt, 'hex'), 'hash', encode(code.hash, 'hex'),
  'expires_at', code.expires_at at time zone 'utc' || 'Z')`

/**
 * Stores a code of a number, purpose and slot. The two before it stay valid and share its tries; where these were used up, the new code
 * has tries of its own and the earlier ones are dropped.
 */
export async function putCode(tx: Tx, code: NewCode): Promise<void> {
  const isUsedUp = sql`(greatest(code.tries, code.own_tries) >= ${code.triesMax}::int or code.expires_at <= platform.now())`
  await sql`
    insert into identity.code (id, msisdn, purpose, slot, signup, salt, hash, expires_at)
    values (${code.id}::uuid, ${code.msisdn}, ${code.purpose}, ${code.slot}, ${code.signup}::uuid, ${code.salt}, ${code.hash},
      platform.now() + make_interval(secs => ${code.lifeS}::int))
    on conflict (msisdn, purpose, slot) do update set id = excluded.id, signup = excluded.signup, salt = excluded.salt,
      hash = excluded.hash, expires_at = excluded.expires_at,
      tries = case when ${isUsedUp} then 0 else code.tries end, own_tries = case when ${isUsedUp} then 0 else code.own_tries end,
      earlier = case when ${isUsedUp} then '[]' else jsonb_path_query_array(
        jsonb_build_array(${last}) || coalesce(${unexpired}, '[]'), '$[0 to 1]') end`.execute(tx)
}

/**
 * Uses one try of the live codes of each slot that may match, and locks its row, so that concurrent tries are serialised. With a ticket, only
 * the codes of that sign-up and those for the number only are candidates. A request with the ticket, the id of the code, or the
 * slot of the recognised device that requested it, uses separate tries (`own`).
 */
export function spendTries(
  tx: Tx,
  { msisdn, purpose }: CodeKey,
  { ticket, own, most }: { ticket: string | undefined; own: Own; most: number },
): Promise<LiveCodes[]> {
  const mine = sql`coalesce(signup::text = ${ticket ?? null}::text or id::text = ${own.id ?? null}::text
    or earlier @> jsonb_build_array(jsonb_build_object('id', ${own.id ?? null}::text))
    or slot = ${own.slot ?? ticket ?? null}::text, false)`
  return queryRows<LiveCodes>(tx)`
    update identity.code set tries = tries + (not ${mine})::int, own_tries = own_tries + (${mine})::int
    where msisdn = ${msisdn} and purpose = ${purpose} and expires_at > platform.now()
      and (${ticket ?? null}::text is null or signup is null or signup::text = ${ticket ?? null}::text)
      and case when ${mine} then own_tries < ${most}::int else tries < ${most}::int end
    returning id, signup, jsonb_build_array(${last}) || coalesce(${unexpired}, '[]') as codes`
}

/** Removes a code with the others of its slot; false if they were removed already. */
export async function dropCode(tx: Tx, id: string): Promise<boolean> {
  const dropped = await queryRows(tx)`delete from identity.code
    where id = ${id}::uuid or earlier @> jsonb_build_array(jsonb_build_object('id', ${id}::text)) returning id`
  return dropped.length > 0
}

/** Removes every code of a number. */
export async function dropCodes(tx: Tx, msisdn: string): Promise<void> {
  await sql`delete from identity.code where msisdn = ${msisdn}`.execute(tx)
}

/** Removes a bounded number of codes that expired more than an hour ago. */
export function sweepCodes(db: Db): Promise<void> {
  return sweepInRounds(async (most) => {
    const swept = await queryRows(db)`
      delete from identity.code where ctid = any(array(
        select ctid from identity.code where expires_at < platform.now() - interval '1 hour' limit ${most}::int)) returning 1`
    return swept.length
  })
}
