import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { EventState } from '@nare/contract/match-events'
import { areaOf, chartOf, percentsOf } from './area.ts'
import type { ChancesAt } from './insight-data.ts'
import style from './chances.module.css'

type ChancesProps = {
  match: Pick<MatchView, 'home_team' | 'away_team'>
  /** Not empty, the oldest first. */
  chances: readonly ChancesAt[]
  /** Goals and cards, marked where they fell. */
  events: readonly EventState[]
}

/** How the chances of both sides have moved, from our own prices: the side at home from below, the other from above, the draw between them. */
export function Chances({ match: { home_team, away_team }, chances, events }: ChancesProps) {
  const { t } = useLingui()
  const now = chances.at(-1)
  if (!now) return null
  const { home, draw, away } = percentsOf(now)
  const { points, isInPlay, lastMinute } = chartOf(chances)
  const end = points.at(-1)?.x ?? 0
  const first = points[0]
  const label =
    draw === null
      ? t`Chances from our prices: ${home_team} ${home}%, ${away_team} ${away}%`
      : t`Chances from our prices: ${home_team} ${home}%, draw ${draw}%, ${away_team} ${away}%`
  const [startHome, startAway] = [Math.round(first?.home ?? 0), Math.round(first?.away ?? 0)]
  return (
    <section className={style.chances}>
      <h2>
        {t`Chances`} <small>{t`from our prices, not from the ball`}</small>
      </h2>
      <div className={style.chart}>
        <svg role="img" aria-label={label} viewBox="0 0 100 100" preserveAspectRatio="none">
          <path data-side="home" d={areaOf(points, 'home')} />
          <path data-side="away" d={areaOf(points, 'away')} />
        </svg>
        {isInPlay && <i className={style.half} style={{ insetInlineStart: `${4500 / lastMinute}%` }} />}
        {isInPlay && end < 100 && <i className={style.now} style={{ insetInlineStart: `${end}%` }} />}
        {isInPlay && end < 70 && <span aria-hidden="true">{t`to play`}</span>}
        {isInPlay &&
          events.map(({ event_id, type, minute, side }) => (
            <i
              key={event_id}
              className={style.mark}
              data-type={type}
              data-side={side}
              style={{ insetInlineStart: `${Math.min(100, ((minute ?? 0) * 100) / lastMinute)}%` }}
            />
          ))}
      </div>
      <p className="unseen">
        <Trans>
          At first {home_team} {startHome}%, {away_team} {startAway}%
        </Trans>
      </p>
      <p className={style.legend} aria-hidden="true">
        <span data-side="home">
          {home_team} <b className="num">{home}%</b>
        </span>
        {draw !== null && (
          <span>
            {t`draw`} <b className="num">{draw}%</b>
          </span>
        )}
        <span data-side="away">
          {away_team} <b className="num">{away}%</b>
        </span>
      </p>
    </section>
  )
}
