import { useLingui } from '@lingui/react/macro'
import type { JackpotView } from '@nare/contract/jackpot'
import { shortTime } from '@nare/ui/format'
import { useNow } from '../../state/use-now.ts'

type Match = JackpotView['matches'][number]

const minuteMs = 60_000

/** When and where a match is played: "22:05 · #1008 · Ligue 1 · France". Without the time if it is shown next to the match. */
export function MatchPlace({ match, timeless = false }: { match: Match; timeless?: boolean }) {
  const { i18n } = useLingui()
  const nowMs = useNow(minuteMs)
  return (
    <>
      {!timeless && (
        <>
          <time className="num" dateTime={match.start_time}>
            {shortTime(match.start_time, { locale: i18n.locale, nowMs })}
          </time>{' '}
          ·{' '}
        </>
      )}
      <span className="num">#{match.game_id}</span> · {match.competition_name} · {match.category}
    </>
  )
}
