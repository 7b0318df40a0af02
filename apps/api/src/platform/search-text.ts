/** Normalises names for search: lower case, no accents, only letters, digits and single spaces. */
export function searchText(...names: readonly string[]): string {
  return names
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
