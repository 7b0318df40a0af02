import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Widths = { readonly id: string; readonly width?: number; readonly end?: boolean }
type Room = {
  /** What the columns have in common that the widths were measured for. */
  readonly of: string
  /** How many pixels wider than declared a column of numbers is. */
  readonly extra: Readonly<Record<string, number>>
  /** How wide the table has to be for them; undefined while none is wider. */
  readonly leastPx: number | undefined
}

/** What a column without a width keeps, in pixels. */
const restPx = 96
const extraMaxPx = 200

/**
 * Room for numbers: a cut number reads as another number, so a column of numbers grows to the longest in sight, and a table that has no room
 * for it scrolls sideways. Columns do not shrink again while the table has the same ones. They are measured in the frame after another row
 * is in sight, which `seen` names, once the table no longer scrolls.
 */
export function useNumberRoom(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Widths[],
  { isStill, seen }: { isStill: boolean; seen: string },
): Omit<Room, 'of'> {
  const of = columns.map(({ id }) => id).join(' ')
  const [room, setRoom] = useState<Room>(noRoom)
  const extra = room.of === of ? room.extra : noRoom.extra
  const grow = useEffectEvent(() => {
    const table = scroller.current?.querySelector('table')
    if (!table) return
    const missing = missingPx(table, columns)
    if (Object.keys(missing).length === 0) return
    const grown: Record<string, number> = { ...extra }
    for (const [id, px] of Object.entries(missing)) grown[id] = Math.min((grown[id] ?? 0) + px, extraMaxPx)
    if (Object.entries(grown).every(([id, px]) => extra[id] === px)) return
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
    const isShown = (n: number): boolean => (heads[n]?.clientWidth ?? 0) > 0
    const leastPx = columns.reduce((sum, { id, width }, n) => {
      return isShown(n) ? sum + (width ?? restPx) + (grown[id] ?? 0) : sum
    }, 0)
    setRoom({ of, extra: grown, leastPx })
  })
  useEffect(() => {
    if (!isStill) return
    const frame = requestAnimationFrame(() => grow())
    return () => cancelAnimationFrame(frame)
  }, [isStill, seen, of, room])
  return { extra, leastPx: room.of === of ? room.leastPx : undefined }
}

const noRoom: Room = { of: '', extra: {}, leastPx: undefined }

/** By how many pixels the longest number in sight of each column is longer than its place. */
function missingPx(table: HTMLTableElement, columns: readonly Widths[]): Record<string, number> {
  const missing: Record<string, number> = {}
  for (const row of table.tBodies[0]?.rows ?? []) {
    // The space for rows out of sight and the name of a group are one cell.
    if (row.cells.length !== columns.length) continue
    for (const [n, { id, end, width }] of columns.entries()) {
      const cell = end && width !== undefined ? row.cells[n] : undefined
      if (!cell || cell.clientWidth === 0) continue
      const over = cell.scrollWidth - cell.clientWidth
      if (over > 0) missing[id] = Math.max(missing[id] ?? 0, over + 1)
    }
  }
  return missing
}
