import type { SimCompetition, SimTeam } from './competition.ts'

/** A scheduled match; `kickOff` is 'HH:MM' in Africa/Nairobi on the requested day. */
export type SimFixture = { readonly home: SimTeam; readonly away: SimTeam; readonly kickOff: string }

/**
 * The matches of a competition on a calendar day of Africa/Nairobi, given as days since 1970-01-01; earliest first, none
 * on a day without matches. A run of consecutive match days is one round, in which no team plays twice. Rounds repeat
 * indefinitely: every team meets every other at home and away, then the next season starts.
 */
export function fixturesOn(competition: SimCompetition, dayNumber: number): SimFixture[] {
  const day = matchDay(competition.days, dayNumber)
  if (!day) return []
  const { teams, kickOffs } = competition
  return pairings(teams, day.round)
    .filter((_, index) => modulo(index + day.round, day.length) === day.position)
    .map((pair, index) => ({ ...pair, kickOff: kickOffs[index % kickOffs.length] ?? '' }))
    .toSorted((one, other) => one.kickOff.localeCompare(other.kickOff))
}

type MatchDay = { round: number; position: number; length: number }

/** The round of a day, the day's position in that round, and the number of days of the round. */
function matchDay(days: readonly number[], dayNumber: number): MatchDay | undefined {
  const runs = runsOf(days)
  const first = runs[0]?.[0]
  if (first === undefined) return undefined
  const weekday = weekdayOf(dayNumber)
  const index = runs.findIndex((run) => run.includes(weekday))
  const run = runs[index]
  if (!run) return undefined
  const week = Math.floor((dayNumber - firstDayOn(first)) / 7)
  return { round: week * runs.length + index, position: run.indexOf(weekday), length: run.length }
}

/** Groups weekdays into runs of consecutive days; a run may continue from Saturday to Sunday. */
function runsOf(days: readonly number[]): number[][] {
  const start = days.find((day) => !days.includes((day + 6) % 7)) ?? days[0] ?? 0
  const runs: number[][] = []
  let open: number[] | undefined
  for (let step = 0; step < 7; step += 1) {
    const day = (start + step) % 7
    if (!days.includes(day)) open = undefined
    else if (open) open.push(day)
    else runs.push((open = [day]))
  }
  return runs
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(dayNumber: number): number {
  return modulo(dayNumber + 4, 7)
}

function firstDayOn(weekday: number): number {
  return modulo(weekday - 4, 7)
}

/**
 * A round by the circle method: one team is fixed, the others rotate. Home and away alternate, and are swapped in the second
 * half of a season. With an odd number of teams, one rests.
 */
function pairings(teams: readonly SimTeam[], round: number): { home: SimTeam; away: SimTeam }[] {
  const rotating = teams.length % 2 === 0 ? teams.length - 1 : teams.length
  const inSeason = modulo(round, 2 * rotating)
  const turn = inSeason % rotating
  const pairs: { home: SimTeam; away: SimTeam }[] = []
  for (let step = 0; step <= (rotating - 1) / 2; step += 1) {
    const one = teams[(turn + step) % rotating]
    const other = step === 0 ? teams[rotating] : teams[modulo(turn - step, rotating)]
    if (!one || !other) continue
    const oneAtHome = ((step === 0 ? turn : step) % 2 === 0) === inSeason < rotating
    pairs.push(oneAtHome ? { home: one, away: other } : { home: other, away: one })
  }
  return pairs
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
