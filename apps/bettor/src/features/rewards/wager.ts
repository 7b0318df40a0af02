import { formatMoney, money, parseMoney } from '@nare/money/money'

/** How far a grant's wagering is, in whole percent, rounded down: 100 only when it is done. */
export function wagerPercent({ wager_done, wager_total }: { wager_done: string; wager_total: string }): number {
  const [done, total] = [parseMoney(wager_done) ?? 0n, parseMoney(wager_total) ?? 0n]
  if (total <= 0n || done >= total) return 100
  return Number((done * 100n) / total)
}

/** What is still to be bet, decimal text; never below zero. */
export function wagerLeft({ wager_done, wager_total }: { wager_done: string; wager_total: string }): string {
  const left = (parseMoney(wager_total) ?? 0n) - (parseMoney(wager_done) ?? 0n)
  return formatMoney(money(left > 0n ? left : 0n))
}
