import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zCommandId, zMeta, zMoney, zShownText, zText, zTime } from './shapes.ts'

/** The rules that raise alerts. Their bounds are settings of the group money laundering. */
export const amlRules = [
  ...(['deposits_day', 'deposits_week', 'structured', 'little_play', 'bonus_only'] as const),
  ...(['other_payer', 'shared_accounts', 'turnover', 'opposite_bets'] as const),
] as const
export type AmlRule = (typeof amlRules)[number]

/** A thing that a rule looked at: a payment, or a ticket. */
const zAmlItem = z.object({
  kind: z.enum(['deposit', 'withdrawal', 'ticket', 'account']),
  ref: z.string(),
  amount: z.optional(zMoney),
  at: z.nullable(zTime),
  text: z.optional(z.string()),
})
export type AmlItem = z.output<typeof zAmlItem>

/** What raised an alert: a sentence with the figures, and what it was read from, the newest first. */
const zAmlFacts = z.object({ text: z.string(), items: z.array(zAmlItem) })

const zAmlAlert = z.object({
  alert_id: z.string(),
  bettor_id: z.string(),
  name: z.string(),
  rule: z.enum(amlRules),
  facts: zAmlFacts,
  state: z.enum(['open', 'case', 'closed']),
  raised_at: zTime,
  changed_at: zTime,
  case_id: z.nullable(z.string()),
  ended_by: z.nullable(z.string()),
  ended_reason: z.nullable(z.string()),
})
export type AmlAlert = z.output<typeof zAmlAlert>

const amlCase = {
  case_id: z.string(),
  bettor_id: z.string(),
  name: z.string(),
  reason: z.string(),
  state: z.enum(['open', 'reported', 'closed']),
  owner: z.string(),
  suspected_at: zTime,
  due_at: zTime,
  opened_at: zTime,
  opened_by: z.string(),
  reported_at: z.nullable(zTime),
  reference: z.nullable(z.string()),
  closed_at: z.nullable(zTime),
  closed_reason: z.nullable(z.string()),
}
const zAmlCase = z.object(amlCase)
export type AmlCase = z.output<typeof zAmlCase>

/** A person as the account was when the case was opened. */
const zAmlSubject = z.object({
  name: z.string(),
  msisdn: z.string(),
  since: zTime,
  verified: z.boolean(),
  born: z.nullable(z.string()),
})

/** Evidence as it was when it was attached: lines of a name and what it says. */
const zAmlEvidence = z.object({
  evidence_id: z.string(),
  kind: z.enum(['alert', 'ticket', 'payment', 'timeline']),
  ref: z.string(),
  lines: z.array(z.object({ name: z.string(), text: z.string() })),
  at: zTime,
  by: z.string(),
})
export type AmlEvidence = z.output<typeof zAmlEvidence>

const zOneCase = z.extend(zAmlCase, {
  subject: zAmlSubject,
  alerts: z.array(zAmlAlert),
  notes: z.array(z.object({ note_id: z.string(), text: z.string(), at: zTime, by: z.string() })),
  evidence: z.array(zAmlEvidence),
})
export type OneAmlCase = z.output<typeof zOneCase>

const zAmlPayment = z.object({
  transfer: z.string(),
  kind: z.enum(['deposit', 'withdrawal', 'withdrawal_released']),
  ref: z.nullable(z.string()),
  amount: zMoney,
  at: zTime,
  other: z.nullable(z.string()),
})

const onCase = { permission: 'aml.act', subject: 'case :case_id', method: 'POST' } as const
const ofCase = { case_id: zNumber, id: z.optional(zCommandId), reason: zReason }
const changed = z.object({ case_id: z.string(), state: z.enum(['open', 'reported', 'closed']) })
const alertFilter = { state: z.optional(z.enum(['open', 'case', 'closed'])), rule: z.optional(z.enum(amlRules)) }
const caseFilter = { state: z.optional(z.enum(['open', 'reported', 'closed'])) }

/** A file of persons: it needs a reason, and the permission to take persons out of the house. */
const asFile = { csvPermission: 'bettors.export' } as const

/** Suspicions of money laundering: alerts, cases and the report. Nothing of it reaches the bettor, the timeline or
 * the search; what is about the betting account of the caller is not there for him. */
