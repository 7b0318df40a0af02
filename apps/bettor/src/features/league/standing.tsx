import { Trans, useLingui } from '@lingui/react/macro'
import { leagueReads } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { Icon } from '@nare/ui/icon'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useRead } from '../../state/use-read.ts'
import { LeagueHead } from './head.tsx'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed } from './league-failed.tsx'
import { LeagueTable, useStandings } from './table.tsx'
import { LeagueClock, useCompetition } from './use-league.ts'
import style from './league.module.css'
import tableStyle from './table.module.css'

/** The table of a season, and the champions of the seasons before. */
export function Standing() {
  const { t } = useLingui()
  const { id, competition } = useCompetition()
  const [query, setQuery] = useSearchParams()
  const seasons = useSeasons(id, competition?.season_id).filter(({ state }) => state !== 'coming')
  const asked = query.get('season')
  const season = seasons.find((each) => each.season_id === asked)?.season_id
  const rows = useStandings(id, season)
  return (
    <section className={style.page} aria-label={t`Table`}>
      <LeagueClock id={id} />
      <LeagueHead page="standing" title={t`Table`} />
      {seasons.length > 1 && (
        <label className={tableStyle.choice}>
          <Trans>Season</Trans>
          <select
            value={season ?? seasons[0]?.season_id}
            onChange={({ target }) => setQuery({ competition: id, season: target.value }, { replace: true })}
          >
            {seasons.map((each) => (
              <option key={each.season_id} value={each.season_id}>
                {each.season}
              </option>
            ))}
          </select>
        </label>
      )}
      {rows ? (
        <LeagueTable rows={rows} />
      ) : (
        <LeagueFailed>
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

type Season = Answer<typeof leagueReads.seasons>['data'][number]

const hourMs = 3_600_000

/** The seasons of a competition, the newest first; read again with each new season. */
function useSeasons(id: string, present: string | undefined): readonly Season[] {
  const { body, again } = useRead(leagueReads.seasons, { competition_id: id }, hourMs)
  const isOld = body !== undefined && present !== undefined && !body.data.some(({ season_id }) => season_id === present)
  const reload = useEffectEvent(() => again())
  useEffect(() => {
    if (isOld) reload()
  }, [isOld])
  return body?.data ?? []
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
