import * as z from 'zod/mini'
import { zBlock } from './pages.ts'
import { products } from './products.ts'
import { route } from './route.ts'
import { zCommandId, zMoney, zPrice, zTime } from './shapes.ts'

export const promotionKinds = ['deposit_match', 'free_bet', 'boost', 'points', 'insurance'] as const
export type PromotionKind = (typeof promotionKinds)[number]

/** What gives the reward: joining, the first deposit that qualifies, or the first bet that qualifies once it is settled. */
export const promotionTriggers = ['opt_in', 'deposit', 'bet'] as const
export type PromotionTrigger = (typeof promotionTriggers)[number]

/** Why a promotion can't be joined: it has ended, all places are taken, or this bettor is not eligible. */
export const optInReasons = ['over', 'full', 'not_for_you'] as const
export type OptInReason = (typeof optInReasons)[number]

/** `open`: can be joined. `used`: this bettor got everything. `over`: this bettor gets nothing more. */
export const promotionStates = ['open', 'joined', 'used', 'over'] as const

/**
 * How far a bettor got who joined. `waiting` for a deposit or bet that qualifies, until `until`; `due` is decided and is given soon;
 * `lapsed` gives nothing. `amount` is the bonus and `points` the points given or due; where it is the other of both, it is null.
 */
const zProgress = z.object({
  joined_at: zTime,
  state: z.enum(['waiting', 'due', 'given', 'lapsed']),
  until: zTime,
  amount: z.nullable(zMoney),
  points: z.nullable(z.number()),
  given_at: z.nullable(zTime),
})

/**
 * The numbers of a promotion; null if its kind does not use them. Amounts are before tax.
 * `percent`: of the deposit, of the winnings, or extra points of those that a bet earns.
 * `most`: the largest bonus of a bettor (of a free bet: the bonus). `points`: the most points of a bettor.
 * `wager`: how many times the bonus is staked before it is cash. `days`: how long the bonus lasts.
 */
export const zPromotionFacts = z.object({
  min_deposit: z.nullable(zMoney),
  percent: z.nullable(z.number()),
  most: z.nullable(zMoney),
  wager: z.nullable(z.number()),
  min_odds: z.nullable(zPrice),
  days: z.nullable(z.number()),
  points: z.nullable(z.number()),
  /** Of an insurance: the most for one bet, and the legs that count at least, with the least price of each. */
  per_bet: z.nullable(zMoney),
  min_legs: z.nullable(z.number()),
  min_leg: z.nullable(zPrice),
  /** The minimum cash part of a qualifying stake. */
  min_stake: z.nullable(zMoney),
  trigger: z.enum(promotionTriggers),
  /** The products of qualifying bets. */
  products: z.array(z.enum(products)),
  /** How long a place is kept after joining, until the promotion ends at the latest. */
  claim_days: z.number(),
  new_only: z.boolean(),
  /** The maximum that the promotion gives to all bettors together. */
  cost_cap: zMoney,
})
export type PromotionFacts = z.output<typeof zPromotionFacts>

/** A promotion as lists show it, in the language of the request. */
export const zPromotion = z.object({
  promotion_id: z.string(),
  title: z.string(),
  summary: z.string(),
  /** A path of this site or an https: address. */
  image: z.string(),
  kind: z.enum(promotionKinds),
  starts_at: zTime,
  ends_at: zTime,
  state: z.enum(promotionStates),
  facts: zPromotionFacts,
  /** Only set for a bettor who joined. */
  progress: z.optional(zProgress),
})
export type PromotionRow = z.output<typeof zPromotion>

const zLang = z.optional(z.enum(['en', 'sw']))

export const promotions = {
  /** Running promotions and, for a bettor, joined ones; then recently ended ones. Empty for bettors who get no promotions. */
  promotions: route({
    method: 'GET',
    path: '/v1/promotions',
    auth: 'optional',
    input: z.object({ lang: zLang }),
    answer: z.object({ data: z.array(zPromotion) }),
    fallback: 'Fetching promotions failed',
  }),
  promotion: route({
    method: 'GET',
    path: '/v1/promotions/:promotion_id',
    auth: 'optional',
    input: z.object({ promotion_id: z.string().check(z.maxLength(20)), lang: zLang }),
    answer: z.object({
      data: z.extend(zPromotion, {
        lang: z.enum(['en', 'sw']),
        /** The rules that follow from the facts, then the operator's own. */
        terms: z.array(zBlock),
      }),
    }),
    failures: ['not_found'],
    fallback: 'Fetching promotion failed',
  }),
  /**
   * Joins a promotion: from then on deposits and bets count. Joining twice joins once. `not_available` has the `reason`, and
   * its sentence and the message are in `lang`.
   */
  optIn: route({
    method: 'POST',
    path: '/v1/promotions/:promotion_id/opt-in',
    auth: 'bettor',
    input: z.object({ promotion_id: z.string().check(z.maxLength(20)), id: zCommandId, lang: zLang }),
    answer: z.object({ message: z.string() }),
    failures: [
      ...([
        'id_reused',
        'not_verified',
        'account_locked',
        'self_excluded',
        'limit_reached',
        'not_found',
        'not_available',
      ] as const),
      ...(['session_expired', 'too_many_requests', 'overloaded', 'unknown'] as const),
    ],
    fallback: 'Joining the promotion failed',
  }),
} as const
