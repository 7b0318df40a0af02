import { outcomes, type Outcome } from './terms.ts'

/** The number of lines of a ticket with each outcome: home, draw and away of the first match, then of the second, and so on. */
export function crowdOf(picks: readonly (readonly Outcome[])[], lines: number): number[] {
  return picks.flatMap((picked) => outcomes.map((outcome) => (picked.includes(outcome) ? lines / picked.length : 0)))
}

/** Whole percentages of these counts that sum to 100 (largest remainder method); all 0 if the counts are 0. */
export function percentages(counts: readonly number[]): number[] {
  const sum = counts.reduce((total, count) => total + count, 0)
  if (sum === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / sum)
  const down = exact.map(Math.floor)
  const left = 100 - down.reduce((total, percent) => total + percent, 0)
  const order = exact.map((percent, at) => ({ at, rest: percent - Math.floor(percent) }))
  order.sort((a, b) => b.rest - a.rest || a.at - b.at)
  for (const { at } of order.slice(0, left)) down[at] = (down[at] ?? 0) + 1
  return down
}
