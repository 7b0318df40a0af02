import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { useSearchParams } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { LeagueHead } from './head.tsx'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed } from './league-failed.tsx'
import { SeasonChoice, useSeasons, type Season } from './seasons.tsx'
import { LeagueTable, useStandings } from './table.tsx'
import { LeagueClock, useCompetition } from './use-league.ts'
import style from './league.module.css'
import tableStyle from './table.module.css'

/** The table of a season, and the champions of past seasons. */
export function Standing() {
  const { t } = useLingui()
  const { id, competition } = useCompetition()
  const [query] = useSearchParams()
  const seasons = useSeasons(id, competition?.season_id)
  const asked = query.get('season')
  const season = seasons.find(({ season_id }) => season_id === asked)?.season_id
  const { rows, error, retry } = useStandings(id, season)
  return (
    <section className={style.page} aria-label={t`Table`}>
      <LeagueClock id={id} />
      <LeagueHead page="standing" title={t`Table`} />
      <SeasonChoice id={id} seasons={seasons} season={season} />
      {rows ? (
        <LeagueTable rows={rows} />
      ) : (
        <LeagueFailed error={error} onRetry={retry}>
          <Skeleton rows={12} />
        </LeagueFailed>
      )}
      <p className={style.note}>
        <Trans>Level on points: goal difference, then goals, then the matches between them, then name.</Trans>
      </p>
      <Champions seasons={seasons} />
      <LeagueLabels id={id} />
    </section>
  )
}

function Champions({ seasons }: { seasons: readonly Season[] }) {
  const past = seasons.filter(({ champion }) => champion !== undefined)
  if (past.length === 0) return null
  return (
    <section className={tableStyle.champions}>
      <h2>
        <Trans>Champions</Trans>
      </h2>
      <ul>
        {past.map(({ season_id, season, champion }) => (
          <li key={season_id}>
            <Icon name="trophy" size={18} />
            <span>
              <Trans>Season {season}</Trans>
            </span>
            <b>{champion}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
