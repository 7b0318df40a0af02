import * as z from 'zod/mini'
import { products } from './products.ts'
import { route } from './route.ts'
import { zCommandId, zEmpty, zId, zMoney, zPrice, zTime } from './shapes.ts'

export const grantStates = ['active', 'converted', 'used', 'expired', 'cancelled'] as const

/**
 * Bonus money that a bettor was given. `amount` was granted, `left` can be spent now, `staked` is in open bets; `left` holds also what
 * bets of the grant have won. When the stakes that count (`wager_done`) reach `wager_total`, all that is left becomes cash
 * (`converted`). Stakes count when they are settled on picks that are all at `min_odds` or more. `products` can be bet on with it.
 * 'used': all of it was lost.
 */
export const zGrant = z.object({
  grant_id: z.string(),
  /** Absent where the money was not given by a promotion. */
  promotion_id: z.optional(z.string()),
  source: z.enum(['promotion', 'points', 'operator']),
  amount: zMoney,
  left: zMoney,
  staked: zMoney,
  wager_total: zMoney,
  wager_done: zMoney,
  min_odds: zPrice,
  products: z.array(z.enum(products)),
  granted_at: zTime,
  expires_at: zTime,
  state: z.enum(grantStates),
  /** What became cash, once it is converted. */
  converted: z.optional(zMoney),
})
export type Grant = z.output<typeof zGrant>

export const bonus = {
  /** The bettor's grants: active ones first, by what is spent first, then the newest of those that have ended; at most 100. */
  bonus: route({
    method: 'GET',
    path: '/v1/bonus',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ data: z.array(zGrant) }),
    failures: [],
    fallback: 'Fetching your bonus failed',
  }),
  /** Gives up what is left of a grant. Never touches cash; bets that are open go on, and what they return to the grant is forfeited. */
  cancelBonus: route({
    method: 'POST',
    path: '/v1/bonus/:grant_id/cancel',
    auth: 'bettor',
    input: z.object({ grant_id: zId, id: zCommandId }),
    answer: z.object({ message: z.string() }),
    failures: ['not_found', 'id_reused', 'not_available', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Cancelling the bonus failed',
  }),
} as const
