import type { BoardRow } from '@nare/contract/operator-trading-board'
import { isGone, isInPlay } from './words.ts'

type Moves = Readonly<Record<string, 'up' | 'down'>>

/** A row of the board, with where its prices went lately. */
export type BoardLine = BoardRow & { readonly moved?: Moves | undefined }

type Given = {
  readonly nowMs: () => number
  /** Runs something before the next frame. */
  readonly nextFrame: (run: () => void) => void
  /** A pushed state as a row; undefined if it is none. */
  readonly rowOf: (state: unknown) => BoardRow | undefined
}

/** The list is put in order again so often at most: rows in sight change at once. */
const orderEveryMs = 1_000
/** Rows out of sight are taken for so long in a frame, the others in the next ones. */
const takeMsMax = 4
/** So long a move of a price is news. */
const movedForMs = 60_000

/**
 * The newest row of each match. A row in sight is told of its change in the same frame; the list of all of them is a new one once a second at
 * most, because 10,000 matches that move would otherwise be put in order in every frame.
 */
export function openBoardRows({ nowMs, nextFrame, rowOf }: Given) {
  const rows = new Map<string, BoardLine>()
  const watched = new Map<string, Set<() => void>>()
  const pending = new Map<string, unknown>()
  const taken = new Map<string, unknown>()
  /** When a price of a match last moved, the longest ago first. */
  const movedAt = new Map<string, number>()
  /** Matches that the last read lacked. */
  const lacking = new Set<string>()
  const listeners = new Set<() => void>()
  let list: readonly BoardLine[] = []
  let orderedMs = -Infinity
  let isPlanned = false
  let isChanged = false

  function put(next: BoardRow): void {
    const before = rows.get(next.match_id)
    if (before && before.version >= next.version) return
    const moved = before && movesOf(before, next)
    if (moved && moved !== before.moved) {
      movedAt.delete(next.match_id)
      movedAt.set(next.match_id, nowMs())
    }
    replace(moved ? { ...next, moved } : next)
  }

  function replace(row: BoardLine): void {
    rows.set(row.match_id, row)
    isChanged = true
    for (const listener of watched.get(row.match_id) ?? []) listener()
  }

  function takeOne(id: string, state: unknown): void {
    pending.delete(id)
    const row = rowOf(state)
    if (row) put(row)
  }

  function forgetMoves(): void {
    for (const [id, atMs] of movedAt) {
      if (nowMs() - atMs < movedForMs) break
      movedAt.delete(id)
      const row = rows.get(id)
      if (row?.moved) replace({ ...row, moved: undefined })
    }
  }

  function order(): void {
    for (const [id, row] of rows) if (isGone(row)) rows.delete(id)
    const known = new Set(list.map(({ match_id }) => match_id))
    // What was in order is nearly in order still, which sorts fast.
    const before = list.flatMap(({ match_id }) => rows.get(match_id) ?? [])
    list = [...before, ...[...rows.values()].filter(({ match_id }) => !known.has(match_id))].toSorted(inOrder)
    isChanged = false
    orderedMs = nowMs()
    for (const listener of listeners) listener()
  }

  function work(): void {
    isPlanned = false
    const untilMs = nowMs() + takeMsMax
    for (const [id, state] of pending) {
      if (nowMs() >= untilMs) break
      takeOne(id, state)
    }
    if (isChanged && nowMs() - orderedMs >= orderEveryMs) {
      forgetMoves()
      order()
    }
    plan()
  }

  function plan(): void {
    if (isPlanned || (pending.size === 0 && !isChanged)) return
    isPlanned = true
    nextFrame(work)
  }

  return {
    list: (): readonly BoardLine[] => list,
    listen(changed: () => void): () => void {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    /** The newest row of a match, and a call for each newer one. */
    of: (id: string): BoardLine | undefined => rows.get(id),
    watch(id: string, changed: () => void): () => void {
      const set = watched.get(id) ?? new Set()
      watched.set(id, set.add(changed))
      return () => {
        set.delete(changed)
        if (set.size === 0 && watched.get(id) === set) watched.delete(id)
      }
    },
    /** Takes the whole board as it was read. A match that it lacks goes with the second such read: pages that move can miss one. */
    read(read: readonly BoardRow[]): void {
      const kept = new Set(read.map(({ match_id }) => match_id))
      for (const id of rows.keys()) {
        if (kept.has(id)) lacking.delete(id)
        else if (lacking.has(id)) rows.delete(id)
        else lacking.add(id)
      }
      for (const row of read) put(row)
      order()
    },
    /** Takes the states that were pushed, by match; those that it has seen already cost nothing. */
    push(states: Iterable<readonly [id: string, state: unknown]>): void {
      for (const [id, state] of states) {
        if (taken.get(id) === state) continue
        taken.set(id, state)
        if (watched.has(id)) takeOne(id, state)
        else pending.set(id, state)
      }
      plan()
    },
  }
}
export type BoardRows = ReturnType<typeof openBoardRows>

/** Where each price went: of those that have not moved now, where they went before. */
function movesOf(before: BoardLine, next: BoardRow): Moves | undefined {
  const changed = next.prices.flatMap(({ odd_key, price }) => {
    const last = before.prices.find((one) => one.odd_key === odd_key)?.price ?? null
    if (price === null || last === null || price === last) return []
    return [[odd_key, Number(price) > Number(last) ? 'up' : 'down'] as const]
  })
  return changed.length === 0 ? before.moved : { ...before.moved, ...Object.fromEntries(changed) }
}

/** In play first, then by start. */
function inOrder(one: BoardRow, other: BoardRow): number {
  const [a, b] = [isInPlay(one), isInPlay(other)]
  if (a !== b) return a ? -1 : 1
  if (one.start_time !== other.start_time) return one.start_time < other.start_time ? -1 : 1
  return Number(one.match_id) - Number(other.match_id)
}
