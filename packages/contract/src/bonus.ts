import * as z from 'zod/mini'
import { products } from './products.ts'
import { route } from './route.ts'
import { zCommandId, zEmpty, zId, zMoney, zPrice, zTime } from './shapes.ts'

export const grantStates = ['active', 'converted', 'used', 'expired', 'cancelled'] as const

/**
 * A bonus grant. `amount` was granted, `left` can be spent now and includes winnings of the grant's bets, `staked` is in open bets. When
 * the counted amounts (`wager_done`) reach `wager_total`, the rest becomes cash (`converted`). What bets on one event had at risk counts when
 * the last of them is settled and all picks have odds of at least `min_odds`. `products` are those that it can be staked on. 'used': all of it was lost.
 */
export const zGrant = z.object({
  grant_id: z.string(),
  /** Absent if the grant is not from a promotion. */
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
  /** The deposit that an active grant was given for: a withdrawal that leaves less cash than this ends the grant. */
  given_for: z.optional(zMoney),
  /** Set for a cancelled grant that a withdrawal has ended. */
  withdrawn: z.optional(z.literal(true)),
  /** What became cash, once it is converted. */
  converted: z.optional(zMoney),
})
export type Grant = z.output<typeof zGrant>

export const bonus = {
  /** The bettor's grants: active ones in the order in which they are spent, then ended ones, newest first; at most 100. */
  bonus: route({
    method: 'GET',
    path: '/v1/bonus',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({ data: z.array(zGrant) }),
    fallback: 'Fetching your bonus failed',
  }),
  /** Forfeits the rest of a grant, never cash. Open bets continue; their returns to the grant are forfeited. */
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
