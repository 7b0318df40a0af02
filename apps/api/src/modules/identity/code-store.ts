import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** At most `most` uses of `key` in a window of `windowS` seconds. */
export type Quota = { readonly key: string; readonly most: number; readonly windowS: number }

/** Uses a quota once. Answers undefined when that went well, else the seconds until it can be used again. */
export async function useQuota(tx: Tx, { key, most, windowS }: Quota): Promise<number | undefined> {
  const used = await sql`
    insert into identity.quota as q (key, used, until)
    values (${key}, 1, platform.now() + make_interval(secs => ${windowS}::int))
    on conflict (key) do update set
      used = case when q.until <= platform.now() then 1 else q.used + 1 end,
      until = case when q.until <= platform.now() then excluded.until else q.until end
    where q.until <= platform.now() or q.used < ${most}::int
    returning key`.execute(tx)
  if (used.rows.length > 0) return undefined
  const left = await sql<{ s: number }>`
    select ceil(extract(epoch from until - platform.now()))::int as s from identity.quota where key = ${key}`.execute(
    tx,
  )
  return Math.max(1, left.rows[0]?.s ?? 1)
}

/** Forgets the use of a quota. */
export async function clearQuota(db: Db | Tx, key: string): Promise<void> {
  await sql`delete from identity.quota where key = ${key}`.execute(db)
}

export type CodeKey = { readonly msisdn: string; readonly purpose: 'verify' | 'reset' }

/** Stores the one live code of a number and purpose, in the place of an earlier one. */
export async function putCode(
  tx: Tx,
  { msisdn, purpose }: CodeKey,
  { salt, hash, lifeS }: { salt: Buffer; hash: Buffer; lifeS: number },
): Promise<void> {
  await sql`
    insert into identity.code (msisdn, purpose, salt, hash, expires_at)
    values (${msisdn}, ${purpose}, ${salt}, ${hash}, platform.now() + make_interval(secs => ${lifeS}::int))
    on conflict (msisdn, purpose) do update set
      salt = excluded.salt, hash = excluded.hash, tries = 0, expires_at = excluded.expires_at`.execute(tx)
}

/** Uses one try of a live code and holds its row: tries at the same time wait for each other. */
export async function takeTry(
  tx: Tx,
  { msisdn, purpose }: CodeKey,
  triesMost: number,
): Promise<{ salt: Buffer; hash: Buffer } | undefined> {
  const found = await sql<{ salt: Buffer; hash: Buffer }>`
    update identity.code set tries = tries + 1
    where msisdn = ${msisdn} and purpose = ${purpose} and tries < ${triesMost}::int and expires_at > platform.now()
    returning salt, hash`.execute(tx)
  return found.rows[0]
}

/** Removes a code, so that it opens nothing more. */
export async function dropCode(tx: Tx, { msisdn, purpose }: CodeKey): Promise<void> {
  await sql`delete from identity.code where msisdn = ${msisdn} and purpose = ${purpose}`.execute(tx)
}

/** Removes codes and quotas whose time is over, a bounded number of each. */
export async function sweepCodes(db: Db): Promise<void> {
  await sql`
    delete from identity.code where ctid = any(array(
      select ctid from identity.code where expires_at < platform.now() - interval '1 day' limit 5000))`.execute(db)
  await sql`
    delete from identity.quota where key = any(array(
      select key from identity.quota where until < platform.now() limit 5000))`.execute(db)
}
