import * as z from 'zod/mini'
import { zLeg } from './betting.ts'
import { zReferral } from './referral-state.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zMoney, zMoneyIn, zPrice, zPriceIn, zTime } from './shapes.ts'

/**
 * A leg of a referred bet. `odd_value` is the price that was asked and `present` the one now, null if the outcome is not offered. `liability` is
 * what the house may lose on the outcome already, of at most `liability_max`. `interrupted`: something happened in the match since the bet was sent,
 * so that it will be refused.
 */
const zReferredLeg = z.extend(zLeg, {
  present: z.nullable(zPrice),
  liability: zMoney,
  liability_max: zMoney,
  interrupted: z.boolean(),
})

/**
 * A bet that waits, with what is needed to decide it. `net_30d` is what the house has won from the bettor in 30 days; `stake_percent` the share
 * of stakes and liability that the house offers this bettor.
 */
export const zReferredBet = z.object({
  ...zReferral.shape,
  id: z.string(),
  bet_id: z.string(),
  at: zTime,
  bettor: z.object({
    bettor_id: z.string(),
    name: z.string(),
    msisdn: z.string(),
    since: zTime,
    net_30d: zMoney,
    stake_percent: z.number(),
  }),
  type: z.enum(['single', 'multi', 'system']),
  stake: zMoney,
  bonus_stake: zMoney,
  possible_win: zMoney,
  total_odds: z.nullable(zPrice),
  in_play: z.boolean(),
  legs: z.array(zReferredLeg),
})
export type ReferredBet = z.output<typeof zReferredBet>

/** The bets above the referral limits, which traders decide within a minute. */
export const consoleReferrals = {
  /** The bets that wait, the one whose wait ends first at the top. */
  referrals: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/referrals',
    input: z.object({}),
    answer: z.object({ data: z.array(zReferredBet) }),
  }),
  /** Offers a lower stake, a lower price of a single, or both. The first answer to a bet counts, and a repeat of it changes nothing. */
  decideReferral: operatorRoute({
    permission: 'trading.act',
    action: 'referral.decide',
    subject: 'referral :id',
    audited: ['answer', 'stake', 'price'],
    method: 'POST',
    path: '/v1/operator/referrals/:id',
    input: z.object({
      id: zNumber,
      answer: z.enum(['accept', 'offer', 'refuse']),
      stake: z.optional(zMoneyIn),
      price: z.optional(zPriceIn),
      reason: zReason,
    }),
    answer: z.object({ bet_id: z.string(), ...zReferral.shape }),
    failures: ['not_found', 'not_available', 'invalid_input'],
  }),
} as const
