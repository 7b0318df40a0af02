import { expect, test } from 'vitest'
import { byCompetition, pastDays, progressOf } from './past.ts'

test("results are offered for today and the days before it, by the country's calendar", () => {
  // 23:30 on 30 November in Nairobi.
  const now = Date.parse('2026-11-30T20:30:00Z')
  expect(pastDays(now, 3).map(({ day }) => day)).toEqual(['2026-11-30', '2026-11-29', '2026-11-28'])
  expect(pastDays(now + 3_600_000, 2).map(({ day }) => day)).toEqual(['2026-12-01', '2026-11-30'])
})

test('results of a competition are grouped, in the order of the server', () => {
  const row = (competition_id: string, n: number) => ({ competition_id, competition_name: 'L', category: 'K', n })
  const grouped = byCompetition([row('2', 1), row('1', 2), row('2', 3)])
  expect(grouped.map(({ key, matches }) => [key, matches.map(({ n }) => n)])).toEqual([
    ['2', [1, 3]],
    ['1', [2]],
  ])
})

test('the goals of a result are shown as the score after each', () => {
  expect(progressOf(['away', 'home', 'home'])).toEqual(['0–1', '1–1', '2–1'])
})
