import { lineText } from '@nare/bets/markets/line'
import type { Market } from '@nare/bets/markets/markets'
import type { Grid } from './grid.ts'
import type { MarketGrid } from './market-grids.ts'

/** The number of half lines of a total, starting at the current goals, and the number of quarter lines on each side of the level handicap. */
const totalCount: Readonly<Record<string, number>> = { '18': 6, '19': 3, '20': 3, '36': 3, '37': 3, '68': 3, '90': 3 }
const firstTotal: Readonly<Record<string, number>> = { '36': 1.5, '37': 1.5 }
const quartersAround: Readonly<Record<string, number>> = { '16': 3, '66': 2 }
const restOfMatch = '7'
const starts = ['0:1', '1:0', '0:2', '2:0']

/** Soccer lines stay below ten, so that the `ucn` of each outcome is unique within a match. */
const lineMax = 10

/**
 * The lines offered on a soccer market: totals on half goals from the current count, Asian handicaps in quarter steps around
 * the level line, the number of the next goal. The rest of the match is offered from the first goal: before it, it is the 1X2.
 */
export function linesOf(of: Market, marketGrid: MarketGrid): string[] {
  if (of.line === 'none') return of.id === restOfMatch && marketGrid.goals === 0 ? [] : ['']
  if (of.line === 'start') return starts
  if (of.line === 'goal') return [String(marketGrid.goals + 1)]
  const lines = of.line === 'asian' ? handicaps(of.id, marketGrid.grid) : totals(of.id, counted(of.id, marketGrid))
  return lines.filter((line) => Math.abs(line) < lineMax).map((line) => lineText(line * 4))
}

function counted(marketId: string, { from }: MarketGrid): number {
  if (marketId === '19') return from.home
  return marketId === '20' ? from.away : from.home + from.away
}

function totals(marketId: string, from: number): number[] {
  const first = from + (firstTotal[marketId] ?? 0.5)
  return Array.from({ length: totalCount[marketId] ?? 3 }, (_, i) => first + i)
}

function handicaps(marketId: string, grid: Grid): number[] {
  let lead = 0
  for (let h = 0; h < grid.size; h++) {
    for (let a = 0; a < grid.size; a++) lead += (h - a) * (grid.cells[h * grid.size + a] ?? 0)
  }
  const level = Math.round(-lead * 4)
  const around = quartersAround[marketId] ?? 2
  return Array.from({ length: 2 * around + 1 }, (_, i) => (level + i - around) / 4 + 0)
}
