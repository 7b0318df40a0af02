import { sql } from 'kysely'
import { queryRow, queryRows, transact, type Db } from '#platform/db'
import { sweepInRounds } from '../sweep.ts'

/** The delay after three failures in a row: 2, 4, 8 … seconds, at most a quarter of an hour. Reset after a day. */
const free = 3
const baseS = 2
const mostS = 15 * 60
const resetAfterS = 24 * 60 * 60
const hourS = 60 * 60

/** The login attempts for one number from one source. */
export type Lane = { readonly msisdn: string; readonly source: string }

/** Counts failed logins: in a row for each number and source, and in an hour for each number. */
export type LoginLimits = {
  /** The seconds until the next attempt of this lane is allowed; undefined if it is allowed now. */
  waitOf(lane: Lane): Promise<number | undefined>
  /** Counts a failure. The first three in a row cause no delay; each further one doubles the delay. */
  countFailure(lane: Lane): Promise<void>
  /** Clears the failures of a lane. */
  clear(lane: Lane): Promise<void>
  /** Clears every failure of a number that its owner has verified. */
  clearNumber(msisdn: string): Promise<void>
  /** Counts a guess before it is checked; false if this hour's limit is reached. */
  reserveGuess(msisdn: string): Promise<boolean>
  /** Refunds a guess that was right. */
  refundGuess(msisdn: string): Promise<void>
  /** Removes a bounded number of failures that are older than a day. */
  sweep(): Promise<void>
}

/** Opens limits in the database, shared by all processes. */
export function openLoginLimits({ db, failuresAnHour }: { db: Db; failuresAnHour: number }): LoginLimits {
  return {
    async waitOf({ msisdn, source }) {
      const found = await queryRow<{ s: number }>(db)`
        select ceil(extract(epoch from wait_until - platform.now()))::int as s from identity.failed_login
        where msisdn = ${msisdn} and source = ${source} and wait_until > platform.now()`
      return found?.s
    },

    async countFailure({ msisdn, source }) {
      await transact(db, async (tx) => {
        await sql`
          insert into identity.failed_login as f (msisdn, source, failures, failed_at, wait_until)
          values (${msisdn}, ${source}, 1, platform.now(), platform.now())
          on conflict (msisdn, source) do update set failed_at = platform.now(), failures = case
            when f.failed_at < platform.now() - make_interval(secs => ${resetAfterS}::int) then 1 else least(f.failures + 1, 1000) end`.execute(
          tx,
        )
        await sql`
          update identity.failed_login set wait_until = failed_at
            + make_interval(secs => case when failures < ${free}::int then 0
                else least(${mostS}::int, ${baseS}::int * power(2, least(failures - ${free}::int, 20))) end)
          where msisdn = ${msisdn} and source = ${source}`.execute(tx)
      })
    },

    async clear({ msisdn, source }) {
      await sql`delete from identity.failed_login where msisdn = ${msisdn} and source = ${source}`.execute(db)
    },

    async clearNumber(msisdn) {
      await transact(db, async (tx) => {
        await sql`delete from identity.failed_login where msisdn = ${msisdn}`.execute(tx)
        await sql`delete from identity.quota where key = ${guessKey(msisdn)}`.execute(tx)
      })
    },

    async reserveGuess(msisdn) {
      const reserved = await queryRows(db)`
        insert into identity.quota as q (key, used, until)
        values (${guessKey(msisdn)}, 1, platform.now() + make_interval(secs => ${hourS}::int))
        on conflict (key) do update set
          used = case when q.until <= platform.now() then 1 else q.used + 1 end,
          until = case when q.until <= platform.now() then excluded.until else q.until end
        where q.until <= platform.now() or q.used < ${failuresAnHour}::int
        returning key`
      return reserved.length > 0
    },

    async refundGuess(msisdn) {
      const key = guessKey(msisdn)
      await transact(db, async (tx) => {
        await sql`delete from identity.quota where key = ${key} and used = 1`.execute(tx)
        await sql`update identity.quota set used = used - 1 where key = ${key} and used > 1`.execute(tx)
      })
    },

    sweep: () =>
      sweepInRounds(async (most) => {
        const swept = await queryRows(db)`
          delete from identity.failed_login where ctid = any(array(
            select ctid from identity.failed_login
            where failed_at < platform.now() - make_interval(secs => ${resetAfterS}::int) limit ${most}::int))
          returning 1`
        return swept.length
      }),
  }
}

const guessKey = (msisdn: string): string => `guesses ${msisdn}`
