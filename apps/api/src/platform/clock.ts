import type { Db } from './db-types.ts'
import { queryRows } from './rows.ts'

/** The one clock. SQL reads the same time through platform.now(). */
export type Clock = {
  /** Milliseconds since 1970 UTC: real time plus the offset of the sandbox. */
  now(): number
  date(): Date
}

/** A clock whose offset only the sandbox can set, in TypeScript and SQL together. */
export type SettableClock = Clock & {
  advance(seconds: number): Promise<Date>
  /** The offset in milliseconds. A duration measured in monotonic time adds it to include jumps of the sandbox clock. */
  offsetMs(): number
}

/** Real time, for a command that runs without a database. */
export const realClock: Clock = { now: () => Date.now(), date: () => new Date() }

/** Where the offset of the sandbox's clock is stored, in milliseconds, for all processes. */
export type ClockOffset = {
  read(): Promise<number>
  /** Adds to the offset and returns the new one. */
  advance(seconds: number): Promise<number>
  /** Calls `listener` with each new offset that another process set. */
  onAdvanced(listener: (offsetMs: number) => void): void
}

/** The offset in the database, where SQL reads it as well. */
export function offsetInDatabase(db: Db): ClockOffset {
  const msOf = (rows: readonly { ms: number }[]) => Math.round(Number(rows[0]?.ms ?? 0))
  return {
    async read() {
      const stored = await queryRows<{ ms: number }>(db)`
        select extract(epoch from shift) * 1000 as ms from platform.clock`
      return msOf(stored)
    },
    async advance(seconds) {
      const moved = await queryRows<{ ms: number }>(db)`
        update platform.clock set shift = shift + make_interval(secs => ${seconds})
        returning extract(epoch from shift) * 1000 as ms`
      return msOf(moved)
    },
    onAdvanced: () => undefined,
  }
}

/** Opens the clock with the stored offset, so that SQL and TypeScript agree from the start. */
export async function openClock(stored: ClockOffset): Promise<SettableClock> {
  let offset = await stored.read()
  stored.onAdvanced((offsetMs) => (offset = offsetMs))
  const now = () => Date.now() + offset
  return {
    now,
    date: () => new Date(now()),
    offsetMs: () => offset,
    async advance(seconds) {
      offset = await stored.advance(seconds)
      return new Date(now())
    },
  }
}

/** Milliseconds that only grow, for measuring durations; unrelated to the time of day. */
export const monotonicMs = (): number => performance.now()
