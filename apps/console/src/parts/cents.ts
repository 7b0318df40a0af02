import { formatMoney, parseMoney, type Money } from '@nare/money/money'

/** Cents of decimal text, which may be negative. */
export const centsOf = (text: string): bigint =>
  text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0n) : (parseMoney(text) ?? 0n)

/** Cents of an amount above zero as it was typed, "1,250.50"; undefined if it is none. */
export function typedCents(text: string): bigint | undefined {
  const cents = parseMoney(text.replaceAll(/[\s,]/g, ''))
  return cents !== undefined && cents > 0n ? cents : undefined
}

/** Decimal text of cents. */
export const textOf = (cents: bigint): string => formatMoney(cents as Money)
