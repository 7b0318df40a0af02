import { isoDay, kickoff } from '@nare/ui/format'

export const dayMs = 86_400_000
export const minuteMs = 60_000
const soonMs = 60 * minuteMs
const timeLength = '15:30'.length

/** The time of a kick-off in the country's time zone: "15:30". */
export const timeOf = (iso: string, locale: string): string => kickoff(iso, locale).slice(-timeLength)

/** The date of a kick-off: "Sun 22 Nov". */
export const dateOf = (iso: string, locale: string): string => kickoff(iso, locale).slice(0, -timeLength - 1)

/** The days from `nowMs` on as calendar days, YYYY-MM-DD, with a time of each. */
export const nextDays = (nowMs: number, count: number): { day: string; iso: string }[] =>
  Array.from({ length: count }, (_, n) => {
    const atMs = nowMs + n * dayMs
    return { day: isoDay(atMs), iso: new Date(atMs).toISOString() }
  })

/** The first word of a date, such as "Tue". */
export const weekdayOf = (iso: string, locale: string): string => dateOf(iso, locale).split(' ')[0] ?? ''

/** The whole minutes until a kick-off within the next hour, at least 1; undefined for a later or past one. */
export function minutesUntil(iso: string, nowMs: number): number | undefined {
  const left = Date.parse(iso) - nowMs
  return left > 0 && left <= soonMs ? Math.ceil(left / minuteMs) : undefined
}
