import { useLingui } from '@lingui/react/macro'
import { dateWithYear, isoDay, shortTime } from '@nare/ui/format'
import { serverNow } from '../../state/browser.ts'

/** Writes a day with its year, "Thu 31 Dec 2026". */
export function useDate(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) => dateWithYear(iso, i18n.locale).slice(0, -6)
}

/** Writes a real deadline: "18:00" today, "Tue 18:00" within six days, else the day with its year. */
export function useDeadline(): (iso: string) => string {
  const { i18n } = useLingui()
  const date = useDate()
  return (iso) => {
    const [atMs, nowMs] = [Date.parse(iso), serverNow()]
    const isNear = atMs - nowMs < nearMs && isoDay(atMs) >= isoDay(nowMs)
    return isNear ? shortTime(iso, { locale: i18n.locale, nowMs }) : date(iso)
  }
}

const nearMs = 6 * 86_400_000
