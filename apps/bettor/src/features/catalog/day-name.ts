import { useLingui } from '@lingui/react/macro'
import { isoDay } from '@nare/ui/format'
import { useNow } from '../../state/use-now.ts'
import { dateOf, dayMs, minuteMs } from './days.ts'

/** Returns a function that names the day of a kick-off: "Today · Sun 22 Nov", "Tomorrow", else "Tue 24 Nov"; with `short`, "Today" has no date. */
export function useDayName(): (iso: string, options?: { short: boolean }) => string {
  const { t, i18n } = useLingui()
  const now = useNow(minuteMs)
  return (iso, { short } = { short: false }) => {
    const day = isoDay(Date.parse(iso))
    const date = dateOf(iso, i18n.locale)
    if (day === isoDay(now)) return short ? t`Today` : t`Today · ${date}`
    return day === isoDay(now + dayMs) ? t`Tomorrow` : date
  }
}
