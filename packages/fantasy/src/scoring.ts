import type { Position } from './team.ts'

/** What a player did in a week: the matches that he started, his goals, and the starts in which his club conceded none. */
export type Deeds = { readonly starts: number; readonly goals: number; readonly cleanSheets: number }

export const noDeeds: Deeds = { starts: 0, goals: 0, cleanSheets: 0 }

const startPoints = 2
const goalPoints: Readonly<Record<Position, number>> = { GK: 6, DF: 6, MF: 5, FW: 4 }
const cleanSheetPoints: Readonly<Record<Position, number>> = { GK: 4, DF: 4, MF: 0, FW: 0 }

/** A part of a player's points: `times` × `each`. */
export type Part = {
  readonly what: 'start' | 'goal' | 'clean_sheet' | 'captain'
  readonly times: number
  readonly each: number
  readonly points: number
}

/** What a player brings to a team, part by part; parts of nothing are left out. The captain's points count once more. */
export function partsOf(position: Position, deeds: Deeds, { captain }: { captain: boolean }): Part[] {
  const parts = [
    part('start', deeds.starts, startPoints),
    part('goal', deeds.goals, goalPoints[position]),
    part('clean_sheet', deeds.cleanSheets, cleanSheetPoints[position]),
  ].filter(({ points }) => points > 0)
  const sum = parts.reduce((total, { points }) => total + points, 0)
  return captain && sum > 0 ? [...parts, part('captain', 1, sum)] : parts
}

/** A player's points of a week, without the captain's double. */
export const pointsOf = (position: Position, { starts, goals, cleanSheets }: Deeds): number =>
  starts * startPoints + goals * goalPoints[position] + cleanSheets * cleanSheetPoints[position]

/** Whether a player took part: he started a match, or came on and scored. The bench comes in for who did not. */
export const tookPart = ({ starts, goals }: Deeds): boolean => starts > 0 || goals > 0

function part(what: Part['what'], times: number, each: number): Part {
  return { what, times, each, points: times * each }
}
