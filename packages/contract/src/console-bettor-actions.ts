import * as z from 'zod/mini'
import { preview, zPreview } from './effect.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { zLimits, zWishedLimits } from './protection.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { zCommandId, zMoney, zMoneyIn, zPriceIn, zShownText, zTime } from './shapes.ts'
import { zMsisdn } from './typed-shapes.ts'

const zWhole = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))
const zPositive = zMoneyIn.check(z.refine((amount) => amount > 0n, 'The amount is zero'))

const of = { method: 'POST', subject: 'bettor :id' } as const
const bettor = { id: zNumber, reason: zReason }
/** Of calls whose `id` is that of the command. */
const ofCommand = { method: 'POST', subject: 'bettor :bettor_id' } as const
/** What is written about a bettor is written once for an id. */
const command = { bettor_id: zNumber, id: z.optional(zCommandId), reason: zReason }
/** The marker of harm about which it is done: the measure is noted at it, and an open one is followed from then on. */
const about = { marker_id: z.optional(zNumber) }
/** Only who works markers names one. */
const forMarker = {
  also: ['protection.act'],
  alsoNeeds: ({ marker_id }: { readonly marker_id?: string | undefined }) =>
    marker_id === undefined ? undefined : ('protection.act' as const),
} as const
/** Who may ask the house to exclude somebody. A family and a court are named by a reference. */
export const exclusionAskers = ['self', 'family', 'court', 'operator'] as const
const path = (rest: string) => `/v1/operator/bettors/:id/${rest}` as const

const zPeriodAnswer = z.object({
  kind: z.enum(['break', 'exclusion']),
  period: z.string(),
  since: zTime,
  until: zTime,
})

