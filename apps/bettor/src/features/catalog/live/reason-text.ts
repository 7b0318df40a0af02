import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { SuspensionReason } from '@nare/contract/match-events'

const reasons: Readonly<Record<SuspensionReason, MessageDescriptor>> = {
  goal: msg`Betting paused: goal`,
  penalty: msg`Betting paused: penalty`,
  red_card: msg`Betting paused: red card`,
  video_check: msg`Betting paused: video review`,
  silent_feed: msg`Betting paused: waiting for live data`,
  started_early: msg`Betting paused: the match started early`,
  interrupted: msg`Betting paused: match interrupted`,
  operator: msg`Betting paused for a moment`,
  other: msg`Betting paused for a moment`,
}

/** The text of the reason why a match accepts no bets now; unknown reasons have a general text. */
export const reasonText = (reason: string): MessageDescriptor =>
  Object.hasOwn(reasons, reason) ? reasons[reason as SuspensionReason] : reasons.other
