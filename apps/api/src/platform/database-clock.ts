import { sql } from 'kysely'
import { monotonicMs, realClock } from './clock.ts'
import { queryRows, type Db } from './db.ts'

/** A reading of the database's clock, in ms since 1970, between two moments of this process's monotonic clock. */
export type ClockReading = { readonly sentMs: number; readonly databaseMs: number; readonly receivedMs: number }

/** Clocks drift apart: older readings are forgotten. At 25 ms between readings this is a second, in which clocks drift by less than 1 ms. */
const readingsMax = 40
/** The largest difference between two readings that drift explains. */
const driftMs = 5

/**
 * Converts moments of the database's clock to this process's monotonic clock. No clock of a machine takes part. The error is at most half
 * the time of the fastest recent reading. If the database's clock was set, earlier readings are forgotten.
 */
export function openDatabaseClock() {
  let readings: ClockReading[] = []

  return {
    add(reading: ClockReading): void {
      const [least, most] = boundsOf(reading)
      const agrees = (other: ClockReading): boolean => {
        const [from, to] = boundsOf(other)
        return from <= most + driftMs && to >= least - driftMs
      }
      readings = [...readings.filter(agrees), reading].slice(-readingsMax)
    },

    /** The monotonic moment of a moment of the database, in milliseconds. Throws before the first reading. */
    monotonicOf(databaseMs: number): number {
      const best = readings.reduce((a, b) => (widthOf(b) <= widthOf(a) ? b : a))
      const [least, most] = boundsOf(best)
      return databaseMs + (least + most) / 2
    },
  }
}

/** The bounds of the monotonic clock minus the database's clock. */
const boundsOf = ({ sentMs, databaseMs, receivedMs }: ClockReading) =>
  [sentMs - databaseMs, receivedMs - databaseMs] as const
const widthOf = ({ sentMs, receivedMs }: ClockReading): number => receivedMs - sentMs

/** SQL for the database's real time in milliseconds since 1970. */
export const databaseMs = sql<number>`(extract(epoch from platform.real_now()) * 1000)::float8`

/** A gauge of the difference between this machine's clock and the database's. Of all processes the largest is shown. */
export const clockSkewGauge = (db: Db) => ({
  name: 'nare_clock_skew_seconds',
  help: 'Largest difference between the clock of a machine and the clock of the database',
  read: async () => [{ labels: {}, value: await clockSkew(db) }],
})

/** The difference in seconds, without the part that the duration of the reading explains. `wallMs` is the clock of this machine. */
export async function clockSkew(db: Db, wallMs: () => number = realClock.now): Promise<number> {
  return db.connection().execute(async (on) => {
    const [startedMs, sentMs] = [wallMs(), monotonicMs()]
    const rows = await queryRows<{ ms: number }>(on)`select ${databaseMs} as ms`
    const tookMs = monotonicMs() - sentMs
    const aheadMs = startedMs - (rows[0]?.ms ?? startedMs)
    return Math.max(0, aheadMs, -aheadMs - tookMs) / 1000
  })
}
