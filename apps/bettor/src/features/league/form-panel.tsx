import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp } from '../../state/hooks.ts'
import type { VirtualLeagueState } from '../../state/virtual-league.ts'
import { LeagueFailed } from './league-failed.tsx'
import { Form, useStandings } from './table.tsx'
import { useResults } from './use-results.ts'
import style from './form.module.css'

type Result = VirtualLeagueState['results_data'][number]
type Teams = { home_team: string; away_team: string }

const shownMax = 4

/** What two sides have done so far: place, points and form of each, its last results, and their matches against each other this season. */
export function FormPanel({ id, match }: { id: string; match: Teams }) {
  const { t } = useLingui()
  const standings = useStandings(id, undefined)
  const season = useApp(
    ({ virtualLeague }) =>
      virtualLeague.competitions_data.find(({ competition_id }) => competition_id === id)?.season_id,
  )
  const results = useResults(id, season)
  const error = standings.error ?? results.error
  const retry = (): void => {
    standings.retry()
    results.retry()
  }
  if (!standings.rows || !results.rows)
    return (
      <LeagueFailed error={error} onRetry={retry}>
        <Skeleton rows={3} />
      </LeagueFailed>
    )
  const { rows } = results
  const met = meetings(rows, match)
  return (
    <section className={style.form} aria-label={t`Form of ${match.home_team} and ${match.away_team}`}>
      {[match.home_team, match.away_team].map((team) => (
        <Side key={team} team={team} row={standings.rows?.find((each) => each.team === team)} results={rows} />
      ))}
      <div>
        <h3>{t`Against each other this season`}</h3>
        {met.length === 0 ? <p>{t`Not yet`}</p> : <Scores results={met} />}
      </div>
      <p>{t`Results are drawn at random: form changes nothing.`}</p>
    </section>
  )
}

type SideProps = {
  team: string
  row: VirtualLeagueState['standings_data'][number] | undefined
  results: readonly Result[]
}

function Side({ team, row, results }: SideProps) {
  const last = results.filter((each) => each.home_team === team || each.away_team === team).slice(0, shownMax)
  return (
    <div>
      <h3>
        {team} {row && <Form form={row.form} />}
      </h3>
      {row && (
        <p className="num">
          <Trans>
            Place {row.position} · {row.points} points · goals {row.goals_for}:{row.goals_against}
          </Trans>
        </p>
      )}
      <Scores results={last} />
    </div>
  )
}

function Scores({ results }: { results: readonly Result[] }) {
  return (
    <ul>
      {results.map(({ match_id, round_number, home_team, away_team, full_time }) => (
        <li key={match_id}>
          <small className="num">{round_number}</small>
          <span>{home_team}</span>
          <b className="num">{full_time.replace(':', '–')}</b>
          <span>{away_team}</span>
        </li>
      ))}
    </ul>
  )
}

/** The matches of two sides against each other, the newest first. */
const meetings = (results: readonly Result[], { home_team, away_team }: Teams): Result[] =>
  results.filter(
    (each) =>
      (each.home_team === home_team && each.away_team === away_team) ||
      (each.home_team === away_team && each.away_team === home_team),
  )
