import * as z from 'zod/mini'
import { products } from './products.ts'
import { operatorRoute, type Answer } from './route.ts'
import { zMoney, zProvider, zTime } from './shapes.ts'

/** What waits for a person: approvals, money without an end or owner, documents, findings, drafts of others. */
export const queueNames = [
  ...(['withdrawals', 'unresolved', 'unmatched', 'deposits', 'returns', 'identity'] as const),
  ...(['findings', 'reviews', 'proposals', 'jackpots', 'promotions', 'referrals', 'complaints'] as const),
  ...(['incidents', 'protection', 'messages', 'banners', 'texts', 'aml'] as const),
] as const
export type QueueName = (typeof queueNames)[number]

/** What the house watches. */
export const healthNames = [
  ...([
    'feed',
    'settlement',
    'consumers',
    'payouts',
    'sms',
    'taxes',
    'database',
    'replica',
    'backup',
    'clock',
  ] as const),
] as const
export type HealthName = (typeof healthNames)[number]

/** A queue: `oldest_at` is null while nothing waits; `promise_s` is the time within which the house promises to decide. */
const zQueue = z.object({
  name: z.enum(queueNames),
  count: z.number(),
  oldest_at: z.nullable(zTime),
  promise_s: z.number(),
})

/**
 * The money of a product on the current day of the country. `bets` counts stakes; one that is paid from cash and bonus money counts as two.
 * Gross is stakes less returns; `margin_percent` has one decimal and is null without stakes. `last_week` is the gross of the same weekday a
 * week before, up to the same time. `by_hour` is the stakes of each hour of the day that has begun.
 */
const zProductMoney = z.object({
  product: z.enum(products),
  bets: z.number(),
  stakes: zMoney,
  returns: zMoney,
  gross: zMoney,
  margin_percent: z.nullable(z.string()),
  last_week: zMoney,
  by_hour: z.array(zMoney),
})

/** An hour of the day, and the stakes of all products in the same hour a week before. */
const zHour = z.object({ begins: zTime, last_week: zMoney })

/**
 * What comes next: the kick-off of a match or the close of a jackpot. Of several matches at one time it is the one with the most stakes;
 * `more` counts the others. `staked` is the stakes on all of them, a multi at each of its matches; on a jackpot all of its stakes.
 */
const zNext = z.object({
  kind: z.enum(['match', 'jackpot']),
  id: z.string(),
  at: zTime,
  text: z.string(),
  more: z.number(),
  staked: zMoney,
})

/** The money at a provider; `at` is when the provider said so. Both are null until it has. */
const zFloat = z.object({ provider: zProvider, balance: z.nullable(zMoney), at: z.nullable(zTime) })

/** What is watched: `since` is when it stopped being ok; `advice` says what the state means and what to do. */
const zHealth = z.object({
  name: z.enum(healthNames),
  state: z.enum(['ok', 'late', 'down']),
  detail: z.string(),
  since: z.nullable(zTime),
  advice: z.string(),
})

/** The console's calls about today. The topic `operator:today` has the same answer under the key `today`. */
export const consoleToday = {
  today: operatorRoute({
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/today',
    input: z.object({}),
    answer: z.object({
      queues: z.array(zQueue),
      money: z.array(zProductMoney),
      hours: z.array(zHour),
      next: z.array(zNext),
      payments: z.object({ deposits: zMoney, withdrawals: zMoney, float: z.array(zFloat) }),
      health: z.array(zHealth),
    }),
  }),
  /**
   * The money of the whole day before, or of seven days with the current one, against the same days a week before up to the same time. The parts
   * in `hours` and `by_hour` are the hours of yesterday, or the days of the week.
   */
  spanMoney: operatorRoute({
    permission: 'today.read',
    method: 'GET',
    path: '/v1/operator/today/money',
    input: z.object({ span: z.enum(['yesterday', 'week']) }),
    answer: z.object({
      money: z.array(zProductMoney),
      hours: z.array(zHour),
      payments: z.object({ deposits: zMoney, withdrawals: zMoney }),
    }),
  }),
} as const

/** The state of `operator:today`. */
export type TodayState = Answer<typeof consoleToday.today>
