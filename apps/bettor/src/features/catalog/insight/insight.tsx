import type { MatchView } from '@nare/contract/catalog'
import { matchEvents } from '@nare/contract/match-events'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { useRead } from '../../../state/use-read.ts'
import { useMatchNow } from '../clock.tsx'
import { minuteMs } from '../days.ts'
import { ReadFailed } from '../read-failed.tsx'
import { LeagueTable, NoTable } from './league-table.tsx'
import { Stats } from './stats.tsx'
import style from './insight.module.css'

/** The tabs of a match page with its statistics, chances and form, and with the table of its league. */
export function Insight({ match, tab }: { match: MatchView; tab: 'stats' | 'table' }) {
  const { body, failed, loading, again } = useRead(matchEvents.insight, { match_id: match.match_id }, minuteMs)
  useMinutes(match, again)
  return <div className={style.insight}>{content()}</div>

  function content() {
    if (body && tab === 'stats') return <Stats match={match} insight={body.data} />
    if (body)
      return body.data.standing.length > 0 ? <LeagueTable match={match} rows={body.data.standing} /> : <NoTable />
    if (!failed || loading) return <Skeleton rows={6} />
    return (
      <div className={style.note}>
        <ReadFailed failed={failed} again={again} />
      </div>
    )
  }
}

/** Reads again with each new minute of a match in play. */
function useMinutes(match: MatchView, again: () => void): void {
  const { state, minute } = useMatchNow(match)
  const known = useRef(minute)
  const read = useEffectEvent(() => {
    if (state === 'live' && minute !== known.current) again()
    known.current = minute
  })
  useEffect(() => read(), [minute])
}
