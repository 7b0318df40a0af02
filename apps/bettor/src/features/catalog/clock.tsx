import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveValue } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { useState, type ReactNode } from 'react'
import { HalfTime } from '../../odds/half-time.tsx'
import { minuteAt } from '../../odds/minute-text.ts'
import { useLastLive } from '../../odds/use-last-live.ts'
import { useAt } from '../../state/use-now.ts'
import { timeOf, weekdayOf } from './days.ts'
import style from './clock.module.css'

/** The current score, minute and state of a match: from its live topic, else from the list. */
export function useMatchNow(match: MatchView) {
  const live = useLastLive(useLiveValue(`match:${match.match_id}`), match)
  return {
    isLive: live !== undefined,
    state: live?.state ?? match.state,
    minute: live ? live.minute : (match.minute ?? null),
    added: (live ?? match).added,
    at_half_time: (live ?? match).at_half_time === true,
    clock_at: live?.clock_at ?? null,
    home_score: live ? live.home_score : (match.home_score ?? null),
    away_score: live ? live.away_score : (match.away_score ?? null),
    home_reds: (live ?? match).home_reds ?? 0,
    away_reds: (live ?? match).away_reds ?? 0,
    suspended: (live ?? match).suspended,
    last_event: live?.last_event,
    start_time: live?.start_time ?? match.start_time,
  }
}

type RowClockProps = { match: MatchView; soon: ReactNode; withDay: boolean }

/** The clock of a row: "15:30", "63'", "HT" or "FT"; with the weekday if the heading of the rows has another day. */
export function RowClock({ match, soon, withDay }: RowClockProps) {
  const { i18n } = useLingui()
  const now = useMatchNow(match)
  if (now.state === 'not_started') {
    return (
      soon ?? (
        <>
          {withDay && weekdayOf(now.start_time, i18n.locale)} <KickOffTime at={now.start_time} />
        </>
      )
    )
  }
  if (now.state === 'live') {
    return (
      <b className={style.minute}>
        <LiveMinute {...now} />
      </b>
    )
  }
  return now.state === 'ended' ? <FullTime /> : <>–</>
}

/** The state of a listed match that is interrupted, abandoned, postponed or cancelled; nothing for other states. */
export function RowState({ match }: { match: MatchView }) {
  const { state } = useMatchNow(match)
  return state === 'not_started' || state === 'live' || state === 'ended' ? null : (
    <>
      <StateName state={state} /> ·{' '}
    </>
  )
}

/** The label of the state of a match that is not played now. */
export function StateName({ state }: { state: Exclude<MatchView['state'], 'not_started' | 'live'> }) {
  const { t } = useLingui()
  switch (state) {
    case 'interrupted':
      return t`Interrupted`
    case 'ended':
      return t`Ended`
    case 'abandoned':
      return t`Abandoned`
    case 'postponed':
      return t`Postponed`
    case 'cancelled':
      return t`Cancelled`
  }
}

export function KickOffTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  return (
    <time className="num" dateTime={at}>
      {timeOf(at, i18n.locale)}
    </time>
  )
}

type Minute = Pick<ReturnType<typeof useMatchNow>, 'minute' | 'added' | 'at_half_time' | 'clock_at' | 'suspended'>

/** The minute of a live match, which the screen advances for a few minutes; or "HT". Screen readers get the minute that is shown. */
export function LiveMinute({ minute: reported, at_half_time, ...clock }: Minute) {
  const text = useAt((nowMs) => (reported === null ? '' : minuteAt({ ...clock, minute: reported }, nowMs)))
  if (at_half_time) return <HalfTime />
  if (!text) return <Trans>LIVE</Trans>
  const minute = text.slice(0, -1)
  // The key makes a new element for each text: a centred element that grows counts as a layout shift.
  return (
    <>
      <span key={text} className="num" aria-hidden="true">
        {text}
      </span>
      <span className="unseen">
        <Trans>Live, minute {minute}</Trans>
      </span>
    </>
  )
}

/** "FT"; screen readers get "Full time". */
function FullTime() {
  return (
    <>
      <span aria-hidden="true">FT</span>
      <span className="unseen">
        <Trans>Full time</Trans>
      </span>
    </>
  )
}

/** The score of one side. A goal inverts its colours for eight seconds. */
export function Score({ match, side }: { match: MatchView; side: 'home' | 'away' }) {
  const now = useMatchNow(match)
  const score = side === 'home' ? now.home_score : now.away_score
  const goals = useGoals(now.isLive ? score : null)
  return now.state === 'not_started' || score === null ? null : (
    <b key={goals} className={`num ${style.score}`} data-goal={goals > 0 || undefined}>
      {score}
    </b>
  )
}

/** Counts the goals since the live topic first had the score. A correction to a lower score resets the count. */
export function useGoals(score: number | null): number {
  const [last, setLast] = useState({ score, goals: 0 })
  if (score === last.score) return last.goals
  const isGoal = score !== null && last.score !== null && score > last.score
  const goals = isGoal ? last.goals + 1 : 0
  setLast({ score, goals })
  return goals
}
