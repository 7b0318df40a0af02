import type { Score } from '@nare/bets/result'

/** The result of a finished match. */
export type LeagueResult = { readonly home: string; readonly away: string; readonly score: Score }

export type Form = 'W' | 'D' | 'L'

/** A row of the league table. `form` lists the last five results, newest last. */
export type Standing = {
  readonly position: number
  readonly team: string
  readonly played: number
  readonly won: number
  readonly drawn: number
  readonly lost: number
  readonly goals_for: number
  readonly goals_against: number
  readonly points: number
  readonly form: readonly Form[]
}

const formMax = 5
const pointsOf: Readonly<Record<Form, number>> = { W: 3, D: 1, L: 0 }

/**
 * The league table after these results, which are in the order of the matches. Teams are ranked by points, goal difference, goals scored,
 * the points in matches between teams that are still level, and name.
 */
export function standingsOf(teams: readonly string[], results: readonly LeagueResult[]): Standing[] {
  const rows = teams.map((team) => rowOf(team, results))
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = `${row.points} ${row.goals_for - row.goals_against} ${row.goals_for}`
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  const ranked = [...groups.values()]
    .toSorted(([a], [b]) => (a && b ? byRank(a, b) : 0))
    .flatMap((level) => (level.length === 1 ? level : headToHead(level, results)))
  return ranked.map((row, at) => ({ position: at + 1, ...row }))
}

type Row = Omit<Standing, 'position'>

function rowOf(team: string, results: readonly LeagueResult[]): Row {
  let [goals_for, goals_against] = [0, 0]
  const form: Form[] = []
  for (const { home, away, score } of results) {
    if (home !== team && away !== team) continue
    const [own, other] = home === team ? [score.home, score.away] : [score.away, score.home]
    goals_for += own
    goals_against += other
    form.push(own > other ? 'W' : own === other ? 'D' : 'L')
  }
  const count = (of: Form) => form.filter((one) => one === of).length
  return {
    team,
    played: form.length,
    won: count('W'),
    drawn: count('D'),
    lost: count('L'),
    goals_for,
    goals_against,
    points: form.reduce((sum, one) => sum + pointsOf[one], 0),
    form: form.slice(-formMax),
  }
}

function byRank(a: Row, b: Row): number {
  const difference = (row: Row) => row.goals_for - row.goals_against
  return b.points - a.points || difference(b) - difference(a) || b.goals_for - a.goals_for
}

function headToHead(level: readonly Row[], results: readonly LeagueResult[]): Row[] {
  const names = new Set(level.map(({ team }) => team))
  const between = results.filter(({ home, away }) => names.has(home) && names.has(away))
  const points = new Map(level.map(({ team }) => [team, rowOf(team, between).points]))
  return level.toSorted((a, b) => (points.get(b.team) ?? 0) - (points.get(a.team) ?? 0) || (a.team < b.team ? -1 : 1))
}
