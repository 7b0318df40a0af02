import { useLingui } from '@lingui/react/macro'
import { day, isoDay } from '@nare/ui/format'

/** Writes a day with its year in the bettor's language: "Saturday 22 May 2027". */
export function useDayAndYear(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) => `${day(iso, i18n.locale)} ${isoDay(Date.parse(iso)).slice(0, 4)}`
}
