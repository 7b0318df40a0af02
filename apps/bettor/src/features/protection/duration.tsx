import { useLingui } from '@lingui/react/macro'

/** The duration between two ISO times in days, hours and minutes: "2 h 5 min". */
export function Duration({ from, to }: { from: string; to: string }) {
  const { t } = useLingui()
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  if (days > 0) return <span className="num">{t`${days} d ${hours} h`}</span>
  if (hours > 0) return <span className="num">{t`${hours} h ${rest} min`}</span>
  return <span className="num">{t`${rest} min`}</span>
}
