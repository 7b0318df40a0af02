import { centsOf, textOf } from '../../parts/cents.ts'
import type { Today } from './queues.ts'

type Row = Today['money'][number]

/** The sums of all products with the number of bets, and the margin in percent with one decimal; null without a stake. */
export function totalsOf(money: readonly Row[]) {
  const sum = (field: 'stakes' | 'returns' | 'gross' | 'last_week'): string =>
    textOf(money.reduce((total, row) => total + centsOf(row[field]), 0n))
  const [stakes, gross] = [sum('stakes'), sum('gross')]
  const margin_percent = Number(stakes) > 0 ? ((Number(gross) / Number(stakes)) * 100).toFixed(1) : null
  const bets = money.reduce((total, row) => total + row.bets, 0)
  return { bets, stakes, returns: sum('returns'), gross, last_week: sum('last_week'), margin_percent }
}
