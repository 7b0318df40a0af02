import { formatMoney, money, type Money } from '@nare/money/money'

/** An amount as a provider writes it, in cents. `exact` is false if fractions of a cent were dropped. */
export type ReadAmount = { readonly amount: Money; readonly exact: boolean }

const decimalText = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/
const centsMax = 1_000_000_000_000n

/**
 * Parses an amount from the provider's text, without floats. `units` per shilling: 1 for decimal shillings, 100 for cents, 100,000 for
 * Hub88. Undefined if the text is not a plain decimal number or exceeds ten billion shillings.
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
    /** Raw JSON text, which `stringify` writes unchanged. */
    rawJSON(text: string): unknown
  }
}

/** Cents as a JSON number of shillings, written from text. */
export const shillings = (amount: Money): unknown => JSON.rawJSON(formatMoney(amount))

/** Cents as a JSON number in units of the provider, a whole number. */
export const units = (amount: Money, unitsPerShilling: bigint): unknown =>
  JSON.rawJSON(((amount * unitsPerShilling) / 100n).toString())
