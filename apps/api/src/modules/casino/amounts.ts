import { formatMoney, money, type Money } from '@nare/money/money'

/** An amount as a provider writes it, in cents. `exact` is false if parts of a cent were cut off. */
export type ReadAmount = { readonly amount: Money; readonly exact: boolean }

const decimalText = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/
const centsMax = 1_000_000_000_000n

/**
 * Reads an amount from the text that the provider sent, with so many of its units a shilling: 1 for decimal shillings, 100 for cents,
 * 100,000 for Hub88. No float is made of it. Undefined if the text is not a plain decimal number, or is beyond ten billion shillings.
 */
export function readAmount(text: string, unitsPerShilling: bigint): ReadAmount | undefined {
  const parts = decimalText.exec(text)
  if (!parts) return undefined
  const [, sign, whole = '0', part = ''] = parts
  const scaled = BigInt(whole + part) * 100n
  const divisor = unitsPerShilling * 10n ** BigInt(part.length)
  const cents = scaled / divisor
  if (cents > centsMax) return undefined
  return { amount: money(sign === '-' ? -cents : cents), exact: scaled % divisor === 0n }
}

declare global {
  interface JSON {
    /** A piece of JSON text that `stringify` writes as it is. */
    rawJSON(text: string): unknown
  }
}

/** Cents as a JSON number of shillings, written from text. */
export const shillings = (amount: Money): unknown => JSON.rawJSON(formatMoney(amount))

/** Cents as a JSON number in units of the provider, a whole number. */
export const units = (amount: Money, unitsPerShilling: bigint): unknown =>
  JSON.rawJSON(((amount * unitsPerShilling) / 100n).toString())