/** What operators do with a bettor's account. Support may lock, take a break and lower limits at the bettor's request; the rest of protection may not. */
export const consoleBettorActions = {
  /** No login, stake, deposit or withdrawal; open bets settle. Only protection unlocks. */
  lockBettor: operatorRoute({
    ...of,
    permission: 'bettors.protect',
    also: ['protection.act'],
    alsoNeeds: ({ locked, marker_id }) => (locked && marker_id === undefined ? undefined : 'protection.act'),
    action: 'bettor.lock',
    audited: ['locked', 'marker_id'],
    path: path('lock'),
    input: z.object({ ...bettor, ...about, locked: z.boolean() }),
    answer: z.object({ locked: z.boolean() }),
    failures: ['not_found', 'overloaded'],
  }),
  endBettorSessions: operatorRoute({
    ...of,
    permission: 'bettors.support',
    action: 'bettor.sessions_end',
    path: path('sessions/end'),
    input: z.object(bettor),
    answer: z.object({ ended: z.number() }),
    failures: ['not_found'],
  }),
  endBettorSession: operatorRoute({
    ...of,
    permission: 'bettors.support',
    action: 'bettor.session_end',
    audited: ['session_id'],
    path: path('sessions/:session_id/end'),
    input: z.object({ ...bettor, session_id: zNumber }),
    answer: z.object({ ended: z.number() }),
    failures: ['not_found'],
  }),
  /** Ends a passkey with the sessions that it opened. For a day after it money leaves the account only by a passkey that worked before. */
  endBettorPasskey: operatorRoute({
    ...of,
    permission: 'bettors.support',
    action: 'bettor.passkey_end',
    audited: ['passkey_id'],
    path: path('passkeys/:passkey_id/end'),
    input: z.object({ ...bettor, passkey_id: zNumber }),
    answer: z.object({ ended: z.number() }),
    failures: ['not_found'],
  }),
  /** Multiplies the highest stake and the liability that the bettor is offered. */
  setStakePercent: operatorRoute({
    ...of,
    ...forMarker,
    permission: 'bettors.stake',
    action: 'bettor.stake_percent',
    audited: ['percent', 'marker_id'],
    path: path('stake-percent'),
    input: z.object({ ...bettor, ...about, percent: zWhole(0, 100) }),
    answer: z.object({ stake_percent: z.number() }),
    failures: ['not_found', 'overloaded'],
  }),
  noteBettor: operatorRoute({
    ...ofCommand,
    ...forMarker,
    permission: 'bettors.support',
    action: 'bettor.note',
    audited: ['marker_id'],
    path: '/v1/operator/bettors/:bettor_id/notes',
    input: z.object({ ...command, ...about, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
    answer: z.object({ note_id: z.string(), at: zTime }),
    failures: ['not_found', 'id_reused'],
  }),
  /** The whole value of a field that lists and pages mask. */
  revealBettor: operatorRoute({
    ...of,
    permission: 'bettors.reveal',
    action: 'bettor.reveal',
    audited: ['field'],
    reveals: true,
    path: path('reveal'),
    input: z.object({ ...bettor, field: z.enum(['msisdn']) }),
    answer: z.object({ field: z.enum(['msisdn']), value: z.string() }),
    failures: ['not_found'],
  }),
  /** A break of up to six weeks at the bettor's request. An active one that ends later stays and is answered. */
  breakBettor: operatorRoute({
    ...of,
    ...forMarker,
    permission: 'bettors.protect',
    action: 'bettor.break',
    audited: ['period', 'marker_id'],
    path: path('break'),
    input: z.object({ ...bettor, ...about, period: z.enum(['24h', '7d', '30d', '6w']) }),
    answer: zPeriodAnswer,
    failures: ['not_found', 'overloaded'],
  }),
  /** An exclusion for half a year to for good, by whom it was asked. It never ends earlier; open bets settle, and the balance can be withdrawn. */
  excludeBettor: operatorRoute({
    ...of,
    permission: 'bettors.protect',
    also: ['protection.act'],
    alsoNeeds: () => 'protection.act',
    action: 'bettor.exclude',
    audited: ['period', 'asked_by', 'reference', 'marker_id'],
    path: path('exclude'),
    input: z.object({
      ...bettor,
      ...about,
      period: z.enum(['6m', '1y', '3y', '5y', 'permanent']),
      asked_by: z._default(z.enum(exclusionAskers), 'self'),
      reference: z.optional(zShownText(120).check(z.trim(), z.minLength(1))),
    }),
    answer: zPeriodAnswer,
    failures: ['invalid_input', 'not_found', 'overloaded'],
  }),
  /** As the bettor's call, but all limits must be lower, at once. */
  lowerBettorLimits: operatorRoute({
    ...of,
    ...forMarker,
    permission: 'bettors.protect',
    action: 'bettor.limits',
    audited: ['deposit', 'loss', 'stake', 'marker_id'],
    path: path('limits'),
    input: z.extend(zWishedLimits, { ...bettor, ...about }),
    answer: zLimits,
    failures: ['invalid_input', 'not_found', 'overloaded'],
  }),
  /** A service message by SMS; a text that invites to play is refused. */
  messageBettor: operatorRoute({
    ...ofCommand,
    ...forMarker,
    permission: 'bettors.support',
    action: 'bettor.message',
    audited: ['marker_id'],
    path: '/v1/operator/bettors/:bettor_id/message',
    input: z.object({ ...command, ...about, text: zShownText(480).check(z.trim(), z.minLength(3)) }),
    answer: z.object({ message_id: z.string(), at: zTime }),
    failures: ['invalid_input', 'not_found', 'not_available', 'id_reused'],
  }),
  /** Closes the account for good. Open bets settle, and the balance (`left`) can be withdrawn. */
  closeBettor: operatorRoute({
    ...of,
    permission: 'bettors.protect',
    also: ['protection.act'],
    alsoNeeds: () => 'protection.act',
    action: 'bettor.close',
    path: path('close'),
    input: z.object(bettor),
    answer: z.object({ closed_at: zTime, left: zMoney }),
    failures: ['not_found', 'overloaded'],
  }),
  /** Gives the account another number. Its sessions end, and codes that were sent before are not valid any more. */
  changeBettorNumber: operatorRoute({
    ...of,
    permission: 'bettors.support',
    action: 'bettor.number',
    audited: ['msisdn'],
    second: 'always',
    path: path('number'),
    input: z.object({ ...bettor, msisdn: zMsisdn }),
    answer: orWaiting(z.object({ state: z.literal('done'), msisdn: z.string() })),
    failures: ['not_found', 'msisdn_taken'],
  }),
  /**
   * Corrects the cash. A credit repays a debt first; a debit takes the cash as far as it reaches, and the rest becomes a debt. Support may only
   * propose it.
   */
  correctBettor: operatorRoute({
    ...ofCommand,
    permission: 'bettors.money',
    action: 'bettor.correct',
    audited: ['direction', 'amount', 'preview'],
    second: 'always',
    confirm: true,
    path: '/v1/operator/bettors/:bettor_id/correct',
    input: z.object({
      bettor_id: zNumber,
      id: zCommandId,
      direction: z.enum(['credit', 'debit']),
      amount: zPositive,
      reason: zReason,
      preview,
    }),
    answer: orWaiting(z.union([zPreview, z.object({ state: z.literal('done'), balance: zMoney, debt: zMoney })])),
    failures: ['not_found', 'not_allowed', 'id_reused'],
  }),
  /** Gives bonus money by hand. Support may only propose it. */
  giveBonus: operatorRoute({
    ...ofCommand,
    permission: 'bettors.money',
    action: 'bettor.bonus',
    audited: ['amount', 'terms', 'preview'],
    second: 'always',
    confirm: true,
    path: '/v1/operator/bettors/:bettor_id/bonus',
    input: z.object({
      bettor_id: zNumber,
      id: zCommandId,
      amount: zPositive,
      terms: z.object({ wager: zWhole(1, 50), min_odds: zPriceIn, days: zWhole(1, 366) }),
      reason: zReason,
      preview,
    }),
    answer: orWaiting(z.union([zPreview, z.object({ state: z.literal('done'), grant_id: z.string() })])),
    failures: ['not_found', 'not_allowed', 'id_reused', 'not_available'],
  }),
} as const
