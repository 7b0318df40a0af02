import { formatMoney, money, parseMoney } from '@nare/money/money'
import { preview, type Preview } from '../../slip/preview.ts'
import type { PossibleWin } from '../../tax/win-tax.ts'

type Slip = {
  readonly shown: Preview
  readonly prices: readonly string[]
  /** One for all, or one for each of several singles. */
  readonly stakes: readonly string[]
  readonly bonus: string | undefined
}

/** What each bet of a slip may pay. Bonus money is spent after the cash, so it is in the stakes of the last singles. */
export function winsOf({ shown, prices, stakes, bonus }: Slip): PossibleWin[] {
  const [stake = ''] = stakes
  if (stakes.length < 2) return [{ stake, win: shown.boosted ?? shown.win ?? '', bonus }]
  let left = parseMoney(bonus ?? '0') ?? 0n
  return stakes
    .map((one, n) => ({ stake: one, price: prices[n] ?? '1' }))
    .toReversed()
    .map(({ stake: one, price }) => {
      const amount = parseMoney(one) ?? 0n
      const part = left < amount ? left : amount
      left -= part
      const single = preview({ prices: [price], type: 'single', system: [], stake: one, boost: undefined })
      return { stake: one, win: single.win ?? '', bonus: formatMoney(money(part)) }
    })
}
