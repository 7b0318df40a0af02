import type { boards } from '@nare/contract/boards'
import type { Answer } from '@nare/contract/route'
import { grouped } from '@nare/ui/format'

export type Board = Answer<typeof boards.leaderboard>
export type Row = Board['data'][number]

/** The number of rows per page; equal to the server's `meta.limit`. */
export const perPage = 50

/** The page of a rank, from 1. */
export const pageOfRank = (rank: number): number => Math.max(1, Math.ceil(rank / perPage))

/** The text of points: 1,240, 40.25, 0. */
export const pointsText = (points: Row['points']): string =>
  Number(points) === 0 ? '0' : grouped(Number(points).toFixed(2))

/** True if a row shares its rank with a neighbour on its page. */
export function isTied(rows: readonly Row[], index: number): boolean {
  const rank = rows[index]?.rank
  return rank !== undefined && (rows[index - 1]?.rank === rank || rows[index + 1]?.rank === rank)
}

/** "▲2", "▼1", or "=" for an unchanged rank. */
export const moveText = (move: number): string => (move === 0 ? '=' : move > 0 ? `▲${move}` : `▼${-move}`)

/**
 * Combines a displayed page with a newer response. If every player keeps the rank, the page gets the new points. Otherwise the page
 * stays, so that no row moves while the bettor taps, and `newer` is true.
 */
export function merged(shown: Board, latest: Board): { shown: Board; newer: boolean } {
  const stays =
    shown.data.length === latest.data.length &&
    latest.data.every((row, index) => {
      const before = shown.data[index]
      return before?.rank === row.rank && before.player === row.player && before.mine === row.mine
    })
  return stays ? { shown: latest, newer: false } : { shown: { ...latest, data: shown.data }, newer: true }
}

/**
 * The points between a bettor and the last place of the next better prize, with the rank of that place; undefined if the bettor
 * has the best prize, or if that place is not among the rows.
 */
export function behindPrize(mine: Row, board: Board): { points: number; rank: number } | undefined {
  const better = (board.prizes ?? []).filter(({ to }) => to < mine.rank).toSorted((a, b) => b.to - a.to)[0]
  const last = better && board.data.findLast(({ rank }) => rank <= better.to)
  // The page may end before that place.
  const reaches = better && board.data.some(({ rank }) => rank >= better.to)
  if (!better || !last || !reaches) return undefined
  const points = Math.round((Number(last.points) - Number(mine.points)) * 100) / 100
  return points > 0 ? { points, rank: better.to } : undefined
}

/** The page numbers to choose from: the first, the last and those around the current page; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = new Set([1, page - 1, page, page + 1, pages])
  const numbers = [...near].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b)
  return numbers.flatMap((number, index) =>
    index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? [null, number] : [number],
  )
}

/** The time left until a period ends, in days, hours and minutes; never negative. */
export function timeLeft(endsAt: string, nowMs: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.ceil((Date.parse(endsAt) - nowMs) / 60_000))
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
