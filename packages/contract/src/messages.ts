import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute, route } from './route.ts'
import { paging, zCommandId, zMeta, zMoney, zShownText, zTime } from './shapes.ts'

/**
 * What a message is. `service`: the bettor's money, bets or agreement with the house, by day. `security`: the safety of the account, at any hour and to whom wants
 * no messages too. `promotion`: whatever invites to play, to those who have agreed, by day. The first two are refused with words of an invitation (`inviting.ts`).
 */
export const messageKinds = ['service', 'security', 'promotion'] as const
export const messageChannels = ['sms', 'app', 'both'] as const
export const messageStates = ['draft', 'sending', 'sent', 'stopped'] as const
/** The most people of one message. */
export const messagePeopleMax = 10_000

/** What a bettor got in the app. */
export const messages = {
  messages: route({
    method: 'GET',
    path: '/v1/messages',
    auth: 'bettor',
    input: z.object(paging),
    answer: z.object({
      data: z.array(z.object({ message_id: z.string(), text: z.string(), at: zTime })),
      meta: zMeta,
    }),
    fallback: 'Loading the messages failed',
  }),
} as const

/**
 * What sending would do now: the people of the list, those who get nothing by the reason, and the SMS parts with their price. `not_found` have
 * no account with a confirmed number; `protected` are those to whom nothing may be promoted; `opted_out` those who want no messages; `no_consent` those who have not agreed to promotions by its channel.
 */
const zEffect = z.object({
  people: z.number(),
  refused: z.object({ not_found: z.number(), opted_out: z.number(), protected: z.number(), no_consent: z.number() }),
  sms: z.number(),
  parts: z.number(),
  cost: zMoney,
  /** The text as it would go out. */
  texts: z.object({ en: z.string(), sw: z.string() }),
})
export type MessageEffect = z.output<typeof zEffect>

const zMessage = z.object({
  message_id: z.string(),
  kind: z.enum(messageKinds),
  channel: z.enum(messageChannels),
  texts: z.object({ en: z.string(), sw: z.string() }),
  approval: z.nullable(z.string()),
  state: z.enum(messageStates),
  by: z.string(),
  at: zTime,
  approved_by: z.nullable(z.string()),
  approved_at: z.nullable(zTime),
  stopped_by: z.nullable(z.string()),
  /**
   * How many people: `unknown` may have got it, and never gets it again. `sent` was accepted by the provider, or is in the app. Of those `by_sms` the
   * provider has reported as many as `delivered` or `undelivered`; of the others nothing is known yet.
   */
  counts: z.object({
    people: z.number(),
    waiting: z.number(),
    sent: z.number(),
    failed: z.number(),
    unknown: z.number(),
    refused: z.number(),
    by_sms: z.number(),
    delivered: z.number(),
    undelivered: z.number(),
  }),
  /** The SMS parts that went out, and what they cost at today's price. */
  parts: z.number(),
  cost: zMoney,
})
export type Message = z.output<typeof zMessage>

/** Messages of the house to many bettors. */
export const operatorMessages = {
  messages: operatorRoute({
    permission: 'marketing.read',
    method: 'GET',
    path: '/v1/operator/messages',
    input: z.object({ ...paging, state: z.optional(z.enum(messageStates)) }),
    answer: z.object({ data: z.array(zMessage), meta: zMeta }),
  }),
  /** A message with what sending it would do now; null once it is not a draft any more. */
  message: operatorRoute({
    permission: 'marketing.read',
    method: 'GET',
    path: '/v1/operator/messages/:message_id',
    input: z.object({ message_id: zNumber }),
    answer: z.object({ data: zMessage, effect: z.nullable(zEffect) }),
    failures: ['not_found'],
  }),
  /**
   * Drafts a message to bettors by their ids; with `preview` only what it would do. A promotion needs its approval number; a text that invites to play is
   * a promotion.
   */
  draftMessage: operatorRoute({
    permission: 'marketing.manage',
    action: 'message.draft',
    subject: 'message to :channel',
    audited: ['kind', 'channel', 'texts.en', 'approval'],
    method: 'POST',
    path: '/v1/operator/messages',
    bodyBytesMax: 512 * 1024,
    input: z.object({
      id: z.optional(zCommandId),
      preview: z.optional(z.boolean()),
      kind: z.enum(messageKinds),
      channel: z.enum(messageChannels),
      texts: z.object({
        en: zShownText(480).check(z.trim(), z.minLength(3)),
        sw: zShownText(480).check(z.trim(), z.minLength(3)),
      }),
      approval: z.optional(zShownText(40).check(z.trim(), z.minLength(1))),
      to: z.array(zNumber).check(z.minLength(1, 'Please give ids of bettors'), z.maxLength(messagePeopleMax)),
      reason: zReason,
    }),
    answer: z.object({ message_id: z.nullable(z.string()), effect: z.nullable(zEffect) }),
    failures: ['invalid_input', 'id_reused'],
  }),
  /** Approves another person's draft: it is sent from now on, outside of the quiet hours unless it is about security. */
  approveMessage: operatorRoute({
    permission: 'marketing.manage',
    confirms: true,
    action: 'message.approve',
    subject: 'message :message_id',
    method: 'POST',
    path: '/v1/operator/messages/:message_id/approve',
    input: z.object({ message_id: zNumber, reason: zReason }),
    answer: z.object({ message_id: z.string(), state: z.enum(messageStates) }),
    failures: ['not_found', 'not_allowed', 'not_available'],
  }),
  /** Drops a draft, or stops a message for those who have not got it. */
  stopMessage: operatorRoute({
    permission: 'marketing.manage',
    action: 'message.stop',
    subject: 'message :message_id',
    method: 'POST',
    path: '/v1/operator/messages/:message_id/stop',
    input: z.object({ message_id: zNumber, reason: zReason }),
    answer: z.object({ message_id: z.string(), state: z.enum(messageStates) }),
    failures: ['not_found'],
  }),
} as const
