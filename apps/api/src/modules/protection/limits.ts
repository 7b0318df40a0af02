import type { Money } from '@nare/money/money'

/** What a limit counts, and over which period. Only stakes have a limit for a single bet. */
export const limitKinds = ['deposit', 'loss', 'stake'] as const
export const limitPeriods = ['bet', 'day', 'week', 'month'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitPeriod = (typeof limitPeriods)[number]

/** A pending change, which can be confirmed from `from` until `until`. A null value removes the limit. */
export type Pending = { readonly value: bigint | null; readonly from: Date; readonly until: Date }
export type LimitState = { readonly value: bigint | null; readonly pending?: Pending }

export type LimitDecision = {
  readonly became: 'in_force' | 'waiting' | 'still_waiting' | 'confirmed'
  readonly state: LimitState
}

/** The delay of a looser limit (RTS 12A), and the time after it within which it can be confirmed. */
const waitMs = 24 * 3_600_000
const confirmMs = 7 * 24 * 3_600_000

/**
 * Decides a requested limit, null for none. A stricter or equal one takes effect at once and drops a pending change. A looser one
 * waits 24 hours, and then takes effect only when the same value is requested again within 7 days.
 */
export function decideLimit(state: LimitState, requested: Money | null, now: Date): LimitDecision {
  if (requested === null ? state.value === null : state.value === null || requested <= state.value)
    return { became: 'in_force', state: { value: requested } }
  const pending = state.pending && state.pending.until > now ? state.pending : undefined
  if (pending?.value !== requested) {
    const from = new Date(now.getTime() + waitMs)
    const until = new Date(from.getTime() + confirmMs)
    return { became: 'waiting', state: { value: state.value, pending: { value: requested, from, until } } }
  }
  if (pending.from > now) return { became: 'still_waiting', state: { value: state.value, pending } }
  return { became: 'confirmed', state: { value: requested } }
}
