import { sql } from 'kysely'
import type { SuspensionReason } from '@nare/bets/grading/events'
import type { Score, Side } from '@nare/bets/result'
import { queryRows, type Db } from '#platform/db'
import type { MatchStateName } from './states.ts'
import type { LastEvent } from './match-state.ts'
import type { PlayColumns } from './store-match.ts'

/** A match of a feed that has kicked off and has no result. */
export type RunningMatch = {
  readonly id: number
  readonly sourceId: string
  readonly sportId: string
  readonly startTime: Date
  readonly state: MatchStateName
  readonly minute: number
  readonly added: number | undefined
  readonly score: Score
  readonly halfTime: Score | undefined
  readonly goals: readonly Side[]
  readonly reds: Score
  readonly corners: Score | null
  readonly yellows: Score | null
  /** The substitutions among the events. */
  readonly substitutions: Score
  readonly lastEvent: LastEvent | null
  readonly suspendedFor: SuspensionReason | null
  /** Whether the feed suspended the match. A suspension for the feed's silence does not count, because it ends automatically. */
  readonly suspended: boolean
  readonly model: unknown
  readonly periods: readonly Score[]
  readonly play: unknown
}

/** The last match of a page. */
export type MatchCursor = Pick<RunningMatch, 'id' | 'startTime'>

type Row = Omit<PlayColumns, 'clock_at'> & {
  id: number
  source_id: string
  sport_id: string
  model: unknown
  periods: Score[] | null
  play: unknown
  substitutions: string[]
}

/**
 * One page of the matches of this feed that it still drives, that have kicked off by `now` and have no result. Oldest first, starting after
 * `after`, at most `most`.
 */
export async function runningMatches(
  db: Db,
  { source, now, most, after }: { source: string; now: Date; most: number; after?: MatchCursor | undefined },
): Promise<RunningMatch[]> {
  const rows = await queryRows<Row>(db)`
    select id, source_id, sport_id, start_time, state, minute, home_score, away_score, half_home, half_away, goals, home_reds, away_reds,
      suspended and suspended_for is distinct from 'silent_feed' as suspended, model, periods, play, added, home_corners, away_corners, home_yellows,
      away_yellows, last_event, suspended_for, array(
        select side from catalog.match_event e where e.match_id = m.id and e.version = 1 and e.type = 'substitution') as substitutions
    from catalog.match m
    where not resulted and start_time <= ${now}::timestamptz and source = ${source} and driven_by = ${source}
      and state in ('not_started', 'live', 'interrupted')
      and (start_time, id) > (coalesce(${after?.startTime ?? null}::timestamptz, '-infinity'), ${after?.id ?? 0}::int)
    order by start_time, id limit ${most}::int`
  return rows.map((row) => ({
    id: row.id,
    sourceId: row.source_id,
    sportId: row.sport_id,
    startTime: row.start_time,
    state: row.state,
    minute: row.minute ?? 0,
    score: { home: row.home_score ?? 0, away: row.away_score ?? 0 },
    halfTime: row.half_home === null ? undefined : { home: row.half_home, away: row.half_away ?? 0 },
    goals: row.goals,
    added: row.added ?? undefined,
    reds: { home: row.home_reds, away: row.away_reds },
    corners: scoreOf(row.home_corners, row.away_corners),
    yellows: scoreOf(row.home_yellows, row.away_yellows),
    substitutions: {
      home: row.substitutions.filter((side) => side === 'home').length,
      away: row.substitutions.filter((side) => side === 'away').length,
    },
    lastEvent: row.last_event,
    suspendedFor: row.suspended_for,
    suspended: row.suspended,
    model: row.model,
    periods: row.periods ?? [],
    play: row.play,
  }))
}

export type UpcomingMatch = {
  readonly sourceId: string
  readonly startTime: Date
  readonly sportId: string
  readonly model: unknown
}

/** The matches of a feed that kick off after `from` and until `to`, earliest first, at most `most`. */
export async function upcomingMatches(
  db: Db,
  { source, from, to, most }: { source: string; from: Date; to: Date; most: number },
): Promise<UpcomingMatch[]> {
  const rows = await queryRows<{ source_id: string; start_time: Date; sport_id: string; model: unknown }>(db)`
    select source_id, start_time, sport_id, model from catalog.match
    where state = 'not_started' and start_time > ${from}::timestamptz and start_time <= ${to}::timestamptz
      and source = ${source} and driven_by = ${source}
    order by start_time, id limit ${most}::int`
  return rows.map((row) => ({
    sourceId: row.source_id,
    startTime: row.start_time,
    sportId: row.sport_id,
    model: row.model,
  }))
}

/** A match before its kick-off. */
export type ComingMatch = {
  readonly id: number
  readonly home: string
  readonly away: string
  readonly startTime: Date
}

