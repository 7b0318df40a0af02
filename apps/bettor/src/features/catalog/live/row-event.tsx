import { Trans } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { MatchState } from '@nare/contract/live'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { minuteText } from '../../../odds/minute-text.ts'
import { serverNow } from '../../../state/browser.ts'
import { useGoals, useMatchNow } from '../clock.tsx'
import { leftMs } from './event-rows.ts'
import { hasGoals } from './goal-sports.ts'
import style from './live.module.css'

type Happened = NonNullable<MatchState['last_event']>

/**
 * A notice that the feed of a listed match is silent, else the last event. It covers the note of the row for eight seconds; CSS hides
 * it, and nothing shifts.
 */
export function RowEvent({ match }: { match: MatchView }) {
  const { last_event, suspended, state, isLive, home_score, away_score } = useMatchNow(match)
  const goals = useGoals(isLive && home_score !== null ? home_score + (away_score ?? 0) : null)
  if (state === 'live' && suspended === 'silent_feed') {
    return (
      <b className={style.paused}>
        <Trans>Paused</Trans>
      </b>
    )
  }
  if (last_event && eventLabel(last_event.type)) return <Shown key={last_event.at} event={last_event} />
  // A feed that sends scores but no events.
  if (!last_event && goals > 0 && hasGoals(match.sport_id))
    return <Shown key={goals} event={{ type: 'goal', at: new Date(serverNow()).toISOString() }} />
  return null
}

function Shown({ event }: { event: Happened }) {
  const [left] = useState(() => leftMs(event.at, serverNow()))
  if (left === 0) return null
  return (
    <b
      className={style.happened}
      data-type={event.type}
      style={{ '--left': `${left}ms` } as CSSProperties}
      aria-hidden="true"
    >
      {eventLabel(event.type)} {event.minute !== undefined && minuteText(event.minute)}
    </b>
  )
}

/** The label of an event in a list; undefined for events that only the match page shows. */
function eventLabel(type: Happened['type']): ReactNode {
  switch (type) {
    case 'goal':
    case 'own_goal':
    case 'penalty_scored':
      return <Trans>GOAL</Trans>
    case 'penalty_awarded':
      return <Trans>PENALTY</Trans>
    case 'penalty_missed':
      return <Trans>PENALTY MISSED</Trans>
    case 'red_card':
      return <Trans>RED CARD</Trans>
    case 'video_check':
      return <Trans>VIDEO REVIEW</Trans>
    case 'video_overturned':
      return <Trans>TAKEN BACK</Trans>
    default:
      return null
  }
}
