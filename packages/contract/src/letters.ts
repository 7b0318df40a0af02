/** Latin letters that have no mark to remove, in the letters that a keyboard without them has instead. */
const latin = new Map(
  Object.entries({
    ...{ ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'ng', ə: 'e', ø: 'o', þ: 'th', æ: 'ae', œ: 'oe', ß: 'ss' },
  }),
)
const letters = new RegExp(`[${[...latin.keys()].join('')}]`, 'g')

/** The plain form of a Latin letter that has no mark to remove; undefined for all other letters. Capitals stay capitals. */
export function plainLatin(letter: string): string | undefined {
  const small = latin.get(letter)
  if (small !== undefined) return small
  const plain = latin.get(letter.toLowerCase())
  return plain && (letter === 'ẞ' ? 'SS' : plain.charAt(0).toUpperCase() + plain.slice(1))
}

/** A text as searches and names are compared: lower case, without accents, with plain Latin letters. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(letters, (letter) => latin.get(letter) ?? letter)
