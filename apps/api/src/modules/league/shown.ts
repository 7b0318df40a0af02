import type { LeagueState } from '@nare/contract/league'
import type { Goal } from '@nare/league/draw'
import { visibleAt } from '@nare/league/playout'
import type { LeagueCycle } from '#config-league'
import { queryRows, type Db } from '#platform/db'
import {
  latestEndedRounds,
  matchesOfRounds,
  roundsOnOffer,
  stateOf,
  type MatchRow,
  type OfferedRound,
  type RoundRow,
} from './rounds/rounds.ts'

const fullTime = 90

/** The public part of a round: the play-out up to the minute that its owner has published. */
export type Shown = { readonly minute: number; readonly matches: LeagueState['matches'] }

/** The public part of a round that is or was on offer. A void round has no matches. */
export async function shownOf(db: Db, round: RoundRow): Promise<Shown> {
  if (round.state === 'voided') return { minute: 0, matches: [] }
  const matches = await matchesOfRounds(db, [round.roundId])
  const playout = round.state === 'locked' ? await playoutOf(db, round.roundId) : undefined
  const minute = round.state === 'ended' ? fullTime : (playout?.minute ?? 0)
  return { minute, matches: matches.map((match) => rowOf(match, playout?.goals.get(match.matchId) ?? [], minute)) }
}

type Playout = { readonly minute: number; readonly goals: ReadonlyMap<number, readonly Goal[]> }

async function playoutOf(db: Db, roundId: string): Promise<Playout | undefined> {
  const rows = await queryRows<{ minute: number; goals: Record<string, [number, Goal['side']][]> }>(db)`
    select minute, goals from league.playout where round_id = ${roundId}`
  const [stored] = rows
  if (!stored) return undefined
  const goals = Object.entries(stored.goals).map(([id, list]): [number, Goal[]] => [
    Number(id),
    list.map(([minute, side]) => ({ minute, side })),
  ])
  return { minute: stored.minute, goals: new Map(goals) }
}

function rowOf(match: MatchRow, goals: readonly Goal[], minute: number): Shown['matches'][number] {
  const { score, events } = visibleAt(match.drawn ?? { goals }, minute)
  return {
    match_id: String(match.matchId),
    home_team: match.homeTeam,
    away_team: match.awayTeam,
    minute,
    home_score: score.home,
    away_score: score.away,
    events: [...events],
  }
}

/** The round that a competition shows now. A finished round is shown until its result phase is over. */
export async function shownRound(
  db: Db,
  competitionId: string,
  { resultMs }: Pick<LeagueCycle, 'resultMs'>,
): Promise<OfferedRound | undefined> {
  const [last] = await latestEndedRounds(db, competitionId, 1)
  if (last && last.endsAt.getTime() + resultMs > last.now.getTime()) return last
  return (await roundsOnOffer(db, competitionId))[0] ?? last
}

/** The progress of a round, for versions: grows with each goal and each change of its state. */
const progressOf = (round: RoundRow, { matches }: Shown): number =>
  ({
    open: 0,
    locked: 1,
    playing: 2 + matches.reduce((goals, { events }) => goals + events.length, 0),
    ended: 998,
    voided: 999,
  })[stateOf(round)]

/** The state of the topic of a competition, with its version. */
export async function liveState(
  db: Db,
  competitionId: string,
  cycle: Pick<LeagueCycle, 'resultMs'>,
): Promise<{ version: number; state: LeagueState } | undefined> {
  const round = await shownRound(db, competitionId, cycle)
  if (!round) return undefined
  const shown = await shownOf(db, round)
  const state: LeagueState = {
    round_id: round.roundId,
    round_number: round.roundNumber,
    season_id: round.seasonId,
    state: stateOf(round),
    server_time: round.now.toISOString(),
    betting_closes_at: round.locksAt.toISOString(),
    start_time: round.kicksOffAt.toISOString(),
    end_time: round.endsAt.toISOString(),
    ...(round.voidReason !== null && { reason: round.voidReason }),
    matches: shown.matches,
  }
  return { version: Number(round.roundNo) * 1000 + progressOf(round, shown), state }
}
