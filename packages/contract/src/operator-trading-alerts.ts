import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zMeta, zMoney, zTime } from './shapes.ts'

export const alertKinds = [
  'outcome_stake',
  'outcome_liability',
  'many_accounts',
  'before_event',
  'feed_silent',
] as const

/**
 * Something that a trader should look at, with the figures that raised it: the stakes, the liability, the bets and accounts of `seconds`, the lowest
 * price, or how long the feed has been silent. `text` says it in a sentence, and `path` opens the match.
 */
const zTradingAlert = z.object({
  alert_id: z.string(),
  kind: z.enum(alertKinds),
  match_id: z.string(),
  match: z.string(),
  outcome: z.nullable(z.string()),
  text: z.string(),
  path: z.string(),
  raised_at: zTime,
  changed_at: zTime,
  seconds: z.number(),
  bets: z.optional(z.number()),
  accounts: z.optional(z.number()),
  staked: z.optional(zMoney),
  liability: z.optional(zMoney),
  closed_at: z.nullable(zTime),
  closed_by: z.nullable(z.string()),
})
export type TradingAlert = z.output<typeof zTradingAlert>

/** The traders' alerts. Their rules are settings of the group alerts. */
export const consoleAlerts = {
  /** The open alerts, or with `state` closed those that were closed; the newest first. */
  alerts: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/alerts',
    input: z.object({ state: z.optional(z.enum(['open', 'closed'])), ...paging }),
    answer: z.object({ data: z.array(zTradingAlert), meta: zMeta }),
  }),
  /** Closes an alert. The same subject raises another one only after the minutes of its rule. A repeat changes nothing. */
  closeAlert: operatorRoute({
    permission: 'trading.act',
    action: 'alert.close',
    subject: 'alert :alert_id',
    method: 'POST',
    path: '/v1/operator/alerts',
    input: z.object({ alert_id: zNumber, reason: zReason }),
    answer: z.object({ alert_id: z.string(), state: z.literal('closed') }),
    failures: ['not_found'],
  }),
} as const
