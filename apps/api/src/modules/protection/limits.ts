/** What a limit holds back, and over which time. Only stakes have a limit for the single bet. */
export const limitKinds = ['deposit', 'loss', 'stake'] as const
export const limitPeriods = ['bet', 'day', 'week', 'month'] as const
export type LimitKind = (typeof limitKinds)[number]
export type LimitPeriod = (typeof limitPeriods)[number]
