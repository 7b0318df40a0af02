import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Table } from '@nare/ui/table'
import { useMatchNow } from '../clock.tsx'
import type { InsightData } from './insight-data.ts'
import { tableNow, type RowNow } from './table-now.ts'
import style from './league-table.module.css'

type TableProps = {
  match: MatchView
  rows: InsightData['standing']
  /** Which rows are shown; by default all. */
  shown?: (row: RowNow) => boolean
}

/** The league table with both teams marked; while they play, the one that there is if the match ends now. */
export function LeagueTable({ match, rows, shown = () => true }: TableProps) {
  const { t } = useLingui()
  const { state, home_score, away_score } = useMatchNow(match)
  const score = state === 'live' && home_score !== null ? { home: home_score, away: away_score ?? 0 } : undefined
  const teams = [match.home_team, match.away_team]
  const columns: { short: string; long: string }[] = [
    { short: '#', long: t`Position` },
    { short: t`Team`, long: t`Team` },
    { short: t`P`, long: t`Played` },
    { short: t`GD`, long: t`Goal difference` },
    { short: t`Pts`, long: t`Points` },
  ]
  return (
    <Table className={style.table} caption={score ? t`Table if it ends now` : t`Table`}>
      <thead>
        <tr>
          {columns.map(({ short, long }) => (
            <th key={long} scope="col" aria-label={long} title={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tableNow(rows, match, score)
          .filter(shown)
          .map(({ position, team, played, goals_for, goals_against, points, moved }) => (
            <tr key={team} data-mine={teams.includes(team) || undefined}>
              <td className="num">
                {position}
                {moved !== 0 && <Moved places={moved} />}
              </td>
              <th scope="row">{team}</th>
              <td className="num">{played}</td>
              <td className="num">{signed(goals_for - goals_against)}</td>
              <td className="num">
                <b>{points}</b>
              </td>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}

/** The places that a team wins or loses by this match. */
function Moved({ places }: { places: number }) {
  const count = Math.abs(places)
  return (
    <>
      <i aria-hidden="true" data-up={places > 0 || undefined}>
        {places > 0 ? '▲' : '▼'}
      </i>
      <span className="unseen">
        {places > 0 ? (
          <Plural value={count} one="up # place" other="up # places" />
        ) : (
          <Plural value={count} one="down # place" other="down # places" />
        )}
      </span>
    </>
  )
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** Shown in place of a table of which nothing is known. */
export function NoTable() {
  return (
    <p className={style.none}>
      <Trans>The table begins with the first results of the season</Trans>
    </p>
  )
}
