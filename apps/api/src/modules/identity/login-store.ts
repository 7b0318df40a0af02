import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'

/** Seconds until a number may try again, or undefined. */
export async function waitOf(db: Db, msisdn: string): Promise<number | undefined> {
  const found = await sql<{ s: number }>`
    select ceil(extract(epoch from wait_until - platform.now()))::int as s from identity.failed_login
    where msisdn = ${msisdn} and wait_until > platform.now()`.execute(db)
  return found.rows[0]?.s
}

export type Delays = {
  readonly free: number
  readonly baseS: number
  readonly mostS: number
  readonly forgottenS: number
}

/**
 * Counts a failure: the first `free` in a row cost nothing, the next wait `baseS` and each later one twice as long, up to
 * `mostS`. Failures are forgotten `forgottenS` after the last.
 */
export async function countFailure(db: Db, msisdn: string, { free, baseS, mostS, forgottenS }: Delays): Promise<void> {
  await sql`
    with counted as (
      insert into identity.failed_login as f (msisdn, failures, failed_at, wait_until)
      values (${msisdn}, 1, platform.now(), platform.now())
      on conflict (msisdn) do update set failed_at = platform.now(), failures =
        case when f.failed_at < platform.now() - make_interval(secs => ${forgottenS}::int) then 1 else least(f.failures + 1, 1000) end
      returning msisdn, failures
    )
    select failures from counted`.execute(db)
  await sql`
    update identity.failed_login set wait_until = failed_at
      + make_interval(secs => case when failures < ${free}::int then 0
          else least(${mostS}::int, ${baseS}::int * power(2, least(failures - ${free}::int, 20))) end)
    where msisdn = ${msisdn}`.execute(db)
}

/** Forgets a number's failures. */
export async function clearFailures(db: Db | Tx, msisdn: string): Promise<void> {
  await sql`delete from identity.failed_login where msisdn = ${msisdn}`.execute(db)
}

/** Removes failures that nobody remembers, a bounded number. */
export async function sweepFailures(db: Db, { forgottenS }: Pick<Delays, 'forgottenS'>): Promise<void> {
  await sql`
    delete from identity.failed_login where msisdn = any(array(
      select msisdn from identity.failed_login
      where failed_at < platform.now() - make_interval(secs => ${forgottenS}::int) limit 5000))`.execute(db)
}
