import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveValue } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { useLastLive } from '../../../odds/use-last-live.ts'
import { useNow } from '../../../state/use-now.ts'
import { useMatchNow } from '../clock.tsx'
import { useDayName } from '../day-name.ts'
import { minuteMs, minutesUntil } from '../days.ts'
import { periodsLine } from './periods-line.ts'
import { reasonText } from './reason-text.ts'
import style from './match-live.module.css'

/**
 * One line of fixed height under the teams. Before the kick-off: its day. During the match: why betting is paused, and the scores of
 * quarters or sets.
 */
export function MatchNote({ match }: { match: MatchView }) {
  const { t } = useLingui()
  const { state, start_time, suspended } = useMatchNow(match)
  const periods = usePeriods(match)
  if (state === 'not_started') {
    return suspended ? <Paused key={suspended} reason={suspended} /> : <Until at={start_time} />
  }
  if (state !== 'live') return null
  if (suspended) return <Paused key={suspended} reason={suspended} />
  return periods ? (
    <span className="num">
      <span className="unseen">{t`Score by period`}</span> {periods}
    </span>
  ) : (
    <span>{t`Others may see the match earlier`}</span>
  )
}

/** Why betting is paused. Another reason is another element: a centred text that changes would count as a layout shift. */
function Paused({ reason }: { reason: string }) {
  const { i18n } = useLingui()
  return <b className={style.paused}>{i18n._(reasonText(reason))}</b>
}

/** The scores of the quarters, halves or sets so far. */
function usePeriods(match: MatchView): string | undefined {
  const live = useLastLive(useLiveValue(`match:${match.match_id}`), match)
  return periodsLine((live ?? match).periods)
}

/** The day of a kick-off: "Today · Sun 22 Nov"; within the hour "in 12 min". The bar shows the time. */
function Until({ at }: { at: string }) {
  const nameOf = useDayName()
  const minutes = minutesUntil(at, useNow(minuteMs))
  return <span>{minutes === undefined ? nameOf(at) : <Trans>in {minutes} min</Trans>}</span>
}
