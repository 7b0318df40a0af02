import type { MatchView } from '@nare/contract/catalog'
import { useEffect, useState, type RefObject } from 'react'
import { LiveMinute, useMatchNow } from '../clock.tsx'
import style from './match-live.module.css'

/** The height of the page's top bar. */
const barHeight = 60

type LineProps = { match: MatchView; head: RefObject<Element | null> }

/** Teams, score and minute under the tabs once the head of a started match has scrolled away. It lies over the page, so nothing shifts. */
export function ScoreLine({ match, head }: LineProps) {
  const [isAway, setAway] = useState(false)
  const now = useMatchNow(match)
  useEffect(() => {
    const end = head.current
    if (!end) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < barHeight),
      { rootMargin: `-${barHeight}px 0px 0px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [head])
  if (!isAway || now.state === 'not_started' || now.home_score === null) return null
  return (
    <p className={style.line} aria-hidden="true">
      <span>{match.home_team}</span>
      <b className="num">
        {now.home_score}–{now.away_score}
      </b>
      <span>{match.away_team}</span>
      {now.state === 'live' && (
        <b>
          <LiveMinute {...now} />
        </b>
      )}
    </p>
  )
}
