import type { BettorDetails } from '@nare/contract/console-bettors'
import type { LimitView } from '@nare/contract/protection'

export const limitKinds = { deposit: 'Deposits', loss: 'Loss', stake: 'Stakes' } as const
export type LimitKind = keyof typeof limitKinds
export const limitPeriods = { day: 'a day', week: 'a week', month: 'a month', bet: 'a bet' } as const
export type LimitPeriod = keyof typeof limitPeriods

type Limits = BettorDetails['limits']

/** One limit of a bettor; there is none of a single bet but that of stakes. */
export const limitOf = (limits: Limits, kind: LimitKind, period: LimitPeriod): LimitView | undefined =>
  (limits[kind] as Partial<Record<LimitPeriod, LimitView>>)[period]
