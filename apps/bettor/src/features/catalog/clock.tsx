import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveValue } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { useState } from 'react'
import { HalfTime } from '../../odds/half-time.tsx'
import { useLastLive } from '../../odds/use-last-live.ts'
import { useNow } from '../../state/use-now.ts'
import { useDayName } from './day-name.ts'
import { minutesUntil, timeOf } from './days.ts'
import style from './clock.module.css'

/** Score, minute and state of a match: from its live topic, else from the list. */
export function useMatchNow(match: MatchView) {
  const live = useLastLive(useLiveValue(`match:${match.match_id}`), match)
  return {
    isLive: live !== undefined,
    state: live?.state ?? match.state,
    minute: live ? live.minute : (match.minute ?? null),
    at_half_time: (live ?? match).at_half_time === true,
    clock_at: live?.clock_at ?? null,
    home_score: live ? live.home_score : (match.home_score ?? null),
    away_score: live ? live.away_score : (match.away_score ?? null),
    start_time: live?.start_time ?? match.start_time,
  }
}

/** The clock of a row, whose heading has the day: "15:30", "in 12 min", "63'", "HT" or "FT". */
export function RowClock({ match, soon }: { match: MatchView; soon: boolean }) {
  const now = useMatchNow(match)
  if (now.state === 'not_started') return soon ? <Until at={now.start_time} /> : <KickOffTime at={now.start_time} />
  if (now.state === 'live') {
    return (
      <b className={style.minute}>
        <LiveMinute {...now} />
      </b>
    )
  }
  return now.state === 'ended' ? <FullTime /> : <>–</>
}

/** Why a listed match is neither played nor about to start; nothing else needs a word. */
export function RowState({ match }: { match: MatchView }) {
  const { state } = useMatchNow(match)
  return state === 'not_started' || state === 'live' || state === 'ended' ? null : (
    <>
      <StateName state={state} /> ·{' '}
    </>
  )
}

/** Why a match is not played, in a word. */
export function StateName({ state }: { state: Exclude<MatchView['state'], 'not_started' | 'live'> }) {
  switch (state) {
    case 'interrupted':
      return <Trans>Interrupted</Trans>
    case 'ended':
      return <Trans>Ended</Trans>
    case 'abandoned':
      return <Trans>Abandoned</Trans>
    case 'postponed':
      return <Trans>Postponed</Trans>
    case 'cancelled':
      return <Trans>Cancelled</Trans>
  }
}

function KickOffTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  return (
    <time className="num" dateTime={at}>
      {timeOf(at, i18n.locale)}
    </time>
  )
}

const minuteMs = 60_000

/** "in 12 min" within the hour before a kick-off, else its time, with the day below when that is not today. */
function Until({ at }: { at: string }) {
  const nameOf = useDayName()
  const minutes = minutesUntil(at, useNow(minuteMs))
  if (minutes !== undefined) return <Trans>in {minutes} min</Trans>
  return (
    <>
      <KickOffTime at={at} /> <span className={style.day}>{nameOf(at, { short: true })}</span>
    </>
  )
}

/** The longest time that a screen counts on by itself. */
const countedMax = 3

type Minute = { minute: number | null; at_half_time: boolean; clock_at: string | null }

/** The minute of a live match, counted on by the screen for a few minutes; or its half-time. */
export function LiveMinute({ minute, at_half_time, clock_at }: Minute) {
  const now = useNow(minuteMs)
  if (at_half_time) return <HalfTime />
  if (minute === null) return <Trans>LIVE</Trans>
  const since = clock_at ? Math.max(0, Math.floor((now - Date.parse(clock_at)) / minuteMs)) : 0
  return (
    <>
      <span className="num" aria-hidden="true">
        {minute + Math.min(since, countedMax)}'
      </span>
      <span className="unseen">
        <Trans>Live, minute {minute}</Trans>
      </span>
    </>
  )
}

/** "FT", read out in full. */
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

/** One side's score; a goal inverts its cell for eight seconds. */
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

/** "GOAL" for eight seconds after a goal of either side, over what is written there; CSS ends it. */
export function GoalNote({ match }: { match: MatchView }) {
  const now = useMatchNow(match)
  const goals = useGoals(now.isLive && now.home_score !== null ? now.home_score + (now.away_score ?? 0) : null)
  return goals === 0 ? null : (
    <b key={goals} className={style.goal} aria-hidden="true">
      <Trans>GOAL</Trans>
    </b>
  )
}

/** How many goals were seen since the score was first known from its live topic; a correction starts again. */
function useGoals(score: number | null): number {
  const [seen, see] = useState({ score, goals: 0 })
  if (score === seen.score) return seen.goals
  const isGoal = score !== null && seen.score !== null && score > seen.score
  const goals = isGoal ? seen.goals + 1 : 0
  see({ score, goals })
  return goals
}
