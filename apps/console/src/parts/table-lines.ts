/** A line of a table: the row at a place, or with a `name` the head of the group that begins with this row. */
export type TableLine = { readonly at: number; readonly name?: string }

/** The lines of so many rows, with a head before the first row of each group. */
export function linesOf(rows: number, groupOf: ((at: number) => string) | undefined): readonly TableLine[] {
  const lines: TableLine[] = []
  let before: string | undefined
  for (let at = 0; at < rows; at++) {
    const name = groupOf?.(at)
    if (name !== undefined && name !== before) lines.push({ at: -1 - at, name })
    before = name
    lines.push({ at })
  }
  return lines
}
