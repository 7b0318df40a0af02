/** A line of a table: the row at a place, or with a `name` the head of the group that begins with this row. */
export type TableLine = { readonly at: number; readonly name?: string }

/** The lines of a table. */
export type TableLines = {
  readonly count: number
  readonly lineAt: (line: number) => TableLine | undefined
  /** The line of the row at a place; below zero if there is none. */
  readonly placeOf: (at: number) => number
}

/** The lines of so many rows, with a head before the first row of each group. Without groups nothing is stored for a row. */
export function linesOf(rows: number, groupOf: ((at: number) => string) | undefined): TableLines {
  if (!groupOf)
    return {
      count: rows,
      lineAt: (line) => (line < rows ? { at: line } : undefined),
      placeOf: (at) => (at < rows ? at : -1),
    }
  const lines: TableLine[] = []
  let before: string | undefined
  for (let at = 0; at < rows; at++) {
    const name = groupOf(at)
    if (name !== before) lines.push({ at: -1 - at, name })
    before = name
    lines.push({ at })
  }
  return {
    count: lines.length,
    lineAt: (line) => lines[line],
    placeOf: (at) => lines.findIndex((one) => one.at === at),
  }
}
