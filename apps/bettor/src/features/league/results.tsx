import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { lazyPart } from '../../loading/lazy-part.tsx'
import type { VirtualLeagueState } from '../../state/virtual-league.ts'
import { LeagueHead } from './head.tsx'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed } from './league-failed.tsx'
import { SeasonChoice, useSeasons } from './seasons.tsx'
import { LeagueClock, useCompetition } from './use-league.ts'
import { useResults } from './use-results.ts'
import style from './league.module.css'
import playoutStyle from './board.module.css'
import recordStyle from './records.module.css'

const CheckRound = lazyPart(() =>
  loadWithMessages(() => import('./check-round.tsx'), ['league']).then((part) => part.CheckRound),
)

type Result = VirtualLeagueState['results_data'][number]
type Round = { round_id: string; round_number: number; matches: Result[] }

/** The results of a competition by round, the newest first, each with its check. */
export function Results() {
  const { t } = useLingui()
  const { id, competition } = useCompetition()
  const [query] = useSearchParams()
  const seasons = useSeasons(id, competition?.season_id)
  const season = seasons.find(({ season_id }) => season_id === query.get('season'))?.season_id
  const asked = query.get('round') ?? undefined
  const { rows, error, retry } = useResults(id, season)
  const rounds = rows && roundsOf(rows)
  const isOlder = asked !== undefined && rounds !== undefined && !rounds.some(({ round_id }) => round_id === asked)
  return (
    <section className={style.page} aria-label={t`Results`}>
      <LeagueClock id={id} />
      <LeagueHead page="results" title={t`Results`} />
      <SeasonChoice id={id} seasons={seasons} season={season} />
      {!rounds && (
        <LeagueFailed error={error} onRetry={retry}>
          <Skeleton rows={12} />
        </LeagueFailed>
      )}
      {rounds?.length === 0 && <p className={style.note}>{t`No round has ended yet this season.`}</p>}
      {isOlder && <OlderRound key={asked} id={id} roundId={asked} />}
      {rounds?.map((round, index) => (
        <RoundResults
          key={round.round_id}
          id={id}
          round={round}
          open={asked === undefined ? index === 0 : round.round_id === asked}
        />
      ))}
      <LeagueLabels id={id} />
    </section>
  )
}

/** Groups results by round, the newest round first. */
export function roundsOf(results: readonly Result[]): Round[] {
  const rounds = new Map<string, Round>()
  for (const result of results) {
    const { round_id, round_number } = result
    const round = rounds.get(round_id) ?? { round_id, round_number, matches: [] }
    round.matches.push(result)
    rounds.set(round_id, round)
  }
  return [...rounds.values()].toSorted((a, b) => b.round_number - a.round_number)
}

function RoundResults({ id, round, open }: { id: string; round: Round; open: boolean }) {
  const goals = round.matches.reduce((sum, { full_time }) => sum + goalsIn(full_time), 0)
  return (
    <details className={recordStyle.roundResults} open={open}>
      <summary>
        <b>
          <Trans>Round {round.round_number}</Trans>
        </b>{' '}
        <small>
          <Plural value={goals} one="# goal" other="# goals" />
        </small>
      </summary>
      <ul className={playoutStyle.scores}>
        {round.matches.map((match) => (
          <li key={match.match_id}>
            <span>{match.home_team}</span>
            <b className="num">
              {match.full_time.replace(':', ' – ')}
              <small>({match.half_time.replace(':', ' – ')})</small>
            </b>
            <span>{match.away_team}</span>
          </li>
        ))}
      </ul>
      <CheckRound id={id} roundId={round.round_id} />
    </details>
  )
}

const goalsIn = (score: string): number => score.split(':').reduce((sum, goals) => sum + Number(goals), 0)

/** The round of the URL if the list of results does not contain it. */
function OlderRound({ id, roundId }: { id: string; roundId: string }) {
  const { t } = useLingui()
  return (
    <div className={recordStyle.roundResults}>
      <p>
        {t`This round is older than the list.`}{' '}
        <Link href={`/results?competition=${id}`}>{t`Show the latest results`}</Link>
      </p>
      <CheckRound id={id} roundId={roundId} />
    </div>
  )
}
