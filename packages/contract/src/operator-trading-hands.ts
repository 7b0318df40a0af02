import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { zCommandId, zId, zMoneyIn, zPrice, zPriceIn, zRowNumber, zText, zTime } from './shapes.ts'

/** The levels at which margins and limits are set, from the widest to the narrowest. */
export const ruleLevels = ['all', 'sport', 'competition', 'match', 'market'] as const
export type RuleLevel = (typeof ruleLevels)[number]

const act = { permission: 'trading.act', method: 'POST' } as const
const zMatchId = z.string().check(z.regex(/^\d{8}$/))
const zMarketId = z.string().check(z.regex(/^[1-9]\d{0,5}$/))
/** A line as `special_bet_value` has it, and the key of an outcome. */
const part = { line: z.optional(zText(40)), odd_key: z.optional(zText(80)) }
const flag = { suspend: z.boolean(), reason: zReason }

const zPercentText = z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/, 'Enter a percentage like 6.5'))
const moment = zText(40)
/**
 * What a rule is about: nothing for `all`; ids of sports, competitions or matches; for markets a market ("18"), or a market of one match
 * ("10000001:18").
 */
const zLevelIds = {
  level: z.enum(ruleLevels),
  ids: z._default(z.array(zText(30)).check(z.maxLength(100)), []),
}

const zStop = z.object({
  level: z.enum(['live', 'sport', 'competition', 'match', 'market']),
  id: z.string(),
  line: z.nullable(z.string()),
  odd_key: z.nullable(z.string()),
  by: z.nullable(z.string()),
  since: z.nullable(zTime),
})
const zHand = z.object({
  sub_type_id: z.string(),
  line: z.string(),
  odd_key: z.string(),
  /** Null: not offered. */
  price: z.nullable(zPrice),
  /** What the feed would offer. */
  model: z.nullable(zPrice),
  by: z.string(),
  since: zTime,
})
const zVoidPart = z.object({
  sub_type_id: z.string(),
  line: z.nullable(z.string()),
  odd_key: z.nullable(z.string()),
  by: z.string(),
  since: zTime,
})
const zRule = z.object({
  kind: z.enum(['margin', 'liability', 'stake']),
  level: z.enum(ruleLevels),
  id: z.string(),
  /** A percentage or an amount; null while a rule is only planned. */
  value: z.nullable(z.string()),
  /** Null for what the house's settings say. */
  since: z.nullable(zTime),
  by: z.nullable(z.string()),
  /** The next change that is planned; `value` null: no rule of this level any more. */
  next: z.optional(z.object({ value: z.nullable(z.string()), from: zTime, by: z.string() })),
})
const zSetRule = z.object({
  state: z.enum(['done', 'planned']),
  level: z.enum(ruleLevels),
  ids: z.array(z.string()),
  from: zTime,
})

