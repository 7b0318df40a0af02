import * as z from 'zod/mini'
import { route } from './route.ts'
import { zText, zTime } from './shapes.ts'

/** What a browser is told of by Web Push. */
export const noticeTopics = ['bet_settled', 'money', 'kickoff'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

const zTopic = z.enum(noticeTopics)
const zHour = z.int().check(z.gte(0), z.lte(23))
const zLanguage = z.enum(['en', 'sw'])
const endpointMax = 1000

const zNotices = z.object({
  /** The browsers that get notices, the newest first. */
  devices: z.array(z.object({ endpoint: z.string(), topics: z.array(zTopic), since: zTime })),
  /** Whether a notice says amounts, which others may read on a locked screen. */
  amounts: z.boolean(),
  /** The hours of the country in which only notices about money come; null for none. */
  quiet: z.nullable(z.object({ from: z.number(), until: z.number() })),
  /** What comes by SMS too: payments, and won bets. */
  sms: z.object({ money: z.boolean(), won: z.boolean() }),
})
export type Notices = z.output<typeof zNotices>

/**
 * Notices of what happened to the bettor's own bets and money. A subscription is what `PushSubscription.toJSON()` of a browser gives; its
 * address must be one of a known push service.
 */
export const notices = {
  /** The public key of the server, with which a browser subscribes; null while notices by push are not set up. */
  pushKey: route({
    method: 'GET',
    path: '/v1/push/key',
    auth: 'none',
    input: z.object({}),
    answer: z.object({ key: z.nullable(z.string()) }),
    fallback: 'Fetching the key failed',
  }),
  /** Notices of these topics to this browser, in place of those it got before. A browser that belonged to another bettor now belongs to this one. */
  subscribe: route({
    method: 'POST',
    path: '/v1/push/subscribe',
    auth: 'bettor',
    perAddressMinute: 60,
    input: z.object({
      subscription: z.object({
        endpoint: zText(endpointMax),
        keys: z.object({ p256dh: zText(200), auth: zText(100) }),
      }),
      topics: z.array(zTopic).check(z.minLength(1), z.maxLength(12)),
      language: z.optional(zLanguage),
    }),
    answer: z.object({ data: zNotices }),
    failures: ['invalid_input', 'not_verified', 'not_allowed', 'not_available', 'too_many_requests', 'overloaded'],
    fallback: 'Turning notices on failed',
  }),
  /** No notices to this browser any more. The same answer for one that never got any. */
  unsubscribe: route({
    method: 'POST',
    path: '/v1/push/unsubscribe',
    auth: 'bettor',
    perAddressMinute: 60,
    input: z.object({ endpoint: zText(endpointMax) }),
    answer: z.object({ data: zNotices }),
    failures: ['invalid_input', 'too_many_requests', 'overloaded'],
    fallback: 'Turning notices off failed',
  }),
  notices: route({
    method: 'GET',
    path: '/v1/notices',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ data: zNotices }),
    fallback: 'Fetching the notices failed',
  }),
  /** How notices come. What is left out stays as it is; `quiet: null` is no quiet hours. */
  setNotices: route({
    method: 'POST',
    path: '/v1/notices',
    auth: 'bettor',
    perAddressMinute: 60,
    input: z.object({
      amounts: z.optional(z.boolean()),
      quiet: z.optional(z.nullable(z.object({ from: zHour, until: zHour }))),
      sms: z.optional(z.object({ money: z.optional(z.boolean()), won: z.optional(z.boolean()) })),
      language: z.optional(zLanguage),
    }),
    answer: z.object({ data: zNotices }),
    failures: ['invalid_input', 'not_verified', 'too_many_requests', 'overloaded'],
    fallback: 'Saving the choice failed',
  }),
} as const
