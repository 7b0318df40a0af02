import { formatMoney, money, parseMoney } from '@nare/money/money'

/** The wagering progress of a grant in whole percent, rounded down: 100 only when it is complete. */
export function wagerPercent({ wager_done, wager_total }: { wager_done: string; wager_total: string }): number {
  const [done, total] = [parseMoney(wager_done) ?? 0n, parseMoney(wager_total) ?? 0n]
  if (total <= 0n || done >= total) return 100
  return Number((done * 100n) / total)
}

/** The remaining amount to bet, as decimal text; never negative. */
export function wagerLeft({ wager_done, wager_total }: { wager_done: string; wager_total: string }): string {
  const left = (parseMoney(wager_total) ?? 0n) - (parseMoney(wager_done) ?? 0n)
  return formatMoney(money(left > 0n ? left : 0n))
}