/** The trader's hands: what is stopped, priced by hand, and by which margins and limits bets are taken. */
export const operatorTradingHands = {
  /** Stops a market of a match, one of its lines or one outcome, or ends exactly that stop. */
  suspendMarket: operatorRoute({
    ...act,
    action: 'market.suspend',
    subject: 'match :match_id :sub_type_id',
    audited: ['line', 'odd_key', 'suspend'],
    path: '/v1/operator/matches/:match_id/market',
    input: z.object({ match_id: zMatchId, sub_type_id: zMarketId, ...part, ...flag }),
    answer: z.object({
      match_id: z.string(),
      sub_type_id: z.string(),
      line: z.nullable(z.string()),
      odd_key: z.nullable(z.string()),
      suspended: z.boolean(),
    }),
    failures: ['not_found', 'invalid_input'],
  }),
  /** Stops all matches of a competition, also those that come later, until it is ended. */
  suspendCompetition: operatorRoute({
    ...act,
    action: 'competition.suspend',
    subject: 'competition :competition_id',
    audited: ['suspend'],
    path: '/v1/operator/competitions/:competition_id/suspend',
    input: z.object({ competition_id: zId, ...flag }),
    answer: z.object({ competition_id: z.string(), suspended: z.boolean() }),
    failures: ['not_found'],
  }),
  suspendSport: operatorRoute({
    ...act,
    action: 'sport.suspend',
    subject: 'sport :sport_id',
    audited: ['suspend'],
    path: '/v1/operator/sports/:sport_id/suspend',
    input: z.object({ sport_id: zRowNumber, ...flag }),
    answer: z.object({ sport_id: z.string(), suspended: z.boolean() }),
    failures: ['not_found'],
  }),
  /** Stops every match in play, and those that begin while it holds. */
  suspendLive: operatorRoute({
    ...act,
    action: 'live.suspend',
    subject: 'live all',
    audited: ['suspend'],
    path: '/v1/operator/live/suspend',
    input: z.object(flag),
    answer: z.object({ suspended: z.boolean() }),
  }),
  /**
   * Gives an outcome a price by hand; `price` null: it is not offered; `end`: the price of the feed again. It ends by itself at the kick-off, at
   * a suspension and with every event. Refused if some stakes on the board would surely win. A second person confirms a price more than 5 %
   * above fair, and one with which somebody's own prices would be too much above fair together: the highest of each match counts, of 24 hours
   * and those that are still offered.
   */
  setPrice: operatorRoute({
    ...act,
    action: 'price.set',
    subject: 'match :match_id :sub_type_id',
    audited: ['odd_key', 'price', 'end'],
    second: 'depends',
    largestOf: true,
    path: '/v1/operator/matches/:match_id/price',
    input: z.object({
      id: z.optional(zCommandId),
      match_id: zMatchId,
      sub_type_id: zMarketId,
      line: z.optional(zText(40)),
      odd_key: zText(80),
      price: z.optional(z.nullable(zPriceIn)),
      end: z.optional(z.boolean()),
      reason: zReason,
    }),
    answer: orWaiting(
      z.object({
        state: z.literal('done'),
        match_id: z.string(),
        sub_type_id: z.string(),
        line: z.string(),
        odd_key: z.string(),
        price: z.nullable(zPrice),
        by_hand: z.boolean(),
      }),
    ),
    failures: ['not_found', 'invalid_input', 'overloaded', 'facts_changed'],
  }),
  /**
   * Sets the margin of new prices; null: that of the next wider level. Of the levels that concern a match the narrowest holds. A percentage of
   * all, a sport, a competition or a match is that of the main market; others keep their relation to it. A second person confirms a lower one.
   */
  setMargin: operatorRoute({
    ...act,
    action: 'margin.set',
    subject: 'margin :level :ids',
    audited: ['percent', 'from'],
    second: 'depends',
    path: '/v1/operator/trading/margin',
    input: z.object({
      id: z.optional(zCommandId),
      ...zLevelIds,
      percent: z.nullable(zPercentText),
      from: z.optional(moment),
      reason: zReason,
    }),
    answer: orWaiting(zSetRule),
    failures: ['invalid_input'],
  }),
} as const

/** Limits by level, and what is set at all levels. */
export const operatorTradingLimits = {
  /**
   * Sets the most that the house may lose on an outcome, and the highest stake, at a level; null: no limit of this level. The strictest of all
   * levels holds. A second person confirms what weakens a limit.
   */
  setLimit: operatorRoute({
    ...act,
    action: 'limit.set',
    subject: 'limit :level :ids',
    audited: ['liability', 'stake', 'from'],
    second: 'depends',
    path: '/v1/operator/trading/limit',
    input: z.object({
      id: z.optional(zCommandId),
      ...zLevelIds,
      liability: z.optional(z.nullable(zMoneyIn)),
      stake: z.optional(z.nullable(zMoneyIn)),
      from: z.optional(moment),
      reason: zReason,
    }),
    answer: orWaiting(zSetRule),
    failures: ['invalid_input'],
  }),
  /** What people have set that concerns a match, at every level, by whom and since when. */
  matchHands: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/matches/:match_id/hands',
    input: z.object({ match_id: zMatchId }),
    answer: z.object({
      stops: z.array(zStop),
      prices: z.array(zHand),
      rules: z.array(zRule),
      /** The parts of the match that were declared void. */
      voids: z.array(zVoidPart),
    }),
    failures: ['not_found'],
  }),
  /** The rules of one level, those without a value now but with a plan included; at most 1,000. */
  tradingRules: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/trading/rules',
    input: z.object({ level: z.optional(z.enum(ruleLevels)) }),
    answer: z.object({ data: z.array(zRule), stops: z.array(zStop) }),
  }),
} as const
