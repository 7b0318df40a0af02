import { foldedText } from '@nare/contract/letters'

/** Normalises names for search: lower case, no accents, plain Latin letters, only letters, digits and single spaces. */
export const searchText = (...names: readonly string[]): string =>
  foldedText(names.join(' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
