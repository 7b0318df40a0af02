/** Whether every word of a text that is searched for stands somewhere in these parts of a row, whatever its case. */
export function hasWords(parts: readonly string[], text: string): boolean {
  const within = parts.join('\n').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word))
}
