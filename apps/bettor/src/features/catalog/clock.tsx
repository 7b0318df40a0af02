import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveValue } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { kickoff } from '@nare/ui/format'
import { useLastLive } from '../../odds/use-last-live.ts'
import { useNow } from '../../state/use-now.ts'
import style from './match-row.module.css'

/** Score, minute and state of a match: from its live topic, else from the list. */
export function useMatchNow(match: MatchView) {
  const live = useLastLive(useLiveValue(`match:${match.match_id}`), match)
  return {
    state: live?.state ?? match.state,
    minute: live ? live.minute : (match.minute ?? null),
    clock_at: live?.clock_at ?? null,
    home_score: live ? live.home_score : (match.home_score ?? null),
    away_score: live ? live.away_score : (match.away_score ?? null),
    start_time: live?.start_time ?? match.start_time,
  }
}

/** The minute of a live match, else its kick-off time or its state. */
export function Clock({ match }: { match: MatchView }) {
  const { i18n } = useLingui()
  const { state, minute, clock_at, start_time } = useMatchNow(match)
  switch (state) {
    case 'not_started':
      return <time dateTime={start_time}>{kickoff(start_time, i18n.locale)}</time>
    case 'live':
      return <LiveMinute minute={minute} clockAt={clock_at} />
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

function LiveMinute({ minute, clockAt }: { minute: number | null; clockAt: string | null }) {
  const now = useNow(60_000)
  const since = clockAt && minute !== null ? Math.max(0, Math.floor((now - Date.parse(clockAt)) / 60_000)) : 0
  return (
    <span className={style.live}>
      <i aria-hidden="true" />
      {minute === null ? (
        <Trans>LIVE</Trans>
      ) : (
        <>
          <span className="num" aria-hidden="true">
            {minute + Math.min(since, 3)}'
          </span>
          <span className="unseen">
            <Trans>Live, minute {minute}</Trans>
          </span>
        </>
      )}
    </span>
  )
}

export function Score({ match, side }: { match: MatchView; side: 'home' | 'away' }) {
  const now = useMatchNow(match)
  const score = side === 'home' ? now.home_score : now.away_score
  return now.state === 'not_started' || score === null ? null : <b className={`num ${style.score}`}>{score}</b>
}
