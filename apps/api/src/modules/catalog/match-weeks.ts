import type { Side } from '@nare/bets/result'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { persons } from './person-names.ts'
import { shownEvents } from './store-events.ts'

export type BigLeague = { readonly competitionId: string; readonly name: string; readonly category: string }
export type ComingMatch = {
  readonly matchId: number
  readonly home: string
  readonly away: string
  readonly startTime: Date
}

const comingMin = 5
const comingMax = 200

/**
 * The highest-ranked soccer league with enough matches in the next ten days; undefined if there is none. Tournaments of national teams are
 * excluded.
 */
export function biggestLeague(db: Db): Promise<BigLeague | undefined> {
  return queryRow<BigLeague>(db)`
    select c.id as "competitionId", c.name, c.category
    from catalog.competition c join lateral (
      select count(*) as coming from catalog.match m
      where m.competition_id = c.id and m.state = 'not_started' and m.start_time between platform.now() and platform.now() + interval '10 days'
    ) n on n.coming >= ${comingMin}::int
    where c.sport_id = '79' and c.category not in ('International', 'World')
    order by c.rank, n.coming desc, c.id limit 1`
}

/** The matches of a league that kick off in the next ten days, earliest first, at most 200. */
export function comingMatches(db: Db, competitionId: string): Promise<ComingMatch[]> {
  return queryRows<ComingMatch>(db)`
    select id as "matchId", home_team as home, away_team as away, start_time as "startTime" from catalog.match
    where competition_id = ${competitionId} and state = 'not_started'
      and start_time between platform.now() and platform.now() + interval '10 days'
    order by start_time, id limit ${comingMax}::int`
}

/** The clubs of a league by name: those with a match in the last 30 days or in the future. */
export async function clubsOfLeague(db: Db, competitionId: string): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(db)`
    select distinct name from catalog.match m, unnest(array[m.home_team, m.away_team]) name
    where competition_id = ${competitionId} and start_time > platform.now() - interval '30 days' order by name`
  return rows.map(({ name }) => name)
}

/** The players whom feeds named as scorers in matches of a league in the last year, by club. Players with the most goals come first. */
export async function namedScorers(db: Db, competitionId: string): Promise<Map<string, string[]>> {
  const rows = await queryRows<{ club: string; players: string[] }>(db)`
    select club, array_agg(player order by goals desc, player) as players from (
      select case e.side when 'home' then m.home_team else m.away_team end as club, e.player, count(*) as goals
      from catalog.match m join catalog.match_event e on e.match_id = m.id
      where m.competition_id = ${competitionId} and m.start_time > platform.now() - interval '1 year'
        and e.type in ('goal', 'penalty_scored') and e.player is not null and e.side is not null and e.taken_back_at is null
      group by 1, 2) scorer
    group by club`
  return new Map(rows.map(({ club, players }) => [club, persons(players)]))
}

/** A goal that counts, with its scorer if the feed names one. `own` marks an own goal. */
export type SideGoal = { readonly side: Side; readonly player?: string; readonly own: boolean }

/** A match with its current score or its result. `isFinal` means that the result is not expected to change. */
export type PlayedMatch = ComingMatch & {
  readonly phase: 'coming' | 'running' | 'over' | 'void'
  readonly score?: { readonly home: number; readonly away: number }
  readonly isFinal: boolean
  /** The goals that the feed reported and did not retract, in their order. */
  readonly goals: readonly SideGoal[]
}

type Row = ComingMatch & {
  state: string
  homeScore: number | null
  awayScore: number | null
  kind: string | null
  fullHome: number | null
  fullAway: number | null
  isFinal: boolean
}

/**
 * These matches with their scores and goals, earliest kick-off first. A result is final once it is confirmed or has not changed for two
 * hours.
 */
export async function playedMatches(on: Db | Tx, matchIds: readonly number[]): Promise<PlayedMatch[]> {
  if (matchIds.length === 0) return []
  const rows = await queryRows<Row>(on)`
    select m.id as "matchId", m.home_team as home, m.away_team as away, m.start_time as "startTime", m.state,
      m.home_score as "homeScore", m.away_score as "awayScore", r.kind, r.full_home as "fullHome", r.full_away as "fullAway",
      coalesce(r.kind not in ('rolled_back', 'open') and (r.certainty = 2 or r.at < platform.now() - interval '2 hours' or exists (
        select from catalog.result_confirmation c where c.match_id = m.id and c.version = r.version)), false) as "isFinal"
    from catalog.match m left join lateral (
      select * from catalog.result where match_id = m.id order by version desc limit 1) r on true
    where m.id = any(${matchIds}::int[]) order by m.start_time, m.id`
  const goals = await goalsOf(on, matchIds)
  return rows.map(({ state, homeScore, awayScore, kind, fullHome, fullAway, isFinal, ...match }) => {
    const phase = phaseOf(state, kind)
    const [home, away] = kind === 'result' ? [fullHome, fullAway] : [homeScore, awayScore]
    const score = phase !== 'void' && home !== null && away !== null ? { home, away } : undefined
    return { ...match, phase, isFinal, goals: goals.get(match.matchId) ?? [], ...(score && { score }) }
  })
}

function phaseOf(state: string, kind: string | null): PlayedMatch['phase'] {
  if (kind === 'result') return 'over'
  if (kind === 'cancelled' || kind === 'void_undecided') return 'void'
  return ['live', 'interrupted', 'ended', 'abandoned'].includes(state) ? 'running' : 'coming'
}

async function goalsOf(on: Db | Tx, matchIds: readonly number[]): Promise<Map<number, SideGoal[]>> {
  const goals = new Map<number, SideGoal[]>()
  for (const { matchId, state } of await shownEvents(on, matchIds)) {
    if (state.taken_back || !state.side || !['goal', 'own_goal', 'penalty_scored'].includes(state.type)) continue
    const own = state.type === 'own_goal'
    const goal = { side: state.side, own, ...(state.player !== undefined && { player: state.player }) }
    goals.set(matchId, [...(goals.get(matchId) ?? []), goal])
  }
  return goals
}
