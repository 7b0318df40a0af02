import { isoDay, kickoff } from '@nare/ui/format'

export const dayMs = 86_400_000
export const minuteMs = 60_000
const soonMs = 60 * minuteMs
const timeLength = '15:30'.length

/** The time of a kick-off in the country's time zone: "15:30". */
export const timeOf = (iso: string, locale: string): string => kickoff(iso, locale).slice(-timeLength)

/** The date of a kick-off: "Sun 22 Nov". */
export const dateOf = (iso: string, locale: string): string => kickoff(iso, locale).slice(0, -timeLength - 1)

/** The next `count` days from `nowMs` on: the calendar day, YYYY-MM-DD, and a time in it. */
export const nextDays = (nowMs: number, count: number): { day: string; iso: string }[] =>
  Array.from({ length: count }, (_, n) => {
    const atMs = nowMs + n * dayMs
    return { day: isoDay(atMs), iso: new Date(atMs).toISOString() }
  })

/** The weekday of a kick-off, such as "Tue". */
export const weekdayOf = (iso: string, locale: string): string => dateOf(iso, locale).split(' ')[0] ?? ''

/** The minutes until a kick-off within the next hour, rounded up; undefined for a later or past kick-off. */
export function minutesUntil(iso: string, nowMs: number): number | undefined {
  const leftMs = Date.parse(iso) - nowMs
  return leftMs > 0 && leftMs <= soonMs ? Math.ceil(leftMs / minuteMs) : undefined
}
