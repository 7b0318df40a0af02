/** The characters outside of Latin-1 that PDF's built-in fonts contain (WinAnsi). */
const drawable = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const transliterations = new Map(
  Object.entries({
    ...{
      ł: 'l',
      Ł: 'L',
      đ: 'd',
      Đ: 'D',
      ħ: 'h',
      Ħ: 'H',
      ı: 'i',
      ŧ: 't',
      Ŧ: 'T',
      ŋ: 'ng',
      Ŋ: 'Ng',
      ə: 'e',
      Ə: 'E',
      ẞ: 'SS',
    },
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      д: 'd',
      е: 'e',
      ж: 'zh',
      з: 'z',
      и: 'i',
      к: 'k',
      л: 'l',
      м: 'm',
      н: 'n',
      о: 'o',
    },
    ...{ п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y' },
    ...{ ь: '', э: 'e', ю: 'yu', я: 'ya', є: 'ye', і: 'i', ґ: 'g', ђ: 'dj', ј: 'j', љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz' },
    ...{
      α: 'a',
      β: 'v',
      γ: 'g',
      δ: 'd',
      ε: 'e',
      ζ: 'z',
      η: 'i',
      θ: 'th',
      ι: 'i',
      κ: 'k',
      λ: 'l',
      μ: 'm',
      ν: 'n',
      ξ: 'x',
    },
    ...{ ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  }),
)

/**
 * Converts a text to characters that the built-in fonts can draw: diacritics that no font has are removed, Cyrillic and Greek are transliterated,
 * and every other character becomes '?'.
 */
export function plainLetters(text: string): string {
  return /^[ -~]*$/.test(text) ? text : Array.from(text.normalize('NFC'), plainLetter).join('')
}

function plainLetter(letter: string): string {
  if (isDrawable(letter)) return letter
  const small = transliterations.get(letter) ?? transliterations.get(letter.toLowerCase())
  if (small !== undefined) return transliterations.has(letter) ? small : small.charAt(0).toUpperCase() + small.slice(1)
  const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  if (base === letter) return /\p{Z}/u.test(letter) ? ' ' : '?'
  return Array.from(base, (part) =>
    isDrawable(part) ? part : (transliterations.get(part) ?? transliterations.get(part.toLowerCase()) ?? '?'),
  ).join('')
}

function isDrawable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad) || drawable.has(letter)
}
