import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The one clock. SQL reads the same time through platform.now(). */
export type Clock = {
  /** Milliseconds since 1970 UTC: real time plus the offset of the sandbox. */
  now(): number
  date(): Date
}

/** A clock whose offset only the sandbox can set; both halves move together. */
export type SettableClock = Clock & { advance(seconds: number): Promise<Date> }

/** Real time, for a command that runs without a database. */
export const realClock: Clock = { now: () => Date.now(), date: () => new Date() }

/** Opens the clock with the offset stored in the database, so that SQL and TypeScript agree from the start. */
export async function openClock(db: Db): Promise<SettableClock> {
  const stored = await sql<{ ms: number }>`select extract(epoch from shift) * 1000 as ms from platform.clock`.execute(
    db,
  )
  let offset = Math.round(Number(stored.rows[0]?.ms ?? 0))
  const now = () => Date.now() + offset
  return {
    now,
    date: () => new Date(now()),
    async advance(seconds) {
      const moved = await sql<{ ms: number }>`
        update platform.clock set shift = shift + make_interval(secs => ${seconds})
        returning extract(epoch from shift) * 1000 as ms`.execute(db)
      offset = Math.round(Number(moved.rows[0]?.ms ?? offset))
      return new Date(now())
    },
  }
}

/** Milliseconds that only grow, for measuring durations; unrelated to the time of day. */
export const monotonicMs = (): number => performance.now()
