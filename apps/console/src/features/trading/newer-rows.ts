import type { BoardRow } from '@nare/contract/operator-trading-board'
import { isGone, isInPlay } from './words.ts'

/**
 * The board as it was read, with the rows that were pushed since: of two of a match the one with the higher version counts, new matches come in,
 * and those that are over go. In play first, then by start. Rows that have not changed stay the same objects.
 */
export function newerRows(read: readonly BoardRow[], pushed: ReadonlyMap<string, BoardRow>): readonly BoardRow[] {
  const known = new Set(read.map(({ match_id }) => match_id))
  const merged = read.map((row) => {
    const live = pushed.get(row.match_id)
    return live && live.version > row.version ? live : row
  })
  const added = [...pushed.values()].filter(({ match_id }) => !known.has(match_id))
  return [...merged, ...added].filter((row) => !isGone(row)).toSorted(inOrder)
}

function inOrder(one: BoardRow, other: BoardRow): number {
  const [a, b] = [isInPlay(one), isInPlay(other)]
  if (a !== b) return a ? -1 : 1
  if (one.start_time !== other.start_time) return one.start_time < other.start_time ? -1 : 1
  return Number(one.match_id) - Number(other.match_id)
}
