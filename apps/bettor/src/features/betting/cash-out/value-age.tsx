import { Trans, useLingui } from '@lingui/react/macro'
import { shortTime } from '@nare/ui/format'
import { useConnected } from '../../../state/use-connected.ts'
import { useNow } from '../../../state/use-now.ts'
import { ageOf } from './shown-value.ts'

const stepMs = 5000

/**
 * The age of a value: nothing while it is fresh, then "since 14:02". Without a connection the value may have changed, so the text is
 * "20 s ago" or "3 min ago".
 */
export function ValueAge({ at }: { at: string }) {
  const { i18n } = useLingui()
  const connected = useConnected()
  const now = useNow(stepMs)
  const age = ageOf(at, now)
  if (!age) return null
  if (connected) {
    const time = shortTime(at, { locale: i18n.locale, nowMs: now })
    return <Trans>since {time}</Trans>
  }
  const { unit, count } = age
  if (unit === 'seconds') return <Trans>{count} s ago</Trans>
  return unit === 'minutes' ? <Trans>{count} min ago</Trans> : <Trans>{count} h ago</Trans>
}
