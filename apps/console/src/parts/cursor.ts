/** The row that had the cursor last, and the rows beside it. */
export type Cursor = { readonly id: string; readonly next: string | undefined; readonly previous: string | undefined }

/**
 * The place to which the cursor moves from its last row, which was closed or has left the list: the row beside it, so that somebody who works
 * through a queue goes on where the decided row was. At the top if no row of that place is left.
 */
export function steppedAt(indexOf: (id: string) => number, cursor: Cursor | undefined, by: 1 | -1): number {
  if (!cursor) return 0
  const at = indexOf(cursor.id)
  if (at >= 0) return at + by
  const beside = by > 0 ? [cursor.next, cursor.previous] : [cursor.previous, cursor.next]
  const places = beside.map((id) => (id === undefined ? -1 : indexOf(id)))
  return places.find((place) => place >= 0) ?? 0
}
