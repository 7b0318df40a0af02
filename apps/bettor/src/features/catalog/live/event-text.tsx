import { Trans } from '@lingui/react/macro'
import type { EventState } from '@nare/contract/match-events'
import type { ReactNode } from 'react'

/** The text of an event. */
export function EventText({ event: { type, added } }: { event: EventState }): ReactNode {
  switch (type) {
    case 'kick_off':
      return <Trans>Kick-off</Trans>
    case 'goal':
      return <Trans>Goal</Trans>
    case 'own_goal':
      return <Trans>Own goal</Trans>
    case 'penalty_awarded':
      return <Trans>Penalty</Trans>
    case 'penalty_scored':
      return <Trans>Goal, penalty</Trans>
    case 'penalty_missed':
      return <Trans>Penalty missed</Trans>
    case 'yellow_card':
      return <Trans>Yellow card</Trans>
    case 'red_card':
      return <Trans>Red card</Trans>
    case 'corner':
      return <Trans>Corner</Trans>
    case 'substitution':
      return <Trans>Substitution</Trans>
    case 'video_check':
      return <Trans>Video review</Trans>
    case 'video_overturned':
      return <Trans>Decision changed after video review</Trans>
    case 'half_time':
      return <Trans>Half-time</Trans>
    case 'second_half':
      return <Trans>Second half</Trans>
    case 'injury_time':
      return added === undefined ? <Trans>Injury time</Trans> : <Trans>{added} min of injury time</Trans>
    case 'full_time':
      return <Trans>Full time</Trans>
    case 'interrupted':
      return <Trans>Match interrupted</Trans>
    case 'resumed':
      return <Trans>Match goes on</Trans>
    case 'abandoned':
      return <Trans>Match abandoned</Trans>
    case 'postponed':
      return <Trans>Match postponed</Trans>
  }
}

/** The text next to a struck-out event. */
export function TakenBackText({ type }: { type: EventState['type'] }): ReactNode {
  switch (type) {
    case 'goal':
    case 'own_goal':
    case 'penalty_scored':
      return <Trans>Goal taken back</Trans>
    case 'penalty_awarded':
      return <Trans>Penalty taken back</Trans>
    case 'yellow_card':
    case 'red_card':
      return <Trans>Card taken back</Trans>
    default:
      return <Trans>Taken back</Trans>
  }
}
