import { sql, type RawBuilder } from 'kysely'
import type { SuspensionReason } from '@nare/bets/grading/events'
import type { Score, Side } from '@nare/bets/result'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { CurrentMatch, LastEvent, NewResult } from './match-state.ts'
import type { MatchStateName, Voided } from './states.ts'
import { sportIdOf } from '@nare/bets/markets/sports'
import { endHandsWith } from './store-hands.ts'

export type MatchRow = {
  id: number
  source: string
  source_id: string
  driven_by: string
  sport_id: string
  model: unknown
  fed_at: Date
  price_until: Date | null
  version: bigint
  /** What people of the house declared void; null if nothing. */
  voids: readonly Voided[] | null
  current: CurrentMatch
}

/** The columns of a match in progress. */
export type PlayColumns = {
  state: MatchStateName
  minute: number | null
  clock_at: Date | null
  home_score: number | null
  away_score: number | null
  half_home: number | null
  half_away: number | null
  goals: Side[]
  home_reds: number
  away_reds: number
  suspended: boolean
  start_time: Date
  added: number | null
  home_corners: number | null
  away_corners: number | null
  home_yellows: number | null
  away_yellows: number | null
  last_event: LastEvent | null
  suspended_for: SuspensionReason | null
}

type Columns = Omit<MatchRow, 'current'> &
  PlayColumns & { periods: Score[] | null; play: unknown; held: boolean; resulted: boolean }

/** Locks the row of a match. Acquire the match's advisory lock first, in a separate statement. */
export const lockMatch = (tx: Tx, matchId: number): Promise<MatchRow | undefined> =>
  matchRow(tx, matchId, sql`for update`)

/** The row of a match without a lock. */
export const readMatch = (on: Db | Tx, matchId: number): Promise<MatchRow | undefined> => matchRow(on, matchId, sql``)

async function matchRow(on: Db | Tx, matchId: number, lock: RawBuilder<unknown>): Promise<MatchRow | undefined> {
  const rows = await sql<Columns>`
    select id, source, source_id, driven_by, sport_id, model, fed_at, price_until, version, state, minute, clock_at, home_score, away_score, half_home, half_away,
      goals, home_reds, away_reds, suspended, held, resulted, start_time, added, home_corners, away_corners, home_yellows, away_yellows,
      last_event, suspended_for, periods, play, voids
    from catalog.match where id = ${matchId}::int ${lock}`.execute(on)
  const row = rows.rows[0]
  if (!row) return undefined
  const { state, minute, suspended, held, resulted } = row
  const current: CurrentMatch = {
    state,
    minute,
    added: row.added,
    clockAt: row.clock_at,
    score: scoreOf(row.home_score, row.away_score),
    halfTime: scoreOf(row.half_home, row.half_away),
    goals: row.goals,
    reds: { home: row.home_reds, away: row.away_reds },
    corners: scoreOf(row.home_corners, row.away_corners),
    yellows: scoreOf(row.home_yellows, row.away_yellows),
    periods: row.periods ?? [],
    play: row.play,
    lastEvent: row.last_event,
    suspended,
    suspendedFor: row.suspended_for,
    stoppedByOperator: held,
    resulted,
    startTime: row.start_time,
  }
  const { id, source, source_id, driven_by, sport_id, model, fed_at, price_until, version, voids } = row
  return { id, source, source_id, driven_by, sport_id, model, fed_at, price_until, version, voids, current }
}

const scoreOf = (home: number | null, away: number | null): Score | null =>
  home === null ? null : { home, away: away ?? 0 }

/**
 * A change as its history shows it. `ours` marks a change by the platform: it does not make later messages of the feed count as outdated.
 */
export type Change = {
  readonly kind: string
  readonly reason?: string
  readonly source: string
  readonly at: Date
  readonly ours?: true
}

/** Sports in which a score does not interrupt betting. It only moves the prices, which are compared when a bet is placed. */
const flowing: readonly string[] = [sportIdOf('basketball'), sportIdOf('cricket')]

/** Whether prices by hand end with this change: at the kick-off, at a suspension, and with every event or score. */
function endsHands(
  { current }: Pick<MatchRow, 'current'>,
  next: CurrentMatch,
  { kind }: Pick<Change, 'kind'>,
): boolean {
  const stops = ({ suspended, stoppedByOperator }: CurrentMatch): boolean => suspended || stoppedByOperator
  const moved = ({ state, score, reds, halfTime, corners, yellows, periods }: CurrentMatch): string =>
    JSON.stringify([state, score, reds, halfTime, corners, yellows, periods])
  return kind === 'event' || kind === 'void' || (stops(next) && !stops(current)) || moved(next) !== moved(current)
}

/**
 * Writes the next state of a locked match and its history row, and ends the prices by hand that the change ends. Returns the new version.
 */
