import { sql } from 'kysely'
import type { Score } from '@nare/bets/result'
import type { Progress } from '@nare/bets/grading/still-open'
import { queryRows, type Db, type Tx } from '#platform/db'
import { progressOf } from './open-lines.ts'

/** The columns of a match by which outcomes close. */
export type ProgressColumns = {
  minute: number | null
  home_score: number | null
  away_score: number | null
  half_home: number | null
  half_away: number | null
  home_reds: number
  away_reds: number
  home_corners: number | null
  away_corners: number | null
  home_yellows: number | null
  away_yellows: number | null
  periods: Score[] | null
}

/** Selects `ProgressColumns` of the match `m`. */
export const progressColumns = sql`m.minute, m.home_score, m.away_score, m.half_home, m.half_away, m.home_reds, m.away_reds,
  m.home_corners, m.away_corners, m.home_yellows, m.away_yellows, m.periods`

/** The progress in a row; undefined before the match has begun. */
export function progressIn(row: ProgressColumns): Progress | undefined {
  return progressOf({
    minute: row.minute,
    score: scoreOf(row.home_score, row.away_score),
    halfTime: scoreOf(row.half_home, row.half_away),
    reds: { home: row.home_reds, away: row.away_reds },
    corners: scoreOf(row.home_corners, row.away_corners),
    yellows: scoreOf(row.home_yellows, row.away_yellows),
    periods: row.periods,
  })
}

const scoreOf = (home: number | null, away: number | null): Score | null =>
  home === null || away === null ? null : { home, away }

/** The progress of those of the matches that have begun. */
export async function progressOfMatches(
  on: Db | Tx,
  matchIds: readonly number[],
): Promise<Map<number, Progress | undefined>> {
  const rows = await queryRows<ProgressColumns & { id: number }>(on)`
    select m.id, ${progressColumns} from catalog.match m
    where m.id = any(${matchIds}::int[]) and (m.home_score is not null or m.minute is not null)`
  return new Map(rows.map((row) => [row.id, progressIn(row)]))
}