export const operatorAml = {
  /** The open alerts, or those of `state`; the newest first. */
  amlAlerts: operatorRoute({
    permission: 'aml.read',
    method: 'GET',
    path: '/v1/operator/aml/alerts',
    input: z.object({ ...alertFilter, ...paging }),
    answer: z.object({ data: z.array(zAmlAlert), meta: zMeta }),
    csv: z.object({ ...alertFilter, reason: zReason }),
    ...asFile,
  }),
  /** Closes an alert that needs no case. The same rule is quiet about this bettor for the days of its setting. */
  closeAmlAlert: operatorRoute({
    permission: 'aml.act',
    action: 'aml.alert.close',
    subject: 'aml alert :alert_id',
    method: 'POST',
    path: '/v1/operator/aml/alerts',
    input: z.object({ alert_id: zNumber, id: z.optional(zCommandId), reason: zReason }),
    answer: z.object({ alert_id: z.string(), state: z.literal('closed') }),
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
  /** The cases, open ones without `state`, the one that is due next first. */
  amlCases: operatorRoute({
    permission: 'aml.read',
    method: 'GET',
    path: '/v1/operator/cases',
    input: z.object({ ...caseFilter, ...paging }),
    answer: z.object({ data: z.array(zAmlCase), meta: zMeta }),
    csv: z.object({ ...caseFilter, reason: zReason }),
    ...asFile,
  }),
  /** A case with everything in it. */
  amlCase: operatorRoute({
    permission: 'aml.read',
    subject: 'case :case_id',
    method: 'GET',
    path: '/v1/operator/cases/:case_id',
    input: z.object({ case_id: zNumber }),
    answer: zOneCase,
    failures: ['not_found'],
  }),
  /**
   * Opens a case from an alert, or about a bettor by hand; the caller owns it. All open alerts of the bettor join it, with what they say as
   * evidence. It is due so many hours after the suspicion, which is that of the oldest alert, or now.
   */
  openAmlCase: operatorRoute({
    permission: 'aml.act',
    action: 'case.open',
    subject: 'aml alert :alert_id',
    method: 'POST',
    path: '/v1/operator/cases',
    input: z.object({
      id: z.optional(zCommandId),
      alert_id: z.optional(zNumber),
      bettor_id: z.optional(zNumber),
      reason: zReason,
    }),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'invalid_input', 'id_reused'],
  }),
  noteAmlCase: operatorRoute({
    ...onCase,
    action: 'case.note',
    path: '/v1/operator/cases/:case_id/notes',
    input: z.object({ ...ofCase, text: zShownText(4_000).check(z.trim(), z.minLength(3)) }),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
  /** Gives a case another owner or another deadline. */
  assignAmlCase: operatorRoute({
    ...onCase,
    action: 'case.assign',
    audited: ['owner', 'due_at'],
    path: '/v1/operator/cases/:case_id/owner',
    input: z.object({
      ...ofCase,
      owner: zText(60).check(z.trim(), z.minLength(1)),
      due_at: z.optional(zText(40).check(z.iso.datetime())),
    }),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
  /** Attaches a ticket or payment of the bettor, or the newest 200 lines of the timeline, as they are now. */
  attachToAmlCase: operatorRoute({
    ...onCase,
    action: 'case.attach',
    audited: ['kind', 'ref'],
    path: '/v1/operator/cases/:case_id/evidence',
    input: z.object({ ...ofCase, kind: z.enum(['ticket', 'payment', 'timeline']), ref: z.optional(zNumber) }),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'invalid_input', 'id_reused'],
  }),
  /** Says that the report was filed, with the reference that the authority gave it. */
  reportAmlCase: operatorRoute({
    ...onCase,
    action: 'case.report',
    audited: ['reference'],
    path: '/v1/operator/cases/:case_id/reported',
    input: z.object({ ...ofCase, reference: zShownText(100).check(z.trim(), z.minLength(1)) }),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
  /** Closes an open or a reported case, with the reason. */
  closeAmlCase: operatorRoute({
    ...onCase,
    action: 'case.close',
    path: '/v1/operator/cases/:case_id/close',
    input: z.object(ofCase),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'id_reused'],
  }),
  /** The report as a goAML file. A setting or fact that it needs and that is missing is named as a field. */
  amlReport: operatorRoute({
    permission: 'aml.act',
    subject: 'case :case_id',
    reveals: true,
    method: 'GET',
    path: '/v1/operator/cases/:case_id/report',
    input: z.object({ case_id: zNumber }),
    answer: z.object({ name: z.string(), xml: z.string() }),
    failures: ['not_found', 'invalid_input'],
  }),
  /** The payments of the report, the oldest first, with the number on their other side where it is known. */
  amlPayments: operatorRoute({
    permission: 'aml.read',
    subject: 'case :case_id',
    method: 'GET',
    path: '/v1/operator/case-payments',
    input: z.object({ case_id: zNumber }),
    answer: z.object({ data: z.array(zAmlPayment) }),
    failures: ['not_found'],
    csv: z.object({ case_id: zNumber, reason: zReason }),
    ...asFile,
  }),
} as const
