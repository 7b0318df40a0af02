import { useLiveValue, useSubscription } from '@nare/client/use-live'
import { MatchScore } from '../play/match-score.tsx'
import { legProgress } from '../state/bet-now.ts'
import { useNow } from '../state/use-now.ts'
import { KickOff } from './kick-off.tsx'
import style from './leg.module.css'

const stepMs = 60_000

/** Minute and score of a leg's match while it is live, its final score, else its kick-off. */
export function LegScore({ match_id, start_time }: { match_id: string; start_time: string }) {
  const topic = `match:${match_id}` as const
  const now = useNow(stepMs)
  // Subscribes to the match from its kick-off, at most a minute late.
  useSubscription(Date.parse(start_time) < now + stepMs ? topic : undefined)
  const live = useLiveValue(topic)
  const progress = legProgress({ result: null }, live)
  if (!progress) return <KickOff at={live?.start_time ?? start_time} />
  return (
    <span className={`num ${style.score}`} data-live={progress.phase !== 'ended' || undefined}>
      <MatchScore progress={progress} startTime={undefined} />
    </span>
  )
}
