import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'
import { route } from './route.ts'
import { zEmpty, zMoney, zMoneyIn, zText, zTime } from './shapes.ts'

/** Periods up to six weeks are breaks, from six months on self-exclusions. Months and years are calendar units. */
export const exclusionPeriods = ['24h', '7d', '30d', '6w', '6m', '1y', '5y'] as const

/**
 * One limit. `value` null: none is set. `used` counts against it in the current period, which ends at `resets_at`; both are null for
 * the single-bet limit. A higher value or a removal is pending: the same request sent again after `takes_effect_at` applies it; after
 * `lapses_at` it lapses.
 */
export const zLimit = z.object({
  value: z.nullable(zMoney),
  used: z.nullable(zMoney),
  resets_at: z.nullable(zTime),
  pending: z.nullable(z.object({ value: z.nullable(zMoney), takes_effect_at: zTime, lapses_at: zTime })),
})
const zPeriods = z.object({ day: zLimit, week: zLimit, month: zLimit })
/** `bets_from`: no bet is taken before it, because a limit was changed and the country wants that; null without such a stop. */
export const zLimits = z.object({
  bets_from: z.optional(z.nullable(zTime)),
  deposit: zPeriods,
  loss: zPeriods,
  stake: z.extend(zPeriods, { bet: zLimit }),
})
export type LimitView = z.output<typeof zLimit>
export type LimitsView = z.output<typeof zLimits>

const zWish = z.optional(z.nullable(zMoneyIn))
const zWishes = z.object({ day: zWish, week: zWish, month: zWish })

/** Requested limits; null removes one, and those that are left out stay. */
export const zWishedLimits = z.object({
  deposit: z.optional(zWishes),
  loss: z.optional(zWishes),
  stake: z.optional(z.extend(zWishes, { bet: zWish })),
})

/** `net` is what play won or lost: the returns minus the stakes, without those of bets that are open. */
const zPlay = z.object({ staked: zMoney, returned: zMoney, net: zMoney })

export const protection = {
  selfExclude: route({
    method: 'POST',
    path: '/v1/self-exclude',
    auth: 'bettor',
    input: z.object({ period: z.enum(exclusionPeriods, fieldSentences.break_period) }),
    answer: z.object({ success: z.string(), time_duration: z.string(), until: zTime }),
    failures: ['not_verified', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'SelfExclusion failed',
  }),
  /**
   * Closes the account for good. Refused as `account_in_use` while bets or withdrawals are open or the balance can be withdrawn. `left` is
   * a balance too small to withdraw; it remains the bettor's.
   */
  closeAccount: route({
    method: 'POST',
    path: '/v1/close-account',
    auth: 'bettor',
    input: z.object({
      password: zText(200).check(z.minLength(1, fieldSentences.own_password)),
      reason: z.optional(zText(500)),
    }),
    answer: z.object({ success: z.string(), closed_at: zTime, left: zMoney }),
    failures: ['not_verified', 'wrong_credentials', 'account_in_use', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Closing your account failed',
  }),
  limits: route({
    method: 'GET',
    path: '/v1/limits',
    auth: 'bettor',
    input: zEmpty,
    answer: zLimits,
    fallback: 'Fetching your limits failed',
  }),
  /**
   * A lower limit applies immediately. A higher one or null waits as long as `limit_changes` of the settings says and must then be confirmed by the
   * same request within 7 days. Where they say `stops_bets`, either stops bets for so long.
   */
  setLimits: route({
    method: 'POST',
    path: '/v1/limits',
    auth: 'bettor',
    input: zWishedLimits,
    answer: zLimits,
    failures: ['not_verified', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Setting your limits failed',
  }),
  /** The active break or exclusion, the reality check's interval, and the stakes and returns of this session. */
  protection: route({
    method: 'GET',
    path: '/v1/protection',
    auth: 'bettor',
    input: zEmpty,
    answer: z.object({
      exclusion: z.nullable(
        z.object({ kind: z.enum(['break', 'exclusion']), period: z.string(), since: zTime, until: zTime }),
      ),
      reality_check: z.object({ interval_minutes: z.number(), longest_minutes: z.number() }),
      session: z.extend(zPlay, { since: zTime, now: zTime }),
      last_30_days: zPlay,
      help_line: z.string(),
    }),
    fallback: 'Fetching your protection failed',
  }),
  setProtection: route({
    method: 'POST',
    path: '/v1/protection',
    auth: 'bettor',
    input: z.object({
      reality_check_minutes: z.int(fieldSentences.minutes).check(z.gte(5), z.lte(60)),
    }),
    answer: z.object({ reality_check: z.object({ interval_minutes: z.number(), longest_minutes: z.number() }) }),
    failures: ['not_verified'],
    fallback: 'Setting the reality check failed',
  }),
} as const
