import type { LimitView, LimitsView } from '@nare/contract/protection'

export type Kind = Exclude<keyof LimitsView, 'bets_from'>
export type Period = 'bet' | 'day' | 'week' | 'month'

const longer = ['day', 'week', 'month'] as const

/** The periods of a kind of limit. */
export const periodsOf = (kind: Kind): readonly Period[] => (kind === 'stake' ? ['bet', ...longer] : longer)

/** One limit; undefined for a period that its kind does not have. */
export function limitOf(limits: LimitsView, kind: Kind, period: Period): LimitView | undefined {
  if (period === 'bet') return kind === 'stake' ? limits.stake.bet : undefined
  return limits[kind][period]
}
