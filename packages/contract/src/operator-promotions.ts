import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { products } from './products.ts'
import { promotionKinds, promotionTriggers, zPromotionFacts } from './promotions.ts'
import { operatorRoute } from './route.ts'
import { paging, zCommandId, zDay, zMeta, zMoney, zMoneyIn, zPriceIn, zText, zTime } from './shapes.ts'

const zPromotionId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'This is not an id'))
const zWhole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))
const zBoth = (most: number) => {
  const text = zText(most).check(z.trim(), z.minLength(1, 'Please enter a text'))
  return z.object({ en: text, sw: text })
}

/** `proposed` waits for a second operator; `stopped` accepts no new bettors and honours those who joined. */
export const operatorPromotionStates = ['proposed', 'scheduled', 'running', 'stopped', 'over'] as const

const zTexts = z.object({ en: z.string(), sw: z.string() })

/**
 * The bonus money of a promotion by the ledger, up to the transfer `until_transfer`. `wagered` of `to_wager` counts towards becoming cash.
 * `converted` became cash; `expired` and `cancelled` went back to the house, with what was won with it; `restored` is what the house added when
 * results were corrected. `cost` = granted + restored - expired - cancelled, below zero if more went back than was granted.
 */
export const zBonusCost = z.object({
  grants: z.number(),
  granted: zMoney,
  to_wager: zMoney,
  wagered: zMoney,
  converted: zMoney,
  expired: zMoney,
  cancelled: zMoney,
  restored: zMoney,
  cost: zMoney,
  until_transfer: z.string(),
})

const zOperatorPromotion = z.object({
  promotion_id: z.string(),
  kind: z.enum(promotionKinds),
  title: zTexts,
  summary: zTexts,
  /** Markdown, shown after the rules that follow from the numbers. */
  terms: zTexts,
  image: z.nullable(z.string()),
  state: z.enum(operatorPromotionStates),
  starts_at: zTime,
  ends_at: zTime,
  facts: zPromotionFacts,
  proposed_by: z.string(),
  approved_by: z.nullable(z.string()),
  stopped_by: z.nullable(z.string()),
  created_at: zTime,
  /**
   * What it costs: `given` so far, `reserved` for bettors who joined and may still earn it, `left` for new ones. Points count at what
   * they are worth when redeemed. The three sum to the cap.
   */
  cost: z.object({ cap: zMoney, given: zMoney, reserved: zMoney, left: zMoney }),
  /** Null for promotions that give points. */
  bonus: z.nullable(zBonusCost),
  bettors: z.object({ joined: z.number(), rewarded: z.number(), lapsed: z.number() }),
})

/** Attributed play of a period: of the accounts by the source that they signed up with; null if there was none. */
const zAttribution = z.object({
  utm_source: z.nullable(z.string()),
  utm_campaign: z.nullable(z.string()),
  btag: z.nullable(z.string()),
  /** Accounts opened in the period. The other figures are of all accounts of the source. */
  signups: z.number(),
  depositors: z.number(),
  deposited: zMoney,
  staked: zMoney,
  returned: zMoney,
  /** Bonus granted minus bonus that was returned unused. */
  bonus_cost: zMoney,
})

const attributionFilter = { from: zDay, to: zDay }

/** The operator calls of promotions. Giving money away takes two operators, stopping it one. */
export const operatorPromotions = {
  promotions: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/promotions',
    input: z.object({ ...paging, state: z.optional(z.enum(operatorPromotionStates)) }),
    answer: z.object({ data: z.array(zOperatorPromotion), meta: zMeta }),
  }),
  promotionCost: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/promotions/:id',
    input: z.object({ id: zPromotionId }),
    answer: z.object({ data: zOperatorPromotion }),
    failures: ['not_found'],
  }),
  /** Proposes a promotion. It opens when a second operator approves it. The refusal's `fields` name the numbers that a kind needs. */
  createPromotion: operatorRoute({
    permission: 'marketing.manage',
    action: 'promotion.propose',
    subject: 'promotion :title.en',
    audited: ['kind', 'title.en', 'cost_cap', 'most', 'points', 'ends_at'],
    method: 'POST',
    path: '/v1/operator/promotions',
    input: z.object({
      id: z.optional(zCommandId),
      kind: z.enum(promotionKinds),
      title: zBoth(80),
      summary: zBoth(200),
      /** Markdown, shown after the rules that follow from the numbers. */
      terms: z.optional(zBoth(8_000)),
      image: z.optional(zText(200).check(z.regex(/^(\/(?!\/)|https:\/\/)/, 'A path of this site or an https address'))),
      starts_at: z.iso.datetime(),
      ends_at: z.iso.datetime(),
      cost_cap: zMoneyIn,
      trigger: z.optional(z.enum(promotionTriggers)),
      percent: z.optional(zWhole(1, 1_000)),
      most: z.optional(zMoneyIn),
      points: z.optional(zWhole(1, 1_000_000)),
      min_deposit: z.optional(zMoneyIn),
      min_stake: z.optional(zMoneyIn),
      min_odds: z.optional(zPriceIn),
      per_bet: z.optional(zMoneyIn),
      min_legs: z.optional(zWhole(5, 20)),
      min_leg: z.optional(zPriceIn),
      wager: z.optional(zWhole(1, 50)),
      days: z.optional(zWhole(1, 365)),
      claim_days: z.optional(zWhole(1, 90)),
      products: z.optional(z.array(z.enum(products)).check(z.minLength(1), z.maxLength(products.length))),
      new_only: z.optional(z.boolean()),
      reason: zReason,
    }),
    answer: z.object({ promotion_id: z.string(), state: z.literal('proposed') }),
    failures: ['invalid_input', 'id_reused'],
  }),
  /** Approves another operator's proposal: from then on it runs between its times. */
  approvePromotion: operatorRoute({
    permission: 'marketing.manage',
    confirms: true,
    action: 'promotion.approve',
    subject: 'promotion :id',
    method: 'POST',
    path: '/v1/operator/promotions/:id/approve',
    input: z.object({ id: zPromotionId, reason: zReason }),
    answer: z.object({ state: z.enum(operatorPromotionStates) }),
    failures: ['not_found', 'not_allowed', 'not_available'],
  }),
  /** Stops a promotion, or drops a proposal. Nobody can join after it has returned; bettors who joined are honoured. */
  stopPromotion: operatorRoute({
    permission: 'marketing.manage',
    action: 'promotion.stop',
    subject: 'promotion :id',
    method: 'POST',
    path: '/v1/operator/promotions/:id/stop',
    input: z.object({ id: zPromotionId, reason: zReason }),
    answer: z.object({ state: z.enum(operatorPromotionStates) }),
    failures: ['not_found'],
  }),
  /** The days of the country, both inclusive, at most 92. At most 1,000 sources, those who deposited most first. With .csv a file. */
  attribution: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/attribution',
    input: z.object(attributionFilter),
    csv: z.object(attributionFilter),
    answer: z.object({ data: z.array(zAttribution) }),
    failures: ['invalid_input'],
  }),
} as const
