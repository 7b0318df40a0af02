import { latinText } from '#platform/latin-text'

/** The characters outside of Latin-1 that PDF's built-in fonts contain (WinAnsi). */
const drawable = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/** Converts a text to characters that the built-in fonts can draw: all others have their Latin form. */
export const plainLetters = (text: string): string => latinText(text, isDrawable)

function isDrawable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad) || drawable.has(letter)
}
