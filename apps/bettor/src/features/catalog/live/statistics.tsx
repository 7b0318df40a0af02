import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import type { CSSProperties } from 'react'
import type { Sides, Statistics as Counts } from './event-rows.ts'
import style from './statistics.module.css'

type StatisticsProps = { match: Pick<MatchView, 'home_team' | 'away_team'>; counts: Counts }

/** Corners and cards of both sides; dashes for 0–0 and for what the feed has not sent. The height is fixed. */
export function Statistics({ match, counts: { corners, yellows, reds } }: StatisticsProps) {
  const { t } = useLingui()
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
        {rows.map(({ name, sides }) => {
          const total = sides ? sides.home + sides.away : 0
          const counted = sides && total > 0 ? sides : undefined
          return (
            <tr key={name} data-none={!counted || undefined}>
              <Count value={counted?.home} total={total} />
              <th scope="row">{name}</th>
              <Count value={counted?.away} total={total} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A count with a bar of its share, or a dash without a bar. */
function Count({ value, total }: { value: number | undefined; total: number }) {
  const share = value === undefined ? 0 : Math.round((value * 100) / total)
  return (
    <td className="num" style={{ '--share': `${share}%` } as CSSProperties}>
      {value ?? '–'}
    </td>
  )
}
