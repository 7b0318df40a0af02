import { useLingui } from '@lingui/react/macro'
import { dateWithYear, isoDay, shortTime } from '@nare/ui/format'
import { serverNow } from '../../state/browser.ts'

/** Returns a function that formats a day with its year, "Thu 31 Dec 2026". */
export function useDate(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) => dateWithYear(iso, i18n.locale).slice(0, -6)
}

/** Returns a function that formats the last day before an end, "Thu 31 Dec 2026": an end at midnight belongs to the day before. */
export function useLastDay(): (iso: string) => string {
  const date = useDate()
  return (iso) => date(new Date(Date.parse(iso) - 1).toISOString())
}

/** Returns a function that formats a deadline: "18:00" today, "Tue 18:00" within six days, else the last day with its year. */
export function useDeadline(): (iso: string) => string {
  const { i18n } = useLingui()
  const lastDay = useLastDay()
  return (iso) => {
    const [atMs, nowMs] = [Date.parse(iso), serverNow()]
    const isNear = atMs - nowMs < nearMs && isoDay(atMs) >= isoDay(nowMs)
    return isNear ? shortTime(iso, { locale: i18n.locale, nowMs }) : lastDay(iso)
  }
}

const nearMs = 6 * 86_400_000
