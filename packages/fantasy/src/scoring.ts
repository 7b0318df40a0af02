import type { Position } from './team.ts'

/** The results of a player in a week: the matches he started, his goals, and the matches he started in which his club conceded no goal. */
export type PlayerStats = { readonly starts: number; readonly goals: number; readonly cleanSheets: number }

export const noStats: PlayerStats = { starts: 0, goals: 0, cleanSheets: 0 }

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

/** The points of a player for a team, part by part, without parts of 0 points. The captain's points count twice. */
export function partsOf(position: Position, stats: PlayerStats, { captain }: { captain: boolean }): Part[] {
  const parts = [
    part('start', stats.starts, startPoints),
    part('goal', stats.goals, goalPoints[position]),
    part('clean_sheet', stats.cleanSheets, cleanSheetPoints[position]),
  ].filter(({ points }) => points > 0)
  const sum = parts.reduce((total, { points }) => total + points, 0)
  return captain && sum > 0 ? [...parts, part('captain', 1, sum)] : parts
}

/** A player's points in a week, without the doubling for the captain. */
export const pointsOf = (position: Position, { starts, goals, cleanSheets }: PlayerStats): number =>
  starts * startPoints + goals * goalPoints[position] + cleanSheets * cleanSheetPoints[position]

/** Whether a player took part: he started a match, or came on and scored. A bench player replaces one who did not. */
export const tookPart = ({ starts, goals }: PlayerStats): boolean => starts > 0 || goals > 0

function part(what: Part['what'], times: number, each: number): Part {
  return { what, times, each, points: times * each }
}
