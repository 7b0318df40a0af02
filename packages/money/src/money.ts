declare const brand: unique symbol

/** An amount in minor units (cents of a shilling). Never a float. */
export type Money = bigint & { readonly [brand]: 'Money' }

/** A decimal price in thousandths: 2.10 is 2100n. */
export type Price = bigint & { readonly [brand]: 'Price' }

export const money = (minorUnits: bigint): Money => minorUnits as Money
export const price = (thousandths: bigint): Price => thousandths as Price

const moneyText = /^\d{1,12}(\.\d{1,2})?$/
const priceText = /^\d{1,6}(\.\d{1,2})?$/

/** Parses "100", "100.5" or "100.50" as minor units; undefined if the text is not an amount. */
export function parseMoney(text: string): Money | undefined {
  return moneyText.test(text) ? money(scaled(text, 2)) : undefined
}

/** Parses "2.1" or "2.10" as thousandths; undefined if the text is not a price of at least 1. */
export function parsePrice(text: string): Price | undefined {
  if (!priceText.test(text)) return undefined
  const read = price(scaled(text, 3))
  return read >= 1000n ? read : undefined
}

/** Minor units as decimal text with two places. Negative amounts look like "-0.05". */
export function formatMoney(amount: Money): string {
  return decimal(amount, 2, 2)
}

/** Thousandths as decimal text with two places. A third decimal is rounded down. */
export function formatPrice(at: Price): string {
  return decimal(at, 3, 2)
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(places, '0'))
}

function decimal(value: bigint, places: number, shown: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const point = digits.length - places
  return `${sign}${digits.slice(0, point)}.${digits.slice(point, point + shown)}`
}
