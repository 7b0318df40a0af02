import { sql } from 'kysely'
import type { WeekPlayer } from '@nare/fantasy/squads'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

export type WeekRow = {
  readonly weekNo: number
  readonly weekId: string
  readonly kind: 'nare' | 'catalog'
  readonly competitionId: string
  readonly competition: string
  readonly number: number
  readonly deadline: Date
  readonly state: 'open' | 'running' | 'over'
  /** In halves: 200 is 100.0. */
  readonly budget: number
  readonly firstRound: bigint | null
  readonly lastRound: bigint | null
  readonly commitment: string | null
  readonly seed: string | null
  readonly teams: number
  /** The operator who closed an open week for new teams, and the operator who voided a week. */
  readonly closedBy: string | null
  readonly voidedBy: string | null
  readonly facts: string | null
  readonly overAt: Date | null
  /** The database's time at the read. */
  readonly now: Date
}

const columns = sql`week_no as "weekNo", week_id as "weekId", kind, competition_id as "competitionId", competition, number, deadline, state,
  budget, first_round as "firstRound", last_round as "lastRound", commitment, seed, teams,
  closed_by as "closedBy", voided_by as "voidedBy", over_at as "overAt", facts, platform.now() as now`

/**
 * Open weeks by deadline; then running weeks, including open ones that accept no teams; then finished weeks, newest first. At most `most`
 * of each state.
 */
export function listWeeks(db: Db, most: number): Promise<WeekRow[]> {
  return queryRows<WeekRow>(db)`
    select * from (
      select ${columns}, row_number() over (partition by state order by deadline desc) as newest,
        state = 'open' and closed_by is null and deadline > platform.now() as open
      from fantasy.week
    ) week where newest <= ${most}::int
    order by open desc, state = 'over', case when open then deadline end, deadline desc, "weekNo"`
}

export function weekById(on: Db | Tx, weekId: string): Promise<WeekRow | undefined> {
  return queryRow<WeekRow>(on)`select ${columns} from fantasy.week where week_id = ${weekId}`
}

/** The unfinished weeks, by deadline. */
export function unfinishedWeeks(db: Db): Promise<WeekRow[]> {
  return queryRows<WeekRow>(db)`
    select ${columns} from fantasy.week where state <> 'over' order by deadline, week_no limit 100`
}

/** The latest week of a competition; undefined before the first. */
export function latestWeek(on: Db | Tx, of: { kind: string; competitionId: string }): Promise<WeekRow | undefined> {
  return queryRow<WeekRow>(on)`
    select ${columns} from fantasy.week where kind = ${of.kind} and competition_id = ${of.competitionId}
    order by number desc limit 1`
}

/** Locks a week while a team is saved. Several transactions can hold this lock; the week cannot advance until they end. */
export async function lockWeekForSaving(tx: Tx, weekId: string): Promise<WeekRow | undefined> {
  await sql`select from fantasy.week where week_id = ${weekId} for key share`.execute(tx)
  return weekById(tx, weekId)
}

/** Locks a week to advance it; undefined if another transaction has locked it or it is over. */
export function lockWeekToAdvance(tx: Tx, weekNo: number): Promise<WeekRow | undefined> {
  return queryRow<WeekRow>(tx)`
    select ${columns} from fantasy.week where week_no = ${weekNo}::int and state <> 'over' for update skip locked`
}

/** Locks a week for an operator's change, after teams that are being saved; undefined if it does not exist. */
export async function lockWeekForChange(tx: Tx, weekId: string): Promise<WeekRow | undefined> {
  await sql`select from fantasy.week where week_id = ${weekId} for update`.execute(tx)
  return weekById(tx, weekId)
}

/** Closes an open week for new teams, or reopens it if `operator` is null. */
export async function setClosedBy(tx: Tx, weekNo: number, operator: string | null): Promise<void> {
  await sql`update fantasy.week set closed_by = ${operator} where week_no = ${weekNo}::int`.execute(tx)
}

export type NewWeek = Pick<
  WeekRow,
  | 'weekId'
  | 'kind'
  | 'competitionId'
  | 'competition'
  | 'number'
  | 'deadline'
  | 'budget'
  | 'firstRound'
  | 'lastRound'
  | 'commitment'
>

/** Creates a week. Returns its number, or undefined if it already exists. */
export async function insertWeek(tx: Tx, week: NewWeek): Promise<number | undefined> {
  const rows = await queryRows<{ weekNo: number }>(tx)`
    insert into fantasy.week (week_id, kind, competition_id, competition, number, deadline, budget, first_round, last_round, commitment)
    values (${week.weekId}, ${week.kind}, ${week.competitionId}, ${week.competition}, ${week.number}::int, ${week.deadline}::timestamptz,
      ${week.budget}::int, ${week.firstRound}::bigint, ${week.lastRound}::bigint, ${week.commitment})
    on conflict do nothing returning week_no as "weekNo"`
  return rows[0]?.weekNo
}

