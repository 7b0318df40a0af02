import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** Why a bet cannot be cashed out or edited, by the server's code. Includes the reasons of a suspended match. */
const texts: Readonly<Record<string, MessageDescriptor>> = {
  product: msg`You can't cash out this kind of bet`,
  cashed_out: msg`You've cashed out this bet`,
  settled: msg`This bet is settled`,
  lost: msg`A pick of this bet has lost, so there's nothing to cash out`,
  editing: msg`Paused: a change of this bet is being checked`,
  settling: msg`Paused: a result is coming in`,
  suspended: msg`Paused for a moment`,
  interrupted: msg`Paused: a match is interrupted or postponed`,
  silent_feed: msg`Paused: prices are late`,
  starting: msg`Paused: a match is about to start`,
  no_price: msg`A pick of this bet has no price right now`,
  worthless: msg`This bet is worth less than a cent right now`,
  bonus: msg`A bet with bonus money can't be edited`,
  unchanged: msg`This is the same bet. Change a pick first`,
  trader: msg`A trader has to decide this bet. Cash out and place it as a new bet`,
  goal: msg`Paused: goal`,
  penalty: msg`Paused: penalty`,
  red_card: msg`Paused: red card`,
  video_check: msg`Paused: video check`,
  operator: msg`Paused for a moment`,
  other: msg`Paused for a moment`,
  started_early: msg`Paused: a match started early`,
}

/** Why a bet cannot be cashed out now, as text; an unknown reason gets a general text. */
export function useReasonText(): (reason: string | undefined) => string {
  const { i18n, t } = useLingui()
  return (reason) => {
    const message = reason !== undefined && Object.hasOwn(texts, reason) ? texts[reason] : undefined
    return message ? i18n._(message) : t`You can't cash out this bet right now`
  }
}
