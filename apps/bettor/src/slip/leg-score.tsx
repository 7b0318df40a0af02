import { Trans } from '@lingui/react/macro'
import { useLiveValue, useSubscription } from '@nare/client/use-live'
import { HalfTime } from '../odds/half-time.tsx'
import { minuteAt } from '../odds/minute-text.ts'
import { useNow } from '../state/use-now.ts'
import { KickOff } from './kick-off.tsx'
import style from './leg.module.css'

const stepMs = 60_000

/** Minute and score of a leg's match while it is live, its final score, else its kick-off. */
export function LegScore({ match_id, start_time }: { match_id: string; start_time: string }) {
  const topic = `match:${match_id}` as const
  const now = useNow(stepMs)
  // A match is followed from its kick-off, within a minute.
  useSubscription(Date.parse(start_time) < now + stepMs ? topic : undefined)
  const live = useLiveValue(topic)
  const score = live && live.home_score !== null ? `${live.home_score}–${live.away_score ?? 0}` : ''
  if (live?.state === 'ended') return <span className="num">FT {score}</span>
  if (live?.state !== 'live') return <KickOff at={live?.start_time ?? start_time} />
  if (live.at_half_time) {
    return (
      <b className={`num ${style.live}`}>
        <HalfTime /> {score}
      </b>
    )
  }
  return (
    <b className={`num ${style.live}`}>
      {live.minute === null ? <Trans>Live</Trans> : minuteAt({ ...live, minute: live.minute }, now)} {score}
    </b>
  )
}
