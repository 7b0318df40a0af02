import type { MatchView } from '@nare/contract/catalog'
import type { matchEvents } from '@nare/contract/match-events'
import type { Answer } from '@nare/contract/route'

type Row = Answer<typeof matchEvents.insight>['data']['standing'][number]
export type RowNow = Pick<Row, 'position' | 'team' | 'played' | 'goals_for' | 'goals_against' | 'points'> & {
  /** The places won, below zero lost, by this match. */
  moved: number
}
type Teams = Pick<MatchView, 'home_team' | 'away_team'>

/** A league's table as it is if a match ends at this score: by points, goal difference and goals. Without a score it is unchanged. */
export function tableNow(
  rows: readonly Row[],
  match: Teams,
  score: { home: number; away: number } | undefined,
): RowNow[] {
  if (!score) return rows.map((row) => ({ ...row, moved: 0 }))
  const played = rows.map((row) => {
    if (row.team === match.home_team) return added(row, score.home, score.away)
    return row.team === match.away_team ? added(row, score.away, score.home) : row
  })
  const sorted = played.toSorted(
    (a, b) =>
      b.points - a.points || difference(b) - difference(a) || b.goals_for - a.goals_for || a.position - b.position,
  )
  return sorted.map((row, index) => ({ ...row, position: index + 1, moved: row.position - index - 1 }))
}

const difference = ({ goals_for, goals_against }: Row): number => goals_for - goals_against

function added(row: Row, scored: number, conceded: number): Row {
  const points = scored > conceded ? 3 : scored === conceded ? 1 : 0
  return {
    ...row,
    played: row.played + 1,
    goals_for: row.goals_for + scored,
    goals_against: row.goals_against + conceded,
    points: row.points + points,
  }
}
