import { outcomes, type Outcome } from './terms.ts'

/** How many lines of a ticket have each outcome of each match: match by match home, draw, away. */
export function crowdOf(picks: readonly (readonly Outcome[])[], lines: number): number[] {
  return picks.flatMap((picked) => outcomes.map((outcome) => (picked.includes(outcome) ? lines / picked.length : 0)))
}

/** Whole percentages of these counts that sum to 100 (largest remainders first); all 0 where nothing was counted. */
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
