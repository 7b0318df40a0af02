import { marketTitle } from '@nare/bets/markets/markets'
import type { LeagueCompetition } from '@nare/league/clubs'
import type { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { priceText } from '@nare/contract/shapes'
import { scoreText, type DrawnMatch } from '@nare/league/draw'
import { leagueMarkets, leagueSelection } from '@nare/league/markets'
import type { PricedLine } from '@nare/league/prices'
import type { Standing } from '@nare/league/standings'
import {
  stateOf,
  acceptsBets,
  type MatchRow,
  type OfferedRound,
  type PlayedMatch,
  type RoundRow,
} from './rounds/rounds.ts'
import type { SeasonRow, SeasonTables } from './seasons/seasons.ts'

type Row<Call extends keyof typeof league> =
  Answer<(typeof league)[Call]> extends { data: readonly (infer R)[] } ? R : never

const matchResult = '3'

export function competitionView(
  { competitionId, name }: LeagueCompetition,
  { round, season, champion }: { round: OfferedRound; season: SeasonRow; champion: string | undefined },
): Row<'competitions'> {
  return {
    competition_id: competitionId,
    name,
    season: String(season.number),
    season_id: season.seasonId,
    round_number: round.roundNumber,
    rounds: season.rounds,
    chain_tip: season.chainTip,
    ...(champion !== undefined && { champion }),
  }
}

const timesOf = (round: Pick<OfferedRound, 'kicksOffAt' | 'endsAt' | 'locksAt'>) => ({
  start_time: round.kicksOffAt.toISOString(),
  end_time: round.endsAt.toISOString(),
  betting_closes_at: round.locksAt.toISOString(),
})

export function periodView(round: OfferedRound): Row<'periods'> {
  return {
    round_id: round.roundId,
    round_number: round.roundNumber,
    season_id: round.seasonId,
    ...timesOf(round),
    state: stateOf(round),
    betting: acceptsBets(round),
    commitment: round.commitment,
    ...(round.seed !== null && { seed: round.seed }),
    ...(round.voidReason !== null && { reason: round.voidReason }),
  }
}

export function marketViews({ returns }: Pick<SeasonTables, 'returns'>): Row<'markets'>[] {
  return leagueMarkets.map(({ marketId, rule }) => ({
    market_id: marketId,
    description: rule.name,
    return_percent: String(returns[marketId] ?? 0),
  }))
}

/** A match with the lines of one market, or with all of them. */
export function matchView(
  match: MatchRow,
  { round, lines, market }: { round: RoundRow; lines: readonly PricedLine[]; market: string | undefined },
): Row<'matches'> {
  const winner = lines.find(({ marketId }) => marketId === matchResult)
  const priceOf = (key: string) => priceText(winner?.outcomes.find((one) => one.key === key)?.price ?? null)
  const shown = lines.filter(({ marketId }) => market === undefined || marketId === market)
  return {
    match_id: String(match.matchId),
    parent_match_id: String(match.matchId),
    home_team: match.homeTeam,
    away_team: match.awayTeam,
    start_time: (round.kicksOffAt ?? round.now).toISOString(),
    home_odd: priceOf('home_team'),
    neutral_odd: priceOf('draw'),
    away_odd: priceOf('away_team'),
    odds: shown.map((line) => lineView(line, round)),
  }
}

/** The state of all lines of a round. */
export const linesState = (round: RoundRow): 'open' | 'suspended' | 'closed' =>
  acceptsBets(round) ? 'open' : stateOf(round) === 'open' ? 'suspended' : 'closed'

function lineView({ marketId, line, outcomes }: PricedLine, round: RoundRow): Row<'matches'>['odds'][number] {
  const rule = leagueMarkets.find((one) => one.marketId === marketId)?.rule
  const state = linesState(round)
  return {
    sub_type_id: marketId,
    name: rule ? marketTitle(rule.id, line) : '',
    special_bet_value: line,
    state,
    odds: outcomes.map(({ key, price }) => ({
      odd_key: key,
      display: leagueSelection(marketId, key)?.outcome.display ?? key,
      odd_value: priceText(price),
      outcome_id: key,
    })),
  }
}

export function resultView(match: PlayedMatch, drawn: DrawnMatch): Row<'results'> {
  return {
    match_id: String(match.matchId),
    round_id: match.roundId ?? '',
    round_number: match.roundNumber,
    home_team: match.homeTeam,
    away_team: match.awayTeam,
    half_time: scoreText(drawn.halfTime),
    full_time: scoreText(drawn.fullTime),
  }
}

export const standingView = (row: Standing): Row<'standings'> => ({ ...row, form: row.form.join('') })

export function seasonView(
  season: SeasonRow,
  { state, champion }: { state: Row<'seasons'>['state']; champion: string | undefined },
): Row<'seasons'> {
  return {
    season_id: season.seasonId,
    season: String(season.number),
    rounds: season.rounds,
    state,
    published_at: season.publishedAt.toISOString(),
    ...(season.endedAt && { ended_at: season.endedAt.toISOString() }),
    ...(champion !== undefined && { champion }),
    ...(season.lost !== null && { reason: season.lost }),
  }
}

/** A round with all that a stranger needs to recompute it; a match has its score once the round has ended. */
export function roundView(
  round: RoundRow,
  { matches, tables }: { matches: readonly MatchRow[]; tables: SeasonTables },
): Answer<typeof league.round>['data'] {
  const { kicksOffAt, endsAt, locksAt } = round
  return {
    round_id: round.roundId,
    round_number: round.roundNumber,
    competition_id: round.competitionId,
    season_id: round.seasonId,
    chain_tip: round.chainTip,
    commitment: round.commitment,
    tables_hash: round.tablesHash,
    minutes: [...tables.minutes],
    returns: { ...tables.returns },
    ladder: tables.ladder.map(([below, step]) => [below, step]),
    matches: matches.map(({ matchId, homeTeam, awayTeam, weights, drawn }) => ({
      match_id: String(matchId),
      home_team: homeTeam,
      away_team: awayTeam,
      weights: [...weights],
      ...(drawn && {
        half_time: scoreText(drawn.halfTime),
        full_time: scoreText(drawn.fullTime),
        goals: [...drawn.goals],
      }),
    })),
    state: stateOf(round),
    ...(round.voidReason !== null && { reason: round.voidReason }),
    ...(round.seed !== null && { seed: round.seed }),
    ...(round.link !== null && { link: round.link }),
    ...(kicksOffAt && endsAt && locksAt && timesOf({ kicksOffAt, endsAt, locksAt })),
  }
}
