import { sql } from 'kysely'
import type { Side } from '@nare/bets/result'
import type { Tx } from '#platform/db'
import type { MatchNow, NewResult } from './match-state.ts'
import type { MatchStateName } from './offers.ts'

export type MatchRow = {
  id: number
  source: string
  driven_by: string
  sport_id: string
  model: unknown
  fed_at: Date
  version: bigint
  now: MatchNow
}

/** What is kept of a match being played, column by column. */
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
}

type Columns = Omit<MatchRow, 'now'> & PlayColumns & { held: boolean; resulted: boolean }

/** A match, locked for this transaction. Take its advisory lock before, in a statement of its own. */
export async function lockMatch(tx: Tx, matchId: number): Promise<MatchRow | undefined> {
  const rows = await sql<Columns>`
    select id, source, driven_by, sport_id, model, fed_at, version, state, minute, clock_at, home_score, away_score, half_home, half_away,
      goals, home_reds, away_reds, suspended, held, resulted, start_time
    from catalog.match where id = ${matchId}::int for update`.execute(tx)
  const row = rows.rows[0]
  if (!row) return undefined
  const { id, source, driven_by, sport_id, model, fed_at, version, state, minute, suspended, held, resulted } = row
  const now: MatchNow = {
    state,
    minute,
    clockAt: row.clock_at,
    score: row.home_score === null ? null : { home: row.home_score, away: row.away_score ?? 0 },
    halfTime: row.half_home === null ? null : { home: row.half_home, away: row.half_away ?? 0 },
    goals: row.goals,
    reds: { home: row.home_reds, away: row.away_reds },
    suspended,
    held,
    resulted,
    startTime: row.start_time,
  }
  return { id, source, driven_by, sport_id, model, fed_at, version, now }
}

export type Change = { readonly kind: string; readonly reason?: string; readonly source: string; readonly at: Date }

/** Writes the next state of a locked match and the record of its change. Answers the new version. */
export async function saveMatch(
  tx: Tx,
  { row, now, drivenBy, change }: { row: MatchRow; now: MatchNow; drivenBy: string; change: Change },
): Promise<bigint> {
  const saved = await sql<{ version: bigint }>`
    with saved as (
      update catalog.match m set
        state = ${now.state}, minute = ${now.minute}::int, clock_at = ${now.clockAt}::timestamptz,
        home_score = ${now.score?.home ?? null}::int, away_score = ${now.score?.away ?? null}::int,
        half_home = ${now.halfTime?.home ?? null}::int, half_away = ${now.halfTime?.away ?? null}::int,
        goals = ${[...now.goals]}::text[], home_reds = ${now.reds.home}::int, away_reds = ${now.reds.away}::int,
        suspended = ${now.suspended}, held = ${now.held}, resulted = ${now.resulted}, start_time = ${now.startTime}::timestamptz,
        due_start = case when m.state in ('not_started', 'postponed') and m.due_start > ${change.at}::timestamptz
          then ${now.startTime}::timestamptz else m.due_start end,
        breaks = m.breaks + case when (${now.suspended || now.held} and not (m.suspended or m.held)) or m.state <> ${now.state}
          or (m.home_score, m.away_score, m.home_reds, m.away_reds) is distinct from (${now.score?.home ?? null}::int, ${now.score?.away ?? null}::int,
            ${now.reds.home}::int, ${now.reds.away}::int) then 1 else 0 end,
        driven_by = ${drivenBy}, fed_at = greatest(m.fed_at, ${change.at}::timestamptz), version = m.version + 1,
        game_id = case when ${isOver(row.now.state) && !isOver(now.state)}::boolean then catalog.next_game_id() else m.game_id end
      where id = ${row.id}::int
      returning version
    ),
    history as (
      insert into catalog.match_change (match_id, version, kind, state, minute, home_score, away_score, suspended, reason, source, at)
      select ${row.id}::int, version, ${change.kind}, ${now.state}, ${now.minute}::int, ${now.score?.home ?? null}::int,
        ${now.score?.away ?? null}::int, ${now.suspended || now.held}, ${change.reason ?? null}, ${change.source}, ${change.at}::timestamptz
      from saved
    )
    select version from saved`.execute(tx)
  return saved.rows[0]?.version ?? row.version
}

/** Notes how new the newest message of a locked match was, though it said nothing new: what is older stays out. */
export async function noteHeard(tx: Tx, { matchId, at }: { matchId: number; at: Date }): Promise<void> {
  await sql`update catalog.match set fed_at = ${at}::timestamptz where id = ${matchId}::int`.execute(tx)
}

/** Whether a match in this state has given its game id back. */
function isOver(state: MatchStateName): boolean {
  return state === 'ended' || state === 'abandoned' || state === 'cancelled'
}

/** Writes the next version of a match's result. The match is locked. */
export async function insertResult(
  tx: Tx,
  { matchId, result, source, at }: { matchId: number; result: NewResult; source: string; at: Date },
): Promise<number> {
  const { kind, certainty, reason, halfTime, fullTime, goals, periods } = result
  const rows = await sql<{ version: number }>`
    insert into catalog.result (match_id, version, kind, half_home, half_away, full_home, full_away, goals, periods, certainty, reason, source, at)
    select ${matchId}::int, coalesce(max(version), 0) + 1, ${kind}, ${halfTime?.home ?? null}::int, ${halfTime?.away ?? null}::int,
      ${fullTime?.home ?? null}::int, ${fullTime?.away ?? null}::int, ${goals ? [...goals] : null}::text[],
      ${periods ? JSON.stringify(periods) : null}::jsonb, ${certainty}::int, ${reason ?? null}, ${source}, ${at}::timestamptz
    from catalog.result where match_id = ${matchId}::int
    returning version`.execute(tx)
  return rows.rows[0]?.version ?? 0
}

/** Notes that a second source of certainty says the same of that version. */
export async function confirmResult(
  tx: Tx,
  { matchId, version, source, at }: { matchId: number; version: number; source: string; at: Date },
): Promise<void> {
  await sql`
    insert into catalog.result_confirmation (match_id, version, source, at)
    values (${matchId}::int, ${version}::int, ${source}, ${at}::timestamptz)
    on conflict do nothing`.execute(tx)
}

/** Matches that should have come out long ago, counted from their `due_start`, and are not in the hands of `waitFor`, the oldest first, at most `most`. */
export async function overdue(
  tx: Tx,
  { most, waitFor }: { most: number; waitFor: string | undefined },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select m.id from catalog.match m join catalog.sport s on s.id = m.sport_id
    where not m.resulted and m.due_start < platform.now() - s.undecided_after
      and m.driven_by is distinct from ${waitFor ?? null}::text
    order by m.due_start, m.id limit ${most}::int`.execute(tx)
  return rows.rows.map((row) => row.id)
}
