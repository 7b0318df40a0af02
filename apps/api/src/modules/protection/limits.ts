import type { Money } from '@nare/money/money'

/** What a limit holds back, and over which time. Only stakes have a limit for the single bet. */
export const limitKinds = ['deposit', 'loss', 'stake'] as const
export const limitPeriods = ['bet', 'day', 'week', 'month'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitPeriod = (typeof limitPeriods)[number]

/** A change that waits: it may be confirmed from `from` until `until`. A null value is no limit any more. */
export type Pending = { readonly value: bigint | null; readonly from: Date; readonly until: Date }
export type LimitState = { readonly value: bigint | null; readonly pending?: Pending }

export type LimitDecision = {
  readonly became: 'in_force' | 'waiting' | 'still_waiting' | 'confirmed'
  readonly state: LimitState
}

/** A higher limit waits this long (RTS 12A), and is forgotten if it is not confirmed this long after. */
const waitMs = 24 * 3_600_000
const confirmMs = 7 * 24 * 3_600_000

/**
 * What becomes of a limit when its bettor wishes for this value, null for none. Stricter or equal: at once, and what waited is
 * dropped. Looser: it waits 24 hours, and then takes effect only when the same is wished for again within 7 days.
 */
export function decideLimit(state: LimitState, wished: Money | null, now: Date): LimitDecision {
  if (wished === null ? state.value === null : state.value === null || wished <= state.value)
    return { became: 'in_force', state: { value: wished } }
  const pending = state.pending && state.pending.until > now ? state.pending : undefined
  if (pending?.value !== wished) {
    const from = new Date(now.getTime() + waitMs)
    const until = new Date(from.getTime() + confirmMs)
    return { became: 'waiting', state: { value: state.value, pending: { value: wished, from, until } } }
  }
  if (pending.from > now) return { became: 'still_waiting', state: { value: state.value, pending } }
  return { became: 'confirmed', state: { value: wished } }
}
