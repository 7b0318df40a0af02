import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { matchEvents } from '@nare/contract/match-events'
import type { Answer } from '@nare/contract/route'
import { Table } from '@nare/ui/table'
import { Link } from 'wouter'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { useRead } from '../../../state/use-read.ts'
import { useMatchNow } from '../clock.tsx'
import { dateOf, minuteMs } from '../days.ts'
import { ReadFailed } from '../read-failed.tsx'
import { FormMarks } from './form-marks.tsx'
import { tableNow } from './table-now.ts'
import style from './match-live.module.css'

type Data = Answer<typeof matchEvents.background>['data']

/** The form of both teams before a match: their last matches and their places in the table. */
export function Background({ match }: { match: MatchView }) {
  const { match_id, home_team, away_team } = match
  const { body, failed, loading, again } = useRead(matchEvents.background, { match_id }, minuteMs)
  if (!body) {
    if (!failed || loading) return <Skeleton rows={6} />
    return (
      <div className={style.note}>
        <ReadFailed failed={failed} again={again} />
      </div>
    )
  }
  const { table, home, away } = body.data
  if (!table && home.length === 0 && away.length === 0) {
    return (
      <p className={style.note}>
        <Trans>We have no earlier results of these teams</Trans>
      </p>
    )
  }
  return (
    <div className={style.background}>
      <div className={style.past}>
        <Past team={home_team} matches={home} />
        <Past team={away_team} matches={away} />
      </div>
      {table && table.length > 0 && <LeagueTable match={match} rows={table} />}
    </div>
  )
}

function Past({ team, matches }: { team: string; matches: Data['home'] }) {
  const { i18n } = useLingui()
  if (matches.length === 0) return null
  return (
    <section>
      <h2>
        {team} <FormMarks team={team} matches={matches} />
      </h2>
      <ul>
        {matches.map(({ match_id, start_time, home_team, away_team, home_score, away_score }) => (
          <li key={match_id}>
            <Link href={`/match/${match_id}`}>
              <small>{dateOf(start_time, i18n.locale)}</small>
              <span>
                <span data-own={home_team === team || undefined}>{home_team}</span>
                <b className="num">
                  {home_score}–{away_score}
                </b>
                <span data-own={away_team === team || undefined}>{away_team}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type TableProps = { match: MatchView; rows: NonNullable<Data['table']> }

/** The league table with both teams marked; while they play, the one that there is if the match ends now. */
function LeagueTable({ match, rows }: TableProps) {
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
        {tableNow(rows, match, score).map(({ position, team, played, goals_for, goals_against, points, moved }) => (
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
