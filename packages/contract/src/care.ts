import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zCommandId, zDay, zMeta, zShownText, zTime } from './shapes.ts'

/** What raises a marker. The first four are signs in the play of one day, the others of days and weeks. */
export const careRules = [
  ...(['chasing', 'night_play', 'limit_hits', 'deposits_after_losses'] as const),
  ...(['stakes_rising', 'deposits_rising', 'many_deposits'] as const),
  ...(['failed_deposits', 'limits_raised', 'after_exclusion'] as const),
] as const
export type CareRule = (typeof careRules)[number]

export const markerStates = ['open', 'followed', 'closed'] as const
export const contactChannels = ['phone', 'message', 'email', 'visit', 'none'] as const
export const contactMeasures = ['none', 'message', 'limit', 'break', 'exclusion', 'referral'] as const
/** What is done about a marker by the calls on the account, when they name it. */
export const careMeasures = [
  ...(['limit', 'break', 'exclusion', 'lock', 'unlock'] as const),
  ...(['stake_percent', 'message', 'note'] as const),
] as const

/** A marker of harm. `facts` are what raised it, as text; `due_at` is when the house promises to have looked at an open one. */
const zMarker = z.object({
  marker_id: z.string(),
  bettor_id: z.string(),
  rule: z.enum(careRules),
  facts: z.record(z.string(), z.string()),
  state: z.enum(markerStates),
  raised_at: zTime,
  changed_at: zTime,
  due_at: zTime,
  followed_by: z.nullable(z.string()),
  closed_at: z.nullable(zTime),
  closed_by: z.nullable(z.string()),
  contacts: z.number(),
})
export type CareMarker = z.output<typeof zMarker>

/** What was done about a marker, and what was set by it, as text. */
const zMeasure = z.object({
  at: zTime,
  by: z.string(),
  what: z.enum(careMeasures),
  facts: z.record(z.string(), z.string()),
})
export type CareMeasure = z.output<typeof zMeasure>

/** A conversation about play. `follow_up_on` is the day on which it comes back to the queue, unless it was followed up. */
const zContact = z.object({
  contact_id: z.string(),
  bettor_id: z.string(),
  marker_id: z.nullable(z.string()),
  at: zTime,
  by: z.string(),
  channel: z.enum(contactChannels),
  said: z.string(),
  measure: z.enum(contactMeasures),
  follow_up_on: z.nullable(zDay),
  is_due: z.boolean(),
  followed_up_at: z.nullable(zTime),
})
export type CareContact = z.output<typeof zContact>

/** The desk of protection: markers of harm and conversations with bettors. */
export const operatorCare = {
  /** Those that are open, the oldest first; with `state` the followed, the closed or any, the newest first. */
  careMarkers: operatorRoute({
    permission: 'protection.read',
    method: 'GET',
    path: '/v1/operator/protection/markers',
    input: z.object({
      state: z.optional(z.enum([...markerStates, 'any'])),
      rule: z.optional(z.enum(careRules)),
      bettor_id: z.optional(zNumber),
      ...paging,
    }),
    answer: z.object({ data: z.array(zMarker), meta: zMeta }),
  }),
  /** One marker in any state, with the last 100 measures that were taken about it, the newest first. */
  careMarker: operatorRoute({
    permission: 'protection.read',
    method: 'GET',
    path: '/v1/operator/protection/markers/:marker_id',
    subject: 'marker :marker_id',
    input: z.object({ marker_id: zNumber }),
    answer: z.object({ data: z.extend(zMarker, { measures: z.array(zMeasure) }) }),
    failures: ['not_found'],
  }),
  /** Follows an open marker, or closes one: the same rule raises none for this bettor for the days that the setting names. */
  decideMarker: operatorRoute({
    permission: 'protection.act',
    action: 'marker.decide',
    subject: 'marker :marker_id',
    audited: ['state'],
    method: 'POST',
    path: '/v1/operator/protection/markers/:marker_id',
    input: z.object({
      marker_id: zNumber,
      id: z.optional(zCommandId),
      state: z.enum(['followed', 'closed']),
      reason: zReason,
    }),
    answer: z.object({ marker_id: z.string(), state: z.enum(markerStates) }),
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
  /** The newest first; with `due` those whose follow-up is due, the longest due first. */
  contacts: operatorRoute({
    permission: 'protection.read',
    method: 'GET',
    path: '/v1/operator/protection/contacts',
    input: z.object({
      bettor_id: z.optional(zNumber),
      marker_id: z.optional(zNumber),
      due: z.optional(z.enum(['yes'])),
      ...paging,
    }),
    answer: z.object({ data: z.array(zContact), meta: zMeta }),
  }),
  /**
   * Writes down a conversation, once for its `id`; the measure itself is taken by the calls on the account, which name the marker. It follows an open marker, and ends
   * what was due of `follows`.
   */
  addContact: operatorRoute({
    permission: 'protection.act',
    action: 'contact.add',
    subject: 'bettor :bettor_id',
    audited: ['channel', 'measure', 'follow_up_on'],
    method: 'POST',
    path: '/v1/operator/protection/contacts',
    input: z.object({
      id: zCommandId,
      bettor_id: zNumber,
      marker_id: z.optional(zNumber),
      /** The contact whose follow-up this is. */
      follows: z.optional(zNumber),
      channel: z.enum(contactChannels),
      said: zShownText(2_000).check(z.trim(), z.minLength(3)),
      measure: z.enum(contactMeasures),
      follow_up_on: z.optional(zDay),
      reason: z.optional(zReason),
    }),
    answer: z.object({ data: zContact }),
    failures: ['not_found', 'invalid_input', 'id_reused'],
  }),
} as const
