import * as z from 'zod/mini'
import { eventTypes } from './match-events.ts'
import { route } from './route.ts'
import { sandboxJackpot } from './sandbox-jackpot.ts'
import { sandboxPush } from './sandbox-push.ts'
import { sandboxWallet } from './sandbox-wallet.ts'
import { zId, zMoney, zMoneyIn, zPriceIn, zText, zTime } from './shapes.ts'
import { providerNames } from './wallets.ts'
import { zMsisdn } from './typed-shapes.ts'

const zScore = z.string().check(z.regex(/^\d{1,3}:\d{1,3}$/, 'Please write a score as 2:1'))
const zMessages = z.array(z.object({ at: zTime, text: z.string(), code: z.optional(z.string()) }))

/** Faults of a payment provider, each for the next payments or queries. */
export const paymentFaults = [
  'callback_lost',
  'callback_doubled',
  'callback_late',
  'callback_first',
  'wrong_amount',
  'no_answer',
  'still_processing',
  'token_expired',
  'time_out',
  'refused',
  'queue_timeout',
  'payout_failed',
  'prompt_locked',
  'payout_ambiguous',
  'payout_duplicate',
  'payout_busy',
  'initiator_refused',
  'status_refused',
  'pin_key_changed',
  'registered_before',
  /** Payout and status requests are refused: the app is not entitled to them, or our address is not allowed. */
  'app_refused',
  /** The gateway answers HTTP 403 without a code, after the money has moved. */
  'gateway_refused',
  /** A status query is answered about another payout. */
  'other_payment',
  /** A status query is understood only by its older spelling, or refused if it has both. */
  'older_spelling',
  'newer_spelling',
  /** A new session is refused for a while, as if it were not live yet. */
  'session_waits',
  /** The provider answers in another format than it documents. */
  'malformed',
  /** The provider answers with a code that no document names. */
  'unknown_code',
] as const
export type PaymentFault = (typeof paymentFaults)[number]

export const promptActions = ['approve', 'cancel', 'wrong_pin', 'ignore', 'no_funds'] as const
export type PromptAction = (typeof promptActions)[number]

