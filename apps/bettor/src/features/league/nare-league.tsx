import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '@nare/ui/notice'
import { useSearchParams } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp } from '../../state/hooks.ts'
import { LeagueHead } from './head.tsx'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed, RoundsFailed } from './league-failed.tsx'
import { firstLine, MarketSwitch } from './market-switch.tsx'
import { MatchLine } from './match-line.tsx'
import { OwnOnRound } from './own-on-round.tsx'
import { Playout } from './playout.tsx'
import { RoundBar } from './round-bar.tsx'
import { RoundOutcome } from './round-outcome.tsx'
import { SideTable } from './side-table.tsx'
import { useEnded } from './use-ended.ts'
import { LeagueClock, useCompetition, useMarkets, useMatches, usePeriods, type Period } from './use-league.ts'
import style from './league.module.css'

/** The main screen of the league: the matches of a round with their prices, and its play-out once it is locked. */
export function NareLeague() {
  const { t } = useLingui()
  const { id, competition } = useCompetition()
  const [query] = useSearchParams()
  const periods = usePeriods(id)
  const currentId = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const inPlay = useApp(({ virtualLeague }) => virtualLeague.inPlay)
  const current = periods.find(({ round_id }) => round_id === currentId)
  const chosen = periods.find(({ round_id }) => round_id === query.get('round'))
  const shown = chosen ?? current
  const ended = useEnded(id)
  const result = !chosen && ended?.fresh ? ended.period : undefined
  const plays = shown !== undefined && shown === current && inPlay
  return (
    <section className={style.page} aria-label={t`Nare league`}>
      <LeagueClock id={id} />
      <LeagueHead page="nare-league" title={competition?.name ?? t`Nare league`} />
      <RoundBar id={id} periods={periods} shown={shown} />
      <RoundOutcome id={id} ended={ended} />
      <div className={style.beside}>
        <div className={style.main}>
          {result ? (
            <Playout key={result.round_id} id={id} period={result} next={current} />
          ) : plays ? (
            <Playout key={shown.round_id} id={id} period={shown} next={periods[periods.indexOf(shown) + 1]} />
          ) : shown ? (
            <Matches key={shown.round_id} id={id} period={shown} competition={competition?.name ?? ''} />
          ) : (
            <RoundsFailed>
              <MatchesRoom />
            </RoundsFailed>
          )}
        </div>
        <SideTable id={id} />
      </div>
      <LeagueLabels id={id} market={query.get('market') ?? defaultMarket} />
    </section>
  )
}

const defaultMarket = '3'

function Matches({ id, period, competition }: { id: string; period: Period; competition: string }) {
  const [query] = useSearchParams()
  const market = query.get('market') ?? defaultMarket
  const read = useMatches({ competition_id: id, round_id: period.round_id, market_id: market })
  const markets = useMarkets(id)
  const matches = read.rows
  const retry = (): void => {
    read.retry()
    if (markets.error !== undefined) markets.retry()
  }
  const lines = matches?.[0]?.odds.map(({ special_bet_value }) => special_bet_value) ?? []
  const asked = query.get('line')
  const line = asked !== null && lines.includes(asked) ? asked : firstLine(lines)
  const { round_id, round_number, betting_closes_at } = period
  return (
    <>
      {matches && markets.rows.length === 0 && (
        <LeagueFailed error={markets.error} onRetry={markets.retry}>
          {null}
        </LeagueFailed>
      )}
      <MarketSwitch markets={markets.rows} market={market} line={line} match={matches?.[0]} />
      {!period.betting && (
        <Notice tone="info">
          {period.reason ?? <Trans>Betting on this round is stopped. Its matches are played as drawn.</Trans>}
        </Notice>
      )}
      {matches ? (
        <ul className={style.rows}>
          {matches.map((match) => (
            <MatchLine
              key={match.match_id}
              match={match}
              line={line}
              round={{ round_id, round_number, closes_at: betting_closes_at }}
              competition={competition}
              open={period.betting && period.state === 'open'}
            />
          ))}
        </ul>
      ) : (
        <LeagueFailed error={read.error} onRetry={retry}>
          <Skeleton rows={10} />
        </LeagueFailed>
      )}
      {matches && <OwnOnRound matches={matches} round={round_number} />}
    </>
  )
}

/** The places of the market switch and the rows until the rounds are known. */
function MatchesRoom() {
  return (
    <>
      <div className={style.switch} />
      <Skeleton rows={10} />
    </>
  )
}
