import { formatMoney, parseMoney, type Money } from '@nare/money/money'

/** Cents of decimal text, which may be negative. */
export const centsOf = (text: string): bigint =>
  text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0n) : (parseMoney(text) ?? 0n)

/** Decimal text of cents. */
export const textOf = (cents: bigint): string => formatMoney(cents as Money)
