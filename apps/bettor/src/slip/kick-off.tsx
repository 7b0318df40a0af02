import { Trans, useLingui } from '@lingui/react/macro'
import { isoDay, kickoff } from '@nare/ui/format'
import { useNow } from '../state/use-now.ts'

const dayMs = 86_400_000
const stepMs = 60_000

/** When a match starts: "Today 15:30", "Tomorrow 15:30", else "Tue 24 Nov 15:30". */
export function KickOff({ at }: { at: string }) {
  const { i18n } = useLingui()
  const now = useNow(stepMs)
  const text = kickoff(at, i18n.locale)
  const time = text.slice(-'15:30'.length)
  const day = isoDay(Date.parse(at))
  if (day === isoDay(now)) return <Trans>Today {time}</Trans>
  if (day === isoDay(now + dayMs)) return <Trans>Tomorrow {time}</Trans>
  return text
}