export async function saveMatch(
  tx: Tx,
  { row, next, drivenBy, change }: { row: MatchRow; next: CurrentMatch; drivenBy: string; change: Change },
): Promise<bigint> {
  const saved = await queryRow<{ version: bigint }>(tx)`
    with saved as (
      update catalog.match m set
        state = ${next.state}, minute = ${next.minute}::int, clock_at = ${next.clockAt}::timestamptz,
        home_score = ${next.score?.home ?? null}::int, away_score = ${next.score?.away ?? null}::int,
        half_home = ${next.halfTime?.home ?? null}::int, half_away = ${next.halfTime?.away ?? null}::int,
        goals = ${[...next.goals]}::text[], home_reds = ${next.reds.home}::int, away_reds = ${next.reds.away}::int,
        added = ${next.added}::int, home_corners = ${next.corners?.home ?? null}::int, away_corners = ${next.corners?.away ?? null}::int,
        home_yellows = ${next.yellows?.home ?? null}::int, away_yellows = ${next.yellows?.away ?? null}::int,
        periods = ${next.periods.length > 0 ? JSON.stringify(next.periods) : null}::jsonb, play = ${next.play ? JSON.stringify(next.play) : null}::jsonb,
        last_event = ${next.lastEvent ? JSON.stringify(next.lastEvent) : null}::jsonb, suspended_for = ${next.suspendedFor},
        suspended = ${next.suspended}, held = ${next.stoppedByOperator}, resulted = ${next.resulted}, start_time = ${next.startTime}::timestamptz,
        due_start = case when m.state in ('not_started', 'postponed') and m.due_start > ${change.at}::timestamptz
          then ${next.startTime}::timestamptz else m.due_start end,
        breaks = m.breaks + case when (${next.suspended || next.stoppedByOperator} and not (m.suspended or m.held)) or m.state <> ${next.state}
          or (m.home_reds, m.away_reds) is distinct from (${next.reds.home}::int, ${next.reds.away}::int)
          or (m.sport_id <> all (${flowing}::text[])
            and (m.home_score, m.away_score) is distinct from (${next.score?.home ?? null}::int, ${next.score?.away ?? null}::int)) then 1 else 0 end,
        moved_at = case when m.start_time <> ${next.startTime}::timestamptz then ${change.at}::timestamptz else m.moved_at end,
        resumed_at = case when m.state in ('postponed', 'interrupted', 'abandoned') and ${next.state}::text in ('live', 'ended')
          then ${change.at}::timestamptz else m.resumed_at end,
        price_until = case when m.driven_by = ${drivenBy} then m.price_until end,
        driven_by = ${drivenBy}, fed_at = case when ${change.ours ?? false}::boolean then m.fed_at else greatest(m.fed_at, ${change.at}::timestamptz) end,
        version = m.version + 1,
        game_id = case when ${isOver(row.current.state) && !isOver(next.state)}::boolean then catalog.next_game_id() else m.game_id end
      where id = ${row.id}::int
      returning version
    ),
    history as (
      insert into catalog.match_change (match_id, version, kind, state, minute, home_score, away_score, suspended, reason, source, at)
      select ${row.id}::int, version, ${change.kind}, ${next.state}, ${next.minute}::int, ${next.score?.home ?? null}::int,
        ${next.score?.away ?? null}::int, ${next.suspended || next.stoppedByOperator}, ${change.reason ?? null}, ${change.source}, ${change.at}::timestamptz
      from saved
    ),
    ${endHandsWith({ matchId: row.id, applies: endsHands(row, next, change), by: change.source, at: change.at })}
    select version from saved`
  return saved?.version ?? row.version
}

/** Records the time of a message that changed nothing, so that an older one is still rejected. The match is locked. */
export async function recordReceivedAt(tx: Tx, { matchId, at }: { matchId: number; at: Date }): Promise<void> {
  await sql`update catalog.match set fed_at = ${at}::timestamptz where id = ${matchId}::int`.execute(tx)
}

/** Whether a match in this state is over, so that its game id may be used again. */
function isOver(state: MatchStateName): boolean {
  return state === 'ended' || state === 'abandoned' || state === 'cancelled'
}

/** Writes the next version of a match's result, with what is void in the match. The match is locked. */
export async function insertResult(
  tx: Tx,
  { matchId, result, source, at }: { matchId: number; result: NewResult; source: string; at: Date },
): Promise<number> {
  const { kind, certainty, reason, halfTime, fullTime, goals, periods, corners, cards } = result
  const row = await queryRow<{ version: number }>(tx)`
    insert into catalog.result (match_id, version, kind, half_home, half_away, full_home, full_away, goals, periods, home_corners, away_corners, home_cards,
      away_cards, certainty, reason, source, at, voids)
    select ${matchId}::int, coalesce(max(version), 0) + 1, ${kind}, ${halfTime?.home ?? null}::int, ${halfTime?.away ?? null}::int,
      ${fullTime?.home ?? null}::int, ${fullTime?.away ?? null}::int, ${goals ? [...goals] : null}::text[],
      ${periods ? JSON.stringify(periods) : null}::jsonb, ${corners?.home ?? null}::int, ${corners?.away ?? null}::int,
      ${cards?.home ?? null}::int, ${cards?.away ?? null}::int, ${certainty}::int, ${reason ?? null}, ${source}, ${at}::timestamptz,
      (select voids from catalog.match where id = ${matchId}::int)
    from catalog.result where match_id = ${matchId}::int
    returning version`
  return row?.version ?? 0
}

/** Records that a second report confirms that version of the result. */
export async function confirmResult(
  tx: Tx,
  { matchId, version, source, at }: { matchId: number; version: number; source: string; at: Date },
): Promise<void> {
  await sql`
    insert into catalog.result_confirmation (match_id, version, source, at)
    values (${matchId}::int, ${version}::int, ${source}, ${at}::timestamptz)
    on conflict do nothing`.execute(tx)
}

/**
 * The ids of matches without a result after their sport's time limit, counted from `due_start`, except those driven by `waitFor`. Oldest
 * first, at most `most`.
 */
export async function overdue(
  tx: Tx,
  { most, now, waitFor }: { most: number; now: Date; waitFor: string | undefined },
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(tx)`
    select m.id from catalog.match m join catalog.sport s on s.id = m.sport_id
    where not m.resulted and m.due_start < ${now}::timestamptz - s.undecided_after
      and m.driven_by is distinct from ${waitFor ?? null}::text
    order by m.due_start, m.id limit ${most}::int`
  return rows.map((row) => row.id)
}
