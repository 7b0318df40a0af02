import type { Money } from '@nare/money/money'
import type { LimitChanges } from '#country/country'

/** What a limit counts, and over which period. Only stakes have a limit for a single bet. */
export const limitKinds = ['deposit', 'loss', 'stake'] as const
export const limitPeriods = ['bet', 'day', 'week', 'month'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitPeriod = (typeof limitPeriods)[number]

/** A pending change, which can be confirmed from `from` until `until`. A null value removes the limit. `stopsBets`: no bet before `from`. */
export type Pending = {
  readonly value: bigint | null
  readonly from: Date
  readonly until: Date
  readonly stopsBets?: boolean
}
/** `stoppedUntil`: no bet before it, because the limit was lowered. */
export type LimitState = { readonly value: bigint | null; readonly pending?: Pending; readonly stoppedUntil?: Date }

export type LimitDecision = {
  readonly became: 'in_force' | 'waiting' | 'still_waiting' | 'confirmed'
  readonly state: LimitState
}

/** The time within which a looser limit can be confirmed once it has waited. */
const confirmMs = 7 * 24 * 3_600_000

/**
 * Decides a requested limit, null for none. A stricter or equal one takes effect at once and drops a pending change. A looser one waits as long
 * as the country says, and then takes effect only when the same value is requested again within 7 days. Where a change stops bets, it does so for
 * as long: a looser one while it waits, a stricter one from now on. A first limit is no change, and dropping a pending one is none either.
 */
export function decideLimit(
  { value, stoppedUntil, ...state }: LimitState,
  requested: Money | null,
  { now, waitHours, stopsBets }: LimitChanges & { readonly now: Date },
): LimitDecision {
  const stopped = stoppedUntil && stoppedUntil > now ? { stoppedUntil } : {}
  const from = new Date(now.getTime() + waitHours * 3_600_000)
  if (requested === null ? value === null : value === null || requested <= value) {
    const isLower = value !== null && requested !== null && requested < value
    return {
      became: 'in_force',
      state: { value: requested, ...(stopsBets && isLower ? { stoppedUntil: from } : stopped) },
    }
  }
  const pending = state.pending && state.pending.until > now ? state.pending : undefined
  if (pending?.value !== requested) {
    const until = new Date(from.getTime() + confirmMs)
    const waiting = { value: requested, from, until, ...(stopsBets && { stopsBets }) }
    return { became: 'waiting', state: { value, pending: waiting, ...stopped } }
  }
  if (pending.from > now) return { became: 'still_waiting', state: { value, pending, ...stopped } }
  return { became: 'confirmed', state: { value: requested, ...stopped } }
}

/** Until when this limit lets no bet pass because it was changed; undefined if it does not. */
export function stoppedBy({ pending, stoppedUntil }: LimitState, now: Date): Date | undefined {
  const ends = [stoppedUntil, pending?.stopsBets ? pending.from : undefined]
  return ends
    .filter((end) => end !== undefined && end > now)
    .reduce((last, end) => (last && end && last > end ? last : end), undefined)
}