/** The matches that kick off within 12 hours, earliest first, at most 200. */
export function comingMatches(db: Db): Promise<ComingMatch[]> {
  return queryRows<ComingMatch>(db)`
    select id, home_team as home, away_team as away, start_time as "startTime" from catalog.match
    where state = 'not_started' and start_time > (select platform.now())
      and start_time < (select platform.now()) + interval '12 hours'
    order by start_time, id limit 200`
}

/** The given ids that already have a match of this feed. */
export async function existingSourceIds(db: Db, source: string, sourceIds: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ source_id: string }>(db)`
    select source_id from catalog.match where source = ${source} and source_id = any(${sourceIds}::text[])`
  return new Set(rows.map((row) => row.source_id))
}

/** A result of certainty 1, not yet confirmed. */
export type Unconfirmed = {
  readonly sourceId: string
  readonly halfTime: Score | undefined
  readonly fullTime: Score
  readonly goals: readonly Side[] | null
  readonly periods: readonly Score[] | null
  readonly corners: Score | null
  readonly cards: Score | null
}

/** A feed's unconfirmed current results from the three days before `before`, oldest first. */
export async function unconfirmedResults(
  db: Db,
  { source, before, most }: { source: string; before: Date; most: number },
): Promise<Unconfirmed[]> {
  type Found = {
    source_id: string
    half_home: number | null
    half_away: number | null
    full_home: number
    full_away: number
    goals: Side[] | null
    periods: Score[] | null
    home_corners: number | null
    away_corners: number | null
    home_cards: number | null
    away_cards: number | null
  }
  const rows = await queryRows<Found>(db)`
    select m.source_id, r.half_home, r.half_away, r.full_home, r.full_away, r.goals, r.periods, r.home_corners, r.away_corners,
      r.home_cards, r.away_cards
    from catalog.result r join catalog.match m on m.id = r.match_id
    where r.source = ${source} and r.kind = 'result' and r.certainty = 1 and r.at < ${before}::timestamptz
      and r.at > ${before}::timestamptz - interval '3 days' and m.driven_by = ${source}
      and not exists (select from catalog.result n where n.match_id = r.match_id and n.version > r.version)
      and not exists (select from catalog.result_confirmation c where (c.match_id, c.version) = (r.match_id, r.version))
    order by r.at, r.match_id limit ${most}::int`
  return rows.map((row) => ({
    sourceId: row.source_id,
    halfTime: row.half_home === null ? undefined : { home: row.half_home, away: row.half_away ?? 0 },
    fullTime: { home: row.full_home, away: row.full_away },
    goals: row.goals,
    periods: row.periods,
    corners: scoreOf(row.home_corners, row.away_corners),
    cards: scoreOf(row.home_cards, row.away_cards),
  }))
}

/** The stored state of a match, for manual control. */
export type ManualMatch = {
  readonly sportId: string
  readonly model: unknown
  readonly state: MatchStateName
  readonly minute: number | null
  readonly score: Score | null
  readonly halfTime: Score | null
  readonly goals: readonly Side[]
  readonly reds: Score
  readonly corners: Score | null
  readonly yellows: Score | null
}

export async function manualMatch(db: Db, matchId: number): Promise<ManualMatch | undefined> {
  type Found = {
    sport_id: string
    model: unknown
    minute: number | null
    home_score: number | null
    away_score: number | null
    half_home: number | null
    half_away: number | null
    goals: Side[]
    state: MatchStateName
    home_reds: number
    away_reds: number
    home_corners: number | null
    away_corners: number | null
    home_yellows: number | null
    away_yellows: number | null
  }
  const rows = await sql<Found>`
    select sport_id, model, minute, home_score, away_score, half_home, half_away, goals, state, home_reds, away_reds, home_corners,
      away_corners, home_yellows, away_yellows
    from catalog.match where id = ${matchId}::int`.execute(db)
  const row = rows.rows[0]
  if (!row) return undefined
  const { sport_id: sportId, model, minute, goals, state } = row
  return {
    sportId,
    model,
    state,
    minute,
    score: scoreOf(row.home_score, row.away_score),
    halfTime: scoreOf(row.half_home, row.half_away),
    goals,
    reds: { home: row.home_reds, away: row.away_reds },
    corners: scoreOf(row.home_corners, row.away_corners),
    yellows: scoreOf(row.home_yellows, row.away_yellows),
  }
}

const scoreOf = (home: number | null, away: number | null): Score | null =>
  home === null || away === null ? null : { home, away }

/** The first match that a feed created; undefined before there is one. */
export async function firstImported(
  db: Db,
  source: string,
): Promise<{ sourceId: string; startTime: Date } | undefined> {
  const rows = await sql<{ source_id: string; start_time: Date }>`
    select source_id, start_time from catalog.match where source = ${source} order by id limit 1`.execute(db)
  const row = rows.rows[0]
  return row && { sourceId: row.source_id, startTime: row.start_time }
}
