import type { BoardRow } from '@nare/contract/operator-trading-board'
import { isoDay } from '@nare/ui/format'
import { isInPlay, isOldPrice, stateOf } from './words.ts'

/** The filters of the board as its address has them. */
export type BoardFilters = {
  readonly live?: string | undefined
  readonly sport?: string | undefined
  readonly day?: string | undefined
  readonly show?: string | undefined
  readonly q?: string | undefined
}

export const shows = ['bets', 'old', 'asking', 'loses'] as const
export type Show = (typeof shows)[number]
export const showText: Readonly<Record<Show, string>> = {
  bets: 'With bets',
  old: 'Old price',
  asking: 'Held or by hand',
  loses: 'Can lose',
}

/** Whether a row is shown for what a person has to know. */
export function isShown(row: BoardRow, show: string | undefined): boolean {
  if (show === 'bets') return row.bets > 0
  if (show === 'old') return isOldPrice(row)
  if (show === 'asking') return stateOf(row).isAsking
  return show === 'loses' ? Number(row.worst) > 0 : true
}

const dayMs = 86_400_000
const days = new Map<string, string>()

/** The day of a start in the country; thousands of matches have the same few starts. */
function dayOf(iso: string): string {
  const known = days.get(iso) ?? isoDay(Date.parse(iso))
  if (days.size > 5_000) days.clear()
  days.set(iso, known)
  return known
}

/** How many rows each choice of the filters has, counted in one pass. */
export type BoardCounts = { all: number; live: number; today: number; tomorrow: number; show: Record<Show, number> }

export function countsOf(rows: readonly BoardRow[], nowMs: number): BoardCounts {
  const [today, tomorrow] = [isoDay(nowMs), isoDay(nowMs + dayMs)]
  const counts: BoardCounts = {
    ...{ all: rows.length, live: 0, today: 0, tomorrow: 0 },
    show: { bets: 0, old: 0, asking: 0, loses: 0 },
  }
  for (const row of rows) {
    const isLive = isInPlay(row)
    const day = isLive ? undefined : dayOf(row.start_time)
    if (isLive) counts.live++
    if (isLive || day === today) counts.today++
    if (isLive || day === tomorrow) counts.tomorrow++
    for (const show of shows) if (isShown(row, show)) counts.show[show]++
  }
  return counts
}

/** The rows that match the filters. */
export function filtered(rows: readonly BoardRow[], filters: BoardFilters, nowMs: number): readonly BoardRow[] {
  const { live, sport, day, show, q = '' } = filters
  const text = q.trim().toLowerCase()
  const wanted = day === 'today' ? isoDay(nowMs) : day === 'tomorrow' ? isoDay(nowMs + dayMs) : undefined
  if (!live && !sport && !wanted && !show && text === '') return rows
  return rows.filter(
    (row) =>
      (!live || isInPlay(row) === (live === 'true')) &&
      (!sport || row.sport_id === sport) &&
      (wanted === undefined || isInPlay(row) || dayOf(row.start_time) === wanted) &&
      isShown(row, show) &&
      (text === '' ||
        `${row.home_team} ${row.away_team} ${row.competition} ${row.game_id}`.toLowerCase().includes(text)),
  )
}