export const sandbox = {
  ...sandboxWallet,
  ...sandboxJackpot,
  ...sandboxPush,
  phone: route({
    method: 'GET',
    path: '/sandbox/phone/:msisdn',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ msisdn: zMsisdn }),
    answer: z.object({
      sms: zMessages,
      prompts: z.array(z.object({ prompt_id: z.string(), amount: zMoney, reference: z.string(), state: z.string() })),
    }),
    fallback: 'Fetching the phone failed',
  }),
  /** Sends a text message from this number to ours, through the callback of the SMS provider. */
  sendSms: route({
    method: 'POST',
    path: '/sandbox/phone/:msisdn/sms',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ msisdn: zMsisdn, text: zText(480) }),
    answer: z.object({ message_id: z.string() }),
    fallback: 'Sending the message failed',
  }),
  promptAction: route({
    method: 'POST',
    path: '/sandbox/phone/:msisdn/prompts/:prompt_id',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ msisdn: zMsisdn, prompt_id: zId, action: z.enum(promptActions) }),
    answer: z.object({ prompt_id: z.string(), state: z.string() }),
    failures: ['not_found'],
    fallback: 'Answering the prompt failed',
  }),
  payBill: route({
    method: 'POST',
    path: '/sandbox/phone/:msisdn/pay',
    auth: 'none',
    sandboxOnly: true,
    /** `unasked`: the payment skips the validation, as payments do while the provider cannot reach the platform. */
    input: z.object({ msisdn: zMsisdn, account: zText(20), amount: zMoneyIn, unasked: z.optional(z.boolean()) }),
    answer: z.object({ receipt: z.string() }),
    failures: ['invalid_input'],
    fallback: 'Paying failed',
  }),
  mail: route({
    method: 'GET',
    path: '/sandbox/mail/:address',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ address: zText(200) }),
    answer: z.object({ mail: zMessages, sms: zMessages }),
    fallback: 'Fetching the mail failed',
  }),
  createMatch: route({
    method: 'POST',
    path: '/sandbox/feed/matches',
    auth: 'none',
    sandboxOnly: true,
    created: true,
    input: z.object({
      sport_id: zId,
      competition_name: zText(80),
      category: z.optional(zText(80)),
      home_team: zText(80),
      away_team: zText(80),
      start_time: z.iso.datetime({ offset: true }),
      home_odd: zPriceIn,
      neutral_odd: z.optional(z.nullable(zPriceIn)),
      away_odd: zPriceIn,
      over: z.optional(z.nullable(zPriceIn)),
      under: z.optional(z.nullable(zPriceIn)),
    }),
    answer: z.object({ match_id: z.string() }),
    failures: ['invalid_input'],
    fallback: 'Creating the match failed',
  }),
  driveMatch: route({
    method: 'POST',
    path: '/sandbox/feed/matches/:match_id',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({
      match_id: zId,
      state: z.optional(z.enum(['not_started', 'live', 'interrupted', 'ended', 'abandoned', 'postponed', 'cancelled'])),
      minute: z.optional(z.int().check(z.gte(0), z.lte(200))),
      score: z.optional(zScore),
      /**
       * What happened; `penalty` is penalty_awarded and `var` is video_check. Without a score, cards or a state it changes them as it does in
       * a match. With a `minute` before the match's own it is an event reported late.
       */
      event: z.optional(z.enum([...eventTypes, 'penalty', 'var'])),
      side: z.optional(z.enum(['home', 'away'])),
      player: z.optional(zText(80)),
      added: z.optional(z.int().check(z.gte(0), z.lte(30))),
      /** The id of the event; an existing id corrects the event. */
      event_id: z.optional(zText(64).check(z.minLength(1))),
      /** The id of an event that did not happen, or does not count. */
      take_back: z.optional(zText(64).check(z.minLength(1))),
      /** The match is as if its feed were silent for so many seconds; 0 ends that. */
      silent: z.optional(z.int().check(z.gte(0), z.lte(600))),
      suspend: z.optional(z.boolean()),
      odds: z.optional(z.record(z.string(), z.record(z.string(), zPriceIn))),
      start_time: z.optional(z.iso.datetime({ offset: true })),
    }),
    /** `event_id` is the id of the event that the call reported. */
    answer: z.object({ match_id: z.string(), event_id: z.optional(z.string()) }),
    failures: ['not_found', 'invalid_input'],
    fallback: 'Driving the match failed',
  }),
  resultMatch: route({
    method: 'POST',
    path: '/sandbox/feed/matches/:match_id/result',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({
      match_id: zId,
      half_time: z.optional(zScore),
      full_time: z.optional(zScore),
      goals: z.optional(z.array(z.enum(['home', 'away'])).check(z.maxLength(60))),
      corners: z.optional(zScore),
      /** A yellow card counts one, a red card two. */
      cards: z.optional(zScore),
      certainty: z._default(z.union([z.literal(1), z.literal(2)]), 2),
      rollback: z.optional(z.literal(true)),
      cancelled: z.optional(z.boolean()),
      reason: z.optional(zText(200)),
    }),
    answer: z.object({ legs: z.number(), bets: z.number() }),
    failures: ['not_found', 'invalid_input'],
    fallback: 'Recording the result failed',
  }),
  replayUntil: route({
    method: 'POST',
    path: '/sandbox/feed/replay',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ until: z.iso.datetime({ offset: true }) }),
    answer: z.object({ matches: z.number(), results: z.number(), now: zTime }),
    failures: ['not_available'],
    fallback: 'Replaying failed',
  }),
  /** A one-time code of a demo person of the house, one that was never used, by the sandbox's clock. */
  staffCode: route({
    method: 'GET',
    path: '/sandbox/staff/:name',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ name: zText(40) }),
    answer: z.object({ code: z.string() }),
    failures: ['not_found'],
    fallback: 'Fetching the code failed',
  }),
  clock: route({
    method: 'POST',
    path: '/sandbox/clock',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ advance_s: z.number().check(z.gte(0), z.lte(400 * 86_400)) }),
    answer: z.object({ now: zTime }),
    fallback: 'Setting the clock failed',
  }),
  /** Completes due payments and settlements. Returns when none is in progress. */
  quiet: route({
    method: 'POST',
    path: '/sandbox/quiet',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({}),
    answer: z.object({ now: zTime }),
    fallback: 'Waiting failed',
  }),
  faults: route({
    method: 'POST',
    path: '/sandbox/faults',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({
      service: z.enum(['sms', 'mail', 'push', ...providerNames]),
      /** A fault of a payment provider. The fields below are short forms. */
      fault: z.optional(z.enum(paymentFaults)),
      delay_ms: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
      error: z.optional(z.boolean()),
      drop: z.optional(z.boolean()),
      duplicate: z.optional(z.boolean()),
      next: z._default(z.int().check(z.gte(0), z.lte(1000)), 1),
    }),
    answer: z.object({ service: z.string(), next: z.number() }),
    fallback: 'Setting the fault failed',
  }),
  kill: route({
    method: 'POST',
    path: '/sandbox/kill',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ at: zText(40) }),
    answer: z.object({ at: z.string() }),
    fallback: 'Setting the end failed',
  }),
  fund: route({
    method: 'POST',
    path: '/sandbox/fund',
    auth: 'none',
    sandboxOnly: true,
    input: z.object({ msisdn: zMsisdn, amount: zMoneyIn }),
    answer: z.object({ balance: zMoney }),
    failures: ['not_found', 'invalid_input'],
    fallback: 'Funding failed',
  }),
} as const
