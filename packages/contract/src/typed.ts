import { numbersNow } from './numbers.ts'
import { typedText } from './typed-text.ts'

/**
 * Readers of what people type, paste and dictate: the same in a field, in a link, in an SMS and on the server. Marks that are not seen, the
 * digits of other scripts and signs between groups never change the meaning.
 */

/** The digits of a text: "1 000 x" is "1000". */
export const typedDigits = (text: string): string => typedText(text).replace(/\D/g, '')

/** A one-time code of six digits, alone (" 375 958") or as the only such number of a message; undefined if there is none. */
export function oneTimeCode(text: string): string | undefined {
  const digits = typedDigits(text)
  if (digits.length === 6) return digits
  const found = typedText(text).match(/(?<![\d-])\d{3}[ -]?\d{3}(?![\d-])/g) ?? []
  return found.length === 1 ? typedDigits(found[0]) : undefined
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
