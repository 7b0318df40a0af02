import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp } from '../../state/hooks.ts'
import { LeagueHead } from './head.tsx'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed, RoundsFailed } from './league-failed.tsx'
import { Playout } from './playout.tsx'
import { NextRound } from './next-round.tsx'
import { roundsOf } from './results.tsx'
import { RoundBar } from './round-bar.tsx'
import { RoundOutcome } from './round-outcome.tsx'
import { useEnded } from './use-ended.ts'
import { LeagueClock, useCompetition, usePeriods, type Period } from './use-league.ts'
import { useResults } from './use-results.ts'
import style from './league.module.css'
import playoutStyle from './board.module.css'

/** The play-out of the current round; between two play-outs, the scores of the last round. */
export function Playouts() {
  const { t } = useLingui()
  const { id } = useCompetition()
  const periods = usePeriods(id)
  const currentId = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const inPlay = useApp(({ virtualLeague }) => virtualLeague.inPlay)
  const current = periods.find(({ round_id }) => round_id === currentId)
  const ended = useEnded(id)
  return (
    <section className={style.page} aria-label={t`Play-outs`}>
      <LeagueClock id={id} />
      <LeagueHead page="playouts" title={t`Play-outs`} />
      <RoundBar id={id} periods={periods} shown={current} />
      <RoundOutcome id={id} ended={ended} />
      <div className={style.main}>
        {!current ? (
          <RoundsFailed>
            <Skeleton rows={10} />
          </RoundsFailed>
        ) : ended?.fresh ? (
          <Playout key={ended.period.round_id} id={id} period={ended.period} next={current} />
        ) : inPlay ? (
          <Playout key={current.round_id} id={id} period={current} next={periods[periods.indexOf(current) + 1]} />
        ) : (
          <LastRound id={id} next={current} />
        )}
      </div>
      <LeagueLabels id={id} />
    </section>
  )
}

function LastRound({ id, next }: { id: string; next: Period }) {
  const { t } = useLingui()
  const { rows, error, retry } = useResults(id)
  const last = rows && roundsOf(rows)[0]
  if (!rows)
    return (
      <LeagueFailed error={error} onRetry={retry}>
        <Skeleton rows={10} />
      </LeagueFailed>
    )
  return (
    <div className={playoutStyle.between}>
      <p className={style.note}>{t`The next play-out starts automatically.`}</p>
      {last && (
        <>
          <h2 className={style.subtitle}>
            <Trans>Round {last.round_number}, full time</Trans>
          </h2>
          <ul className={playoutStyle.scores}>
            {last.matches.map((match) => (
              <li key={match.match_id}>
                <span>{match.home_team}</span>
                <b className="num">{match.full_time.replace(':', ' – ')}</b>
                <span>{match.away_team}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <NextRound id={id} playing={undefined} next={next} />
    </div>
  )
}
