import type { FantasyMatch, FantasyPlayer, FantasyTeam, FantasyWeek } from '@nare/contract/fantasy'
import { prizes } from '@nare/fantasy/prizes'
import { partsOf, tookPart } from '@nare/fantasy/scoring'
import { replacedPlayers } from '@nare/fantasy/substitutes'
import type { MatchFacts } from './facts.ts'
import type { TeamRow } from './team-store.ts'
import type { PlayerRow, WeekRow } from './week-store.ts'

/** A week's name: "Premier League week 3", "Nare League rounds 11 to 20". */
function nameOf({ kind, competition, number, firstRound, lastRound }: WeekRow): string {
  return kind === 'nare' ? `${competition} rounds ${firstRound} to ${lastRound}` : `${competition} week ${number}`
}

/**
 * The state of a week. An open week is 'running' once its deadline has passed or an operator has closed it, even before its stored state
 * changes.
 */
export const stateOf = ({ state, deadline, closedBy, now }: WeekRow): WeekRow['state'] =>
  state === 'open' && (deadline <= now || closedBy !== null) ? 'running' : state

/** Whether a week would be open if an operator had not closed it. */
const isClosed = (week: WeekRow): boolean => week.closedBy !== null && stateOf({ ...week, closedBy: null }) === 'open'

export function weekView(week: WeekRow, { teams, mine }: { teams: number; mine?: FantasyWeek['mine'] }): FantasyWeek {
  return {
    week_id: week.weekId,
    name: nameOf(week),
    deadline: week.deadline.toISOString(),
    state: stateOf(week),
    ...(isClosed(week) && { closed: true }),
    budget: week.budget / 2,
    kind: week.kind,
    competition: week.competition,
    teams,
    prizes: prizes.map((prize) => ({ ...prize })),
    ...(week.voidedBy !== null && { voided: true }),
    ...(mine && { mine }),
  }
}

export function playerView(player: PlayerRow): FantasyPlayer {
  return {
    player_id: player.id,
    name: player.name,
    club: player.club,
    position: player.position,
    price: player.halves / 2,
    points: player.points,
    starts: player.starts,
    goals: player.goals,
    clean_sheets: player.cleanSheets,
    scorer_weight: player.scorerWeight,
    starter_weight: player.starterWeight,
  }
}

export function matchView(match: MatchFacts): FantasyMatch {
  return {
    match_id: match.matchId,
    home_team: match.home,
    away_team: match.away,
    start_time: match.startTime.toISOString(),
    state: match.phase,
    ...(match.hasMoved && { moved: true as const }),
    ...(match.roundId !== undefined && { round_id: match.roundId }),
    ...(match.score && { home_score: match.score.home, away_score: match.score.away }),
    ...(match.scorers.length > 0 && {
      scorers: match.scorers.map(({ side, playerId }) => ({
        side,
        ...(playerId !== undefined && { player_id: playerId }),
      })),
    }),
  }
}

/** A team with the points of each of its players. */
export function teamView(team: TeamRow, players: readonly PlayerRow[]): FantasyTeam {
  const byNumber = new Map(players.map((player) => [player.n, player]))
  const found = (numbers: readonly number[]): PlayerRow[] => numbers.flatMap((n) => byNumber.get(n) ?? [])
  const [eleven, bench] = [found(team.players), found(team.bench)]
  const placed = (all: readonly PlayerRow[]) =>
    all.map((player) => ({ id: player.id, position: player.position, played: tookPart(player) }))
  const inFor = replacedPlayers(placed(eleven), placed(bench))
  const by_player = [...eleven, ...bench].map((player, at) => {
    const captain = player.n === team.captain
    const replaces = inFor.get(player.id)
    const counts = at < eleven.length ? tookPart(player) : replaces !== undefined
    const parts = counts ? partsOf(player.position, player, { captain }) : []
    return {
      player_id: player.id,
      bench: at >= eleven.length,
      captain,
      counts,
      ...(replaces !== undefined && { came_in_for: replaces }),
      parts,
      points: parts.reduce((sum, { points }) => sum + points, 0),
    }
  })
  return {
    players: eleven.map(({ id }) => id),
    captain: byNumber.get(team.captain)?.id ?? '',
    bench: bench.map(({ id }) => id),
    cost: [...eleven, ...bench].reduce((sum, { halves }) => sum + halves, 0) / 2,
    saved_at: team.savedAt.toISOString(),
    points: by_player.reduce((sum, { points }) => sum + points, 0),
    by_player,
  }
}
