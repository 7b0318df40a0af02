import { formatMoney, money, type Money } from '@nare/money/money'

/** An amount as a provider writes it, in cents. `exact` is false if fractions of a cent were dropped. */
export type ReadAmount = { readonly amount: Money; readonly exact: boolean }

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
const charsMax = 40
const exponentMax = 30
const centsMax = 1_000_000_000_000n

/**
 * Parses an amount from the provider's text, without floats: any number that JSON allows, such as 1.5E2 (150). `unitsPerShilling` is 1 for
 * decimal shillings, 100 for cents, 100,000 for Hub88. An amount below zero is rounded down too, so that it stays below zero. Undefined if the
 * text is not a number, has more than 40 characters or an exponent beyond 30, or exceeds ten billion shillings.
 */
export function readAmount(text: string, unitsPerShilling: bigint): ReadAmount | undefined {
  const parts = text.length <= charsMax ? decimalText.exec(text) : undefined
  if (!parts) return undefined
  const [, sign, whole = '0', part = '', power = '0'] = parts
  const exponent = Number(power)
  if (Math.abs(exponent) > exponentMax) return undefined
  const shift = exponent - part.length
  const scaled = BigInt(whole + part) * 100n * 10n ** BigInt(Math.max(shift, 0))
  const divisor = unitsPerShilling * 10n ** BigInt(Math.max(-shift, 0))
  const exact = scaled % divisor === 0n
  const cents = sign === '-' ? -(scaled / divisor) - (exact ? 0n : 1n) : scaled / divisor
  if (cents > centsMax || cents < -centsMax) return undefined
  return { amount: money(cents), exact }
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