/** Stores the squads of a week. Players are numbered in the given order. */
export async function insertPlayers(tx: Tx, weekNo: number, players: readonly WeekPlayer[]): Promise<void> {
  const rows = players.map(({ id, name, club, position, halves, scorerWeight, starterWeight }, at) => ({
    n: at + 1,
    player_id: id,
    name,
    club,
    position,
    halves,
    scorer_weight: scorerWeight,
    starter_weight: starterWeight,
  }))
  await sql`
    insert into fantasy.player (week_no, n, player_id, name, club, position, halves, scorer_weight, starter_weight)
    select ${weekNo}::int, * from json_to_recordset(${JSON.stringify(rows)}::json) as g (n smallint, player_id text, name text, club text,
      position text, halves smallint, scorer_weight bigint, starter_weight int)`.execute(tx)
}

/** A player of a week with his statistics and points so far. */
export type PlayerRow = WeekPlayer & {
  readonly n: number
  readonly starts: number
  readonly goals: number
  readonly cleanSheets: number
  readonly points: number
}

const playerColumns = sql`
  n, player_id as id, name, club, position, halves, scorer_weight::float8 as "scorerWeight", starter_weight as "starterWeight",
  starts, goals, clean_sheets as "cleanSheets", points`

/** A week's squads in their order, and the hash of the statistics that they have. */
export async function scoredPlayers(db: Db, weekNo: number): Promise<{ facts: string | null; players: PlayerRow[] }> {
  const rows = await queryRows<PlayerRow & { facts: string | null }>(db)`
    select ${playerColumns}, (select facts from fantasy.week where week_no = ${weekNo}::int) as facts
    from fantasy.player where week_no = ${weekNo}::int order by n`
  return { facts: rows[0]?.facts ?? null, players: rows.map(({ facts: _facts, ...player }) => player) }
}

/** A week's squads in their order. */
export function playersOf(on: Db | Tx, weekNo: number): Promise<PlayerRow[]> {
  return queryRows<PlayerRow>(on)`
    select ${playerColumns}
    from fantasy.player where week_no = ${weekNo}::int order by n`
}

export async function insertMatches(tx: Tx, weekNo: number, matchIds: readonly number[]): Promise<void> {
  await sql`
    insert into fantasy.week_match (match_id, week_no) select id, ${weekNo}::int from unnest(${matchIds}::int[]) id
    on conflict do nothing`.execute(tx)
}

export async function matchesOf(on: Db | Tx, weekNo: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(on)`
    select match_id as id from fantasy.week_match where week_no = ${weekNo}::int order by match_id`
  return rows.map(({ id }) => id)
}

/** The ids of the given matches that belong to any week. */
export async function takenMatches(on: Db | Tx, matchIds: readonly number[]): Promise<Set<number>> {
  const rows = await queryRows<{ id: number }>(on)`
    select match_id as id from fantasy.week_match where match_id = any(${matchIds}::int[])`
  return new Set(rows.map(({ id }) => id))
}

export async function insertSecret(tx: Tx, weekNo: number, sealed: Buffer): Promise<void> {
  await sql`insert into fantasy.secret (week_no, sealed) values (${weekNo}::int, ${sealed}::bytea)`.execute(tx)
}

export async function secretOf(on: Db | Tx, weekNo: number): Promise<Buffer | undefined> {
  const rows = await queryRows<{
    sealed: Buffer
  }>(on)`select sealed from fantasy.secret where week_no = ${weekNo}::int`
  return rows[0]?.sealed
}

export async function setDeadline(tx: Tx, weekNo: number, deadline: Date): Promise<void> {
  await sql`update fantasy.week set deadline = ${deadline}::timestamptz where week_no = ${weekNo}::int`.execute(tx)
}

export async function setRunning(tx: Tx, weekNo: number): Promise<void> {
  await sql`
    update fantasy.week set state = 'running', teams = (select count(*) from fantasy.team where week_no = ${weekNo}::int)
    where week_no = ${weekNo}::int`.execute(tx)
}

export async function setOver(
  tx: Tx,
  { weekNo, seed, voidedBy = null }: { weekNo: number; seed: string | null; voidedBy?: string | null },
): Promise<void> {
  await sql`
    update fantasy.week set state = 'over', over_at = platform.now(), seed = ${seed}, voided_by = ${voidedBy} where week_no = ${weekNo}::int`.execute(
    tx,
  )
}
