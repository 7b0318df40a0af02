import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { kickoff } from '@nare/ui/format'
import { LiveMinute, StateName, useMatchNow } from './clock.tsx'
import style from './clock.module.css'

/** The minute of a live match, else its kick-off with its date, or its state. */
export function Clock({ match }: { match: MatchView }) {
  const { i18n } = useLingui()
  const now = useMatchNow(match)
  if (now.state === 'not_started') return <time dateTime={now.start_time}>{kickoff(now.start_time, i18n.locale)}</time>
  return now.state === 'live' ? (
    <span className={style.live}>
      <i aria-hidden="true" />
      <LiveMinute {...now} />
    </span>
  ) : (
    <StateName state={now.state} />
  )
}
