import type { Settings } from '@nare/contract/content'
import type { WinTax } from '@nare/contract/shapes'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { rateOn, winTaxOf } from '@nare/money/tax'

/** A possible payout of a stake, as decimal text; `bonus` is the part of the stake that is bonus money. */
export type PossibleWin = { readonly stake: string; readonly win: string; readonly bonus?: string | undefined }

/**
 * The tax on these payouts, each of a bet of its own, at the rate of a day, and what it leaves of them; undefined without such a tax or with an
 * amount missing. This is a preview: a win is taxed by the day on which it is paid.
 */
export function winTaxPreview(
  taxes: Settings['taxes'],
  wins: readonly PossibleWin[],
  on: { day: string; product: string },
): WinTax | undefined {
  const rate = rateOn(taxes, 'win', on)
  if (!rate || !(Number(rate.percent) > 0)) return undefined
  const sum = { tax: 0n, win: 0n }
  for (const { stake, win, bonus = '0' } of wins) {
    const [paid, whole, part] = [parseMoney(win), parseMoney(stake), parseMoney(bonus)]
    if (paid === undefined || whole === undefined || part === undefined) return undefined
    sum.win += paid
    sum.tax += winTaxOf({ percent: rate.percent, of: rate.of ?? 'net' }, { paid, stake: whole, bonus: part })
  }
  const { percent } = rate
  return { percent, amount: formatMoney(money(sum.tax)), paid: formatMoney(money(sum.win - sum.tax)) }
}
