import { money, type Money } from './money.ts'

/** `percent` of an amount, rounded down to the cent. The percentage is decimal text with at most three places. */
export function taxOf(percent: string, amount: Money): Money {
  const [whole = '0', part = ''] = percent.split('.')
  return money((amount * BigInt(whole + part.padEnd(3, '0').slice(0, 3))) / 100_000n)
}

/** A rate of a tax on a base from a day on, until a later one; with a product, of that product only. */
export type DatedRate = { readonly from: string; readonly base: string; readonly product?: string | undefined }

/** The rate of a base for a product that has begun by a day (YYYY-MM-DD): the latest, and of one day the one that names the product. */
export function rateOn<R extends DatedRate>(
  rates: readonly R[],
  base: R['base'],
  { day, product }: { day: string; product: string },
): R | undefined {
  return rates.reduce<R | undefined>((latest, rate) => {
    if (rate.base !== base || rate.from > day || (rate.product ?? product) !== product) return latest
    if (latest && (rate.from < latest.from || (rate.from === latest.from && !rate.product))) return latest
    return rate
  }, undefined)
}

/** A tax on winnings: percent as text, of the payout less the bettor's own stake (`net`) or of the whole payout (`gross`). */
export type WinTax = { readonly percent: string; readonly of: 'net' | 'gross' }

/** What is paid for a stake. `bonus` is the part of the stake that was bonus money, and so not the bettor's own. */
export type WinPayment = { readonly paid: bigint; readonly stake: bigint; readonly bonus?: bigint }

/**
 * The tax on a payment, rounded down to the cent. Only a payment above its stake is a win. Example at 15 %: of 5,000 for a stake of 1,000 it
 * is 600 net and 750 gross; if the stake was bonus money, 750 net.
 */
export function winTaxOf({ percent, of }: WinTax, { paid, stake, bonus = 0n }: WinPayment): Money {
  if (paid <= stake) return money(0n)
  return taxOf(percent, money(of === 'gross' ? paid : paid - stake + bonus))
}
