import type { LimitsView } from '@nare/contract/protection'
import { formatMoney, money, parseMoney } from '@nare/money/money'

export type LimitLeft = { period: 'day' | 'week' | 'month'; left: string }

/** The deposit limit with the smallest remaining amount, and that amount; undefined if no limit is set. */
export function depositLimitLeft({ deposit }: LimitsView): LimitLeft | undefined {
  const set = (['day', 'week', 'month'] as const).flatMap((period) => {
    const value = parseMoney(deposit[period].value ?? '')
    const used = parseMoney(deposit[period].used ?? '0')
    if (value === undefined || used === undefined) return []
    return [{ period, left: value > used ? value - used : 0n }]
  })
  const tightest = set.toSorted((a, b) => (a.left < b.left ? -1 : a.left > b.left ? 1 : 0))[0]
  return tightest && { period: tightest.period, left: formatMoney(money(tightest.left)) }
}
