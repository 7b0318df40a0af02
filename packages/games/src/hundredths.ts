import { parseMoney } from '@nare/money/money'

/** Decimal text with at most two places in hundredths: "2.3" is 230; undefined for anything else. */
export function hundredthsOf(text: string): number | undefined {
  const hundredths = parseMoney(text)
  return hundredths === undefined ? undefined : Number(hundredths)
}

/** Hundredths as text with two places: 231 is "2.31". */
export const hundredthsText = (hundredths: number): string =>
  `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
