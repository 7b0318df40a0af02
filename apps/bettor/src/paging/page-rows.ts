/** The rows of a page that no earlier page shows, and the ids of all rows so far. */
export function pageRows<Row>(
  page: Row[],
  earlier: ReadonlySet<string>,
  idOf: (row: Row) => string,
): { rows: Row[]; seen: ReadonlySet<string> } {
  const rows = page.filter((row) => !earlier.has(idOf(row)))
  return { rows: rows.length === page.length ? page : rows, seen: new Set([...earlier, ...rows.map(idOf)]) }
}
