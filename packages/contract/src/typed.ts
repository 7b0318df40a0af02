import { numbersNow } from './numbers.ts'

/**
 * Readers of what people type, paste and dictate: the same in a field, in a link, in an SMS and on the server. Marks that are not seen, the
 * digits of other scripts and signs between groups never change the meaning.
 */

/** The text with plain digits and letters of one width, and without marks that are not seen. */
export const typedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)))

/** The value of a decimal digit of any script: Unicode has them in blocks of ten. */
function digitOf(code: number): number {
  let zero = code
  while (zero > 0x30 && code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** The digits of a text: "1 000 x" is "1000". */
export const typedDigits = (text: string): string => typedText(text).replace(/\D/g, '')

/** A one-time code of six digits, alone (" 375 958") or as the only such number of a message; undefined if there is none. */
export function oneTimeCode(text: string): string | undefined {
  const digits = typedDigits(text)
  if (digits.length === 6) return digits
  const found = typedText(text).match(/(?<![\d-])\d{3}[ -]?\d{3}(?![\d-])/g) ?? []
  return found.length === 1 ? typedDigits(found[0]) : undefined
}

/** The letters and digits of a booking code or the code of a mini-league, in capitals; of a link, those after /b/ or join=, which may be escaped. */
export function typedCode(text: string): string {
  const typed = typedText(text)
  const linked = /(?:\/b\/|[?&]join=)([^/?#&\s]+)/i.exec(typed)?.[1] ?? typed
  return typedText(unescaped(linked))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** The text of a part of a link; the part itself if it is not one. */
function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A mobile number of the country as 2547…, from any usual form such as "+254 (0) 712-345.678" or 00254…; undefined for other text. */
export function mobileNumber(text: string): string | undefined {
  const { calling_code: code, mobile } = numbersNow()
  const form = new RegExp(`^(?:(?:\\+|00)?${code}0?|0)?(${mobile})$`)
  const number = form.exec(typedText(text).replace(/[\s()[\]./\p{Pd}]/gu, ''))?.[1]
  return number && code + number
}

/** A whole number of the country as it is dialled there: 254712345678 is "0712345678". Other text stays. */
export const dialledNumber = (msisdn: string): string =>
  msisdn.replace(new RegExp(`^${numbersNow().calling_code}(?=\\d{9}$)`), '0')

/** The signs of a text that may belong to an amount. */
export const amountChars = (typed: string): string => typedText(typed).replace(/[^\d.,]/g, '')

/**
 * The decimal text of a typed or pasted amount: digits and one decimal point. Commas between groups of three digits are removed
 * ("2,000.50"); another comma is a decimal point ("50,5"), because some phone keyboards have no other. Signs that could change the size of
 * the amount remain, so that they are refused.
 */
export function amountText(typed: string): string {
  const kept = amountChars(typed)
  return /^\d{1,3}(,\d{3})+(\.|$)/.test(kept) ? kept.replaceAll(',', '') : kept.replace(',', '.')
}
