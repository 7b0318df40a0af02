export type GridSize = { columns: number; rowPx: number; count: number }

/** Rows rendered beyond the visible ones, above and below. */
const spareRows = 3

export type Shown = { first: number; last: number; abovePx: number; belowPx: number }

/**
 * Which items of a grid are rendered: those in rows between `fromPx` and `toPx` from the top of the grid, and some spare rows. Padding
 * above and below reserves the space of the others, so that nothing moves.
 */
export function shownItems(
  { columns, rowPx, count }: GridSize,
  { fromPx, toPx }: { fromPx: number; toPx: number },
): Shown {
  const rows = Math.ceil(count / columns)
  const clamp = (row: number): number => Math.max(0, Math.min(rows, row))
  const firstRow = clamp(Math.floor(fromPx / rowPx) - spareRows)
  const lastRow = Math.max(firstRow, clamp(Math.ceil(toPx / rowPx) + spareRows))
  return {
    first: firstRow * columns,
    last: Math.min(count, lastRow * columns),
    abovePx: firstRow * rowPx,
    belowPx: (rows - lastRow) * rowPx,
  }
}
