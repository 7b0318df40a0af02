import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { EventState } from '@nare/contract/match-events'
import type { CSSProperties } from 'react'
import { statisticsOf, type Sides } from './event-rows.ts'
import style from './match-live.module.css'

type StatisticsProps = { match: Pick<MatchView, 'home_team' | 'away_team'>; events: readonly EventState[] }

/** Corners and cards of both sides, counted from the events; a dash if the feed has sent none. The height is fixed. */
export function Statistics({ match, events }: StatisticsProps) {
  const { t } = useLingui()
  const { corners, yellows, reds } = statisticsOf(events)
  const rows: { name: string; sides: Sides | undefined }[] = [
    { name: t`Corners`, sides: corners },
    { name: t`Yellow cards`, sides: yellows },
    { name: t`Red cards`, sides: reds },
  ]
  return (
    <table className={style.statistics}>
      <caption className="unseen">{t`Statistics`}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{match.home_team}</th>
          <th scope="col">{t`Statistics`}</th>
          <th scope="col">{match.away_team}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, sides }) => (
          <tr key={name} style={{ '--share': shareOf(sides) } as CSSProperties}>
            <td className="num">{sides?.home ?? '–'}</td>
            <th scope="row">{name}</th>
            <td className="num">{sides?.away ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The home side's share of a count in percent; 50 if the count is 0. */
function shareOf(sides: Sides | undefined): string {
  const total = sides ? sides.home + sides.away : 0
  return `${sides && total > 0 ? Math.round((sides.home * 100) / total) : 50}%`
}
