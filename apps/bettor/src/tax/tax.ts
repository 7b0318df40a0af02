import type { Settings } from '@nare/contract/content'
import { formatMoney, money, parseMoney } from '@nare/money/money'

/** The percentage of a tax on a day (YYYY-MM-DD): the latest rate that started by then, "0" if none did. */
export function taxPercent(taxes: Settings['taxes'], base: 'deposit' | 'withdrawal', day: string): string {
  const applicable = taxes
    .filter((tax) => tax.base === base && tax.from <= day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
  return applicable.at(-1)?.percent ?? '0'
}

/** Whether a percentage takes anything. */
export const isTaxed = (percent: string): boolean => Number(percent) > 0

export type TaxPreview = { tax: string; net: string }

/** The tax on an amount, rounded down to the cent. This is a preview: the server's figures are final. */
export function taxOf(amount: string, percent: string): TaxPreview | undefined {
  const whole = parseMoney(amount)
  const rate = parseMoney(percent)
  if (whole === undefined || rate === undefined || whole === 0n) return undefined
  const tax = (whole * rate) / 10_000n
  return { tax: formatMoney(money(tax)), net: formatMoney(money(whole - tax)) }
}

/**
 * The largest whole number of shillings that fits into an amount together with its tax, as POST /withdraw computes it. `net` is
 * the sum sent, `tax` the tax on it, `debited` their sum, `left` the rest of the amount, which is not debited.
 */
export function withdrawalOf(
  amount: string,
  percent: string,
): (TaxPreview & { debited: string; left: string }) | undefined {
  const whole = parseMoney(amount)
  const rate = parseMoney(percent)
  if (whole === undefined || rate === undefined) return undefined
  const gross = (whole * 10_000n) / (10_000n + rate)
  const net = (gross / 100n) * 100n
  if (net === 0n) return undefined
  const tax = (net * rate) / 10_000n
  const text = (cents: bigint): string => formatMoney(money(cents))
  return { tax: text(tax), net: text(net), debited: text(net + tax), left: text(whole - net - tax) }
}
