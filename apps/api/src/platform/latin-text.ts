import { plainLatin } from '@nare/contract/letters'
import anyAscii from 'any-ascii'

/** Vowels of the Arabic script, which the library leaves out. */
const vowels = new Map(Object.entries({ ا: 'a', أ: 'a', إ: 'i', آ: 'a', ى: 'a', ة: 'a', ع: 'a' }))

/**
 * A text in which every letter that is not kept has its Latin form, such as "Spartak Moskva" for "Спартак Москва". A word of a script without
 * capitals begins with one. By default only ASCII is kept.
 */
export function latinText(text: string, isKept: (letter: string) => boolean = isAscii): string {
  if (/^[ -~]*$/.test(text)) return text
  const latin = (part: string): string =>
    Array.from(part, (letter) =>
      isKept(letter) ? letter : (plainLatin(letter) ?? vowels.get(letter) ?? anyAscii(letter)),
    ).join('')
  return text
    .normalize('NFC')
    .split(/([\p{L}\p{M}\p{N}]+)/u)
    .map((part, at) => (at % 2 === 1 ? wordOf(part, latin(part)) : latin(part)))
    .join('')
}

const isAscii = (letter: string): boolean => /[ -~]/.test(letter)

function wordOf(word: string, latin: string): string {
  if (latin === '') return '?'
  return /^\p{Lo}/u.test(word) ? latin.charAt(0).toUpperCase() + latin.slice(1) : latin
}
