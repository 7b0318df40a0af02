import * as z from 'zod/mini'
import { zMoney, zPrice, zTime } from './shapes.ts'

/** How far a bet is that was sent to a trader. */
export const referralStates = ['referred', 'offered', 'accepted', 'placed', 'refused', 'withdrawn'] as const

/**
 * A bet that a trader decides. `until` is when the wait ends: for the trader's answer, for the bettor's answer to an offer, or for the last
 * check of an accepted bet. `offer` is what the trader offers instead. `withdraw_at` is when the bettor's withdrawal takes effect in play.
 * `code` and `error` say why a bet was refused.
 */
export const zReferral = z.object({
  state: z.enum(referralStates),
  until: zTime,
  offer: z.optional(z.object({ stake: zMoney, total_odds: z.nullable(zPrice), possible_win: zMoney })),
  withdraw_at: z.optional(zTime),
  code: z.optional(z.string()),
  error: z.optional(z.string()),
})
export type Referral = z.output<typeof zReferral>
