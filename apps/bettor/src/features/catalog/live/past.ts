import { isoDay } from '@nare/ui/format'
import { dayMs } from '../days.ts'
import { goalsOf } from '../goals.ts'

/** Today and the days before it: the calendar day in the country's time zone, YYYY-MM-DD, and a time in it. */
export const pastDays = (nowMs: number, count: number): { day: string; iso: string }[] =>
  Array.from({ length: count }, (_, n) => {
    const atMs = nowMs - n * dayMs
    return { day: isoDay(atMs), iso: new Date(atMs).toISOString() }
  })

/** The score after each goal: "1–0", "1–1". */
export const progressOf = (goals: readonly ('home' | 'away')[]): string[] => goalsOf(goals).map(({ score }) => score)

type Of = { competition_id: string; competition_name: string; category: string }
type Competition<Row> = { key: string; name: string; category: string; matches: Row[] }

/** Groups rows by competition, in the order of the server. */
export function byCompetition<Row extends Of>(rows: readonly Row[]): Competition<Row>[] {
  const competitions = new Map<string, Competition<Row>>()
  for (const row of rows) {
    const { competition_id: key, competition_name: name, category } = row
    const competition = competitions.get(key) ?? { key, name, category, matches: [] }
    competition.matches.push(row)
    competitions.set(key, competition)
  }
  return [...competitions.values()]
}
