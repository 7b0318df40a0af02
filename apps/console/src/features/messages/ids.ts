/** The ids of bettors in a list or in the first column of a CSV: each once, in their order; other cells, such as the head, are left out. */
export function idsOf(list: string): string[] {
  const lines = list.split(/\r?\n/)
  // One line is a list; several lines are rows, whose first cell is the id.
  const cells = lines.length === 1 ? list.split(/[\s,;]+/) : lines.map((line) => line.split(/[,;\t]/)[0] ?? '')
  const ids = cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')).filter((cell) => /^[1-9]\d{0,17}$/.test(cell))
  return [...new Set(ids)]
}
