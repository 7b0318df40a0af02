import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute, route } from './route.ts'
import { paging, zCommandId, zMeta, zShownText, zText, zTime } from './shapes.ts'

export const complaintSubjects = ['bet', 'payment', 'account', 'other'] as const

/** A complaint: `ref` is the ticket of one about a bet, `due_at` when the house promises to have answered. */
const complaint = {
  complaint_id: z.string(),
  about: z.enum(complaintSubjects),
  ref: z.nullable(z.string()),
  text: z.string(),
  state: z.enum(['open', 'answered']),
  at: zTime,
  due_at: zTime,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(zTime),
}
const zComplaint = z.object({ ...complaint, id: z.string() })
export type Complaint = z.output<typeof zComplaint>

/** What a bettor complains about. */
export const complaints = {
  /** A complaint, once for its `id`. At most ten wait for an answer, and ten are made in 24 hours. */
  complain: route({
    method: 'POST',
    path: '/v1/complaints',
    auth: 'bettor',
    perAddressMinute: 240,
    input: z.object({
      id: zCommandId,
      about: z.enum(complaintSubjects),
      ref: z.optional(zText(60).check(z.trim(), z.minLength(1))),
      text: zText(2_000).check(z.trim(), z.minLength(3)),
    }),
    answer: z.object({ data: zComplaint }),
    failures: ['not_found', 'id_reused', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Sending the complaint failed',
  }),
  /** The bettor's complaints with their answers, the newest first. */
  complaints: route({
    method: 'GET',
    path: '/v1/complaints',
    auth: 'bettor',
    input: z.object(paging),
    answer: z.object({ data: z.array(zComplaint), meta: zMeta }),
    fallback: 'Loading the complaints failed',
  }),
} as const

const zHouseComplaint = z.object({ ...complaint, bettor_id: z.string(), answered_by: z.nullable(z.string()) })
export type HouseComplaint = z.output<typeof zHouseComplaint>

/** The house's queue of complaints. */
export const operatorComplaints = {
  /** Those that wait, the oldest first; with `state` answered those that were answered, the newest first. */
  complaints: operatorRoute({
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/complaints',
    input: z.object({ state: z.optional(z.enum(['open', 'answered'])), ...paging }),
    answer: z.object({ data: z.array(zHouseComplaint), meta: zMeta }),
  }),
  /** Answers a complaint, for good: the bettor reads it in the app and gets it as a message, unless the number takes none. */
  answerComplaint: operatorRoute({
    permission: 'complaints.act',
    action: 'complaint.answer',
    subject: 'complaint :complaint_id',
    audited: ['answer'],
    method: 'POST',
    path: '/v1/operator/complaints/:complaint_id',
    input: z.object({
      complaint_id: zNumber,
      id: z.optional(zCommandId),
      answer: zShownText(480).check(z.trim(), z.minLength(3)),
      reason: z.optional(zReason),
    }),
    answer: z.object({ complaint_id: z.string(), state: z.literal('answered'), message_id: z.nullable(z.string()) }),
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
} as const
