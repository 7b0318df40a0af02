import { sql } from 'kysely'
import type { DrawnMatch } from '@nare/league/draw'
import { queryRows, type Db, type Tx } from '#platform/db'
import { markRoundSettled, type DueRound } from '#platform/round-settling'
import type { RoundTimes } from './timetable.ts'

/** A round of a published season that is not on offer yet. */
export type ComingRound = { readonly roundId: string; readonly seasonId: string; readonly roundNumber: number }

/** The next rounds of a competition to open, in order, without rounds of lost or finished seasons. */
export function comingRounds(on: Db | Tx, competitionId: string, most: number): Promise<ComingRound[]> {
  return queryRows<ComingRound>(on)`
    select r.round_id as "roundId", r.season_id as "seasonId", r.round_number as "roundNumber"
    from league.season s join league.round r using (season_id) left join platform.round p using (round_id)
    where s.competition_id = ${competitionId} and s.ended_at is null and s.lost is null and p.id is null
    order by s.number, r.round_number limit ${most}::int`
}

/** Sets when the matches of a round kick off and end. */
export async function setTimes(tx: Tx, roundId: string, { kicksOffAtMs, endsAtMs }: RoundTimes): Promise<void> {
  await sql`
    update league.round set kicks_off_at = ${new Date(kicksOffAtMs)}::timestamptz, ends_at = ${new Date(endsAtMs)}::timestamptz
    where round_id = ${roundId}`.execute(tx)
}

type Goals = [minute: number, side: string][]
const goalsOf = ({ goals }: Pick<DrawnMatch, 'goals'>): Goals => goals.map(({ minute, side }) => [minute, side])

/** Publishes the seed, link and results of a finished round. The database refuses them before its end. */
export async function publishResult(
  tx: Tx,
  given: { roundId: string; seed: string; link: string; matches: ReadonlyMap<number, DrawnMatch> },
): Promise<void> {
  const { roundId, seed, link, matches } = given
  await sql`update league.round set seed = ${seed}, link = ${link} where round_id = ${roundId}`.execute(tx)
  await sql`
    update league.match m set goals = drawn.goals
    from unnest(${[...matches.keys()]}::int[], ${[...matches.values()].map((match) => JSON.stringify(goalsOf(match)))}::jsonb[])
      as drawn (id, goals) where m.match_id = drawn.id`.execute(tx)
}

export async function markSeasonEnded(tx: Tx, seasonId: string): Promise<void> {
  await sql`update league.season set ended_at = platform.now() where season_id = ${seasonId} and ended_at is null`.execute(
    tx,
  )
}

/** Marks a season whose secret was lost: no more of its rounds are opened. */
export async function markSeasonLost(tx: Tx, seasonId: string, reason: string): Promise<void> {
  await sql`update league.season set lost = ${reason}, ended_at = platform.now() where season_id = ${seasonId} and lost is null`.execute(
    tx,
  )
}

/**
 * Stores the visible goals of a play-out up to a minute. They can be derived from the seed at any time, so the commit does not wait for the
 * disk.
 */
export async function storeMinute(
  tx: Tx,
  given: { competitionId: string; roundId: string; minute: number; matches: ReadonlyMap<number, DrawnMatch> },
): Promise<void> {
  const { competitionId, roundId, minute, matches } = given
  const shown = [...matches].map(([id, { goals }]): [number, Goals] => [
    id,
    goalsOf({ goals: goals.filter((goal) => goal.minute <= minute) }),
  ])
  await sql`set local synchronous_commit to off`.execute(tx)
  await sql`
    insert into league.playout (competition_id, round_id, minute, goals)
    values (${competitionId}, ${roundId}, ${minute}::int, ${JSON.stringify(Object.fromEntries(shown))}::jsonb)
    on conflict (competition_id) do update set round_id = excluded.round_id, minute = excluded.minute, goals = excluded.goals`.execute(
    tx,
  )
}

/** Stops betting on the coming rounds of a competition because of a fault, or clears the fault. Returns false if nothing changed. */
export async function setFault(tx: Tx, competitionId: string, fault: string | null): Promise<boolean> {
  const changed = await sql`
    update league.competition set fault = ${fault}, changed_at = platform.now()
    where competition_id = ${competitionId} and fault is distinct from ${fault}`.execute(tx)
  return changed.numAffectedRows === 1n
}

export async function markSettled(tx: Tx, { id, roundId }: DueRound): Promise<void> {
  await sql`update league.round set settled_at = platform.now() where round_id = ${roundId} and settled_at is null`.execute(
    tx,
  )
  await markRoundSettled(tx, id)
}
