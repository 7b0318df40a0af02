/** Names as they are searched: lower case, without accents, only letters, digits and single spaces. */
export function plainWords(...names: readonly string[]): string {
  return names
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
