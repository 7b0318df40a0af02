import { Trans, useLingui } from '@lingui/react/macro'
import type { EventState } from '@nare/contract/match-events'
import type { ReactNode } from 'react'

/** The text of an event. */
export function EventText({ event: { type, added } }: { event: EventState }): ReactNode {
  const { t } = useLingui()
  switch (type) {
    case 'kick_off':
      return t`Kick-off`
    case 'goal':
      return t`Goal`
    case 'own_goal':
      return t`Own goal`
    case 'penalty_awarded':
      return t`Penalty`
    case 'penalty_scored':
      return t`Goal, penalty`
    case 'penalty_missed':
      return t`Penalty missed`
    case 'yellow_card':
      return t`Yellow card`
    case 'red_card':
      return t`Red card`
    case 'corner':
      return t`Corner`
    case 'substitution':
      return t`Substitution`
    case 'video_check':
      return t`Video review`
    case 'video_overturned':
      return t`Decision changed after video review`
    case 'half_time':
      return t`Half-time`
    case 'second_half':
      return t`Second half`
    case 'injury_time':
      return added === undefined ? t`Injury time` : <Trans>{added} min of injury time</Trans>
    case 'full_time':
      return t`Full time`
    case 'interrupted':
      return t`Match interrupted`
    case 'resumed':
      return t`Match goes on`
    case 'abandoned':
      return t`Match abandoned`
    case 'postponed':
      return t`Match postponed`
  }
}

/** The text next to a struck-out event. */
export function TakenBackText({ type }: { type: EventState['type'] }): ReactNode {
  const { t } = useLingui()
  switch (type) {
    case 'goal':
    case 'own_goal':
    case 'penalty_scored':
      return t`Goal taken back`
    case 'penalty_awarded':
      return t`Penalty taken back`
    case 'yellow_card':
    case 'red_card':
      return t`Card taken back`
    default:
      return t`Taken back`
  }
}
