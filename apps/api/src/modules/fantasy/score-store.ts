import { sql, type RawBuilder } from 'kysely'
import { pointsOf, tookPart, type PlayerStats } from '@nare/fantasy/scoring'
import { substitutions } from '@nare/fantasy/substitutes'
import { benchSize, elevenSize, positions, type Counts, type Position } from '@nare/fantasy/team'
import { queryRows, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { PlayerRow } from './week-store.ts'

/** A player's number in the week, his position and his statistics. */
export type Scored = Pick<PlayerRow, 'n' | 'position'> & PlayerStats

/** Stores the statistics and points of the players of a week. `facts` is a hash of the statistics. */
export async function storeStats(tx: Tx, weekNo: number, players: readonly Scored[], facts: string): Promise<void> {
  const rows = players.map(({ n, position, ...stats }) => ({
    n,
    starts: stats.starts,
    goals: stats.goals,
    clean_sheets: stats.cleanSheets,
    points: pointsOf(position, stats),
  }))
  await sql`
    update fantasy.player p set starts = g.starts, goals = g.goals, clean_sheets = g.clean_sheets, points = g.points
    from json_to_recordset(${JSON.stringify(rows)}::json) as g (n smallint, starts smallint, goals smallint, clean_sheets smallint, points int)
    where p.week_no = ${weekNo}::int and p.n = g.n
      and (p.starts, p.goals, p.clean_sheets, p.points) is distinct from (g.starts, g.goals, g.clean_sheets, g.points)`.execute(
    tx,
  )
  await sql`update fantasy.week set facts = ${facts} where week_no = ${weekNo}::int`.execute(tx)
}

const bitsEach = 4
const placeOf = (position: Position): number => positions.indexOf(position)
const oneOf = (position: Position): number => 2 ** (bitsEach * placeOf(position))

/** Unpacks the number of players of each position: four bits per position. */
function unpacked(packed: number): Counts {
  const [GK = 0, DF = 0, MF = 0, FW = 0] = positions.map((_, at) => (packed >> (bitsEach * at)) & 15)
  return { GK, DF, MF, FW }
}

/**
 * The facts that decide the substitutions of a team: its formation and absent players as packed counts, and the bench in base 5, where a
 * digit is 0 for a player who did not take part, or 1 plus the index of his position.
 */
type Pattern = { readonly formation: number; readonly absent: number; readonly bench: number }

const benchPlaces = positions.length + 1

/** The bench players who come in for a pattern, one bit per bench place. */
function substitutesOf({ formation, absent, bench }: Pattern): number {
  const places = Array.from({ length: benchSize }, (_, at) => Math.floor(bench / benchPlaces ** at) % benchPlaces)
  const benchPlayers = places.map((place) => ({ position: positions[place - 1] ?? 'GK', played: place > 0 }))
  return substitutions(unpacked(formation), unpacked(absent), benchPlayers).reduce(
    (bits, { bench: at }) => bits + 2 ** at,
    0,
  )
}

/**
 * Sets the points of every team of a week, in statements over all teams: the points of the eleven, those of the captain again, and those of
 * bench players who come in. Teams with absent players are grouped by pattern, and the substitution rule runs once per pattern.
 */
export async function scoreTeams(tx: Tx, weekNo: number, players: readonly Scored[]): Promise<void> {
  invariant(
    players.every(({ n }, at) => n === at + 1),
    'the players of a week must be numbered from 1 without gaps',
  )
  const list = (value: (one: Scored) => number): RawBuilder<unknown> => sql`${players.map(value)}::int[]`
  const points = list((one) => pointsOf(one.position, one))
  const absent = list((one) => (tookPart(one) ? 0 : oneOf(one.position)))
  const formation = list((one) => oneOf(one.position))
  const place = list((one) => (tookPart(one) ? placeOf(one.position) + 1 : 0))
  const eleven = (values: string): RawBuilder<unknown> =>
    sql.raw(Array.from({ length: elevenSize }, (_, at) => `v.${values}[t.players[${at + 1}]]`).join(' + '))
  const bench = sql.raw(
    Array.from({ length: benchSize }, (_, at) => `v.place[t.bench[${at + 1}]] * ${benchPlaces ** at}`).join(' + '),
  )
  const each = (at: number): RawBuilder<unknown> =>
    sql.raw(`case when s.bits & ${2 ** at} > 0 then v.points[t.bench[${at + 1}]] else 0 end`)
  const values = sql`(select ${points} as points, ${absent} as absent, ${formation} as formation, ${place} as place) v`

  const patterns = await queryRows<Pattern>(tx)`
    select distinct ${eleven('formation')} as formation, ${eleven('absent')} as absent, ${bench} as bench
    from fantasy.team t, ${values}
    where t.week_no = ${weekNo}::int and ${eleven('absent')} > 0`
  const known = patterns.map((pattern) => ({ ...pattern, bits: substitutesOf(pattern) })).filter(({ bits }) => bits > 0)
  await sql`
    with s as materialized (
      select * from unnest(${known.map((one) => one.formation)}::int[], ${known.map((one) => one.absent)}::int[],
        ${known.map((one) => one.bench)}::int[], ${known.map((one) => one.bits)}::int[]) s (formation, absent, bench, bits)),
    scored as (
      select t.bettor_id, ${eleven('points')} + v.points[t.captain]
        + coalesce(${each(0)} + ${each(1)} + ${each(2)} + ${each(3)}, 0) as points
      from fantasy.team t cross join ${values}
        left join s on s.absent = ${eleven('absent')} and s.formation = ${eleven('formation')} and s.bench = ${bench}
      where t.week_no = ${weekNo}::int)
    update fantasy.team t set points = scored.points from scored
    where t.week_no = ${weekNo}::int and t.bettor_id = scored.bettor_id and t.points <> scored.points`.execute(tx)
}
