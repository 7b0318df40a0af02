/** The words of a name without accents, signs and case. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/**
 * Whether the name that a provider gives for a phone can be the account's: each word of one is a word of the other or its initial, and one is
 * a whole word. "KEVIN O OTIENO" can be Kevin Odhiambo Otieno; "G. Njoroge" cannot be Grace Njau.
 */
export function namesAgree(provider: string, account: string): boolean {
  const [given, own] = [wordsOf(provider), wordsOf(account)]
  return isPartOf(given, own) || isPartOf(own, given)
}

function isPartOf(words: readonly string[], name: readonly string[]): boolean {
  const isInitial = (word: string) => word.length === 1 && name.some((one) => one.startsWith(word))
  return (
    words.some((word) => word.length > 1 && name.includes(word)) &&
    words.every((word) => name.includes(word) || isInitial(word))
  )
}
