import type { MatchView } from '@nare/contract/catalog'
import { LiveMinute, StateName, useMatchNow } from './clock.tsx'
import style from './clock.module.css'

/** The minute of a live match, or the state of a match that has ended or is not played. Empty before the kick-off. */
export function Clock({ match }: { match: MatchView }) {
  const now = useMatchNow(match)
  if (now.state === 'not_started') return null
  return now.state === 'live' ? (
    <span className={style.live}>
      <i aria-hidden="true" />
      <LiveMinute {...now} />
    </span>
  ) : (
    <StateName state={now.state} />
  )
}
