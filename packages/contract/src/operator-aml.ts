import * as z from 'zod/mini'
import {
  amlAlertStates,
  amlCaseStates,
  amlRules,
  zAmlAlert,
  zAmlCase,
  zAmlPayment,
  zAmlRule,
  zAmlSetting,
  zOneCase,
} from './aml.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zCommandId, zMeta, zShownText, zText } from './shapes.ts'

const onCase = { permission: 'aml.act', subject: 'case :case_id', method: 'POST' } as const
const ofCase = { case_id: zNumber, id: z.optional(zCommandId), reason: zReason }
const changed = z.object({ case_id: z.string(), state: z.enum(amlCaseStates) })
const zOwner = zText(60).check(z.trim(), z.minLength(1))
const ofOne = { bettor_id: z.optional(zNumber), owner: z.optional(zText(60)) }
const alertFilter = {
  state: z.optional(z.enum(amlAlertStates)),
  rule: z.optional(z.enum(amlRules)),
  alert_id: z.optional(zNumber),
  ...ofOne,
}
const caseFilter = { state: z.optional(z.enum(amlCaseStates)), ...ofOne }

/** A file of persons: it needs a reason, and the permission to take persons out of the house. */
const asFile = { csvPermission: 'bettors.export' } as const

/** Suspicions of money laundering: alerts, cases and the report. Nothing of it reaches the bettor, the timeline or
 * the search; what is about the betting account of the caller is not there for him. */
export const operatorAml = {
  /** The open alerts, or those of `state`; with `bettor_id` or `alert_id` and without `state` in any state. The newest first. */
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
  /** Names who looks at an open alert: the caller without `owner`. It must be somebody with `aml.act`. */
  assignAmlAlert: operatorRoute({
    permission: 'aml.act',
    action: 'aml.alert.assign',
    subject: 'aml alert :alert_id',
    audited: ['owner'],
    method: 'POST',
    path: '/v1/operator/aml/alerts/:alert_id/owner',
    input: z.object({
      alert_id: zNumber,
      id: z.optional(zCommandId),
      owner: z.optional(zOwner),
      reason: zReason,
    }),
    answer: z.object({ alert_id: z.string(), owner: z.string() }),
    failures: ['not_found', 'not_waiting', 'invalid_input', 'id_reused'],
  }),
  /** Who may own an alert or a case, by name. */
  amlPeople: operatorRoute({
    permission: 'aml.read',
    method: 'GET',
    path: '/v1/operator/aml/people',
    input: z.object({}),
    answer: z.object({ data: z.array(z.object({ name: z.string() })) }),
  }),
  /** The rules with their bounds and what they find, and the settings that a report needs. */
  amlRules: operatorRoute({
    permission: 'aml.read',
    method: 'GET',
    path: '/v1/operator/aml/rules',
    input: z.object({}),
    answer: z.object({ data: z.array(zAmlRule), report: z.array(zAmlSetting) }),
  }),
  /** The open cases, the one that is due next first, or those of `state`, the newest first; with `bettor_id` and without `state` all about the bettor. */
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
  /** Adds an open alert about the same bettor to an open case, with what it says as evidence. */
  joinAmlCase: operatorRoute({
    ...onCase,
    action: 'case.join',
    audited: ['alert_id'],
    path: '/v1/operator/cases/:case_id/alerts',
    input: z.object({ ...ofCase, alert_id: zNumber }),
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
  /** Gives a case another owner, who must be somebody with `aml.act`, or another deadline. */
  assignAmlCase: operatorRoute({
    ...onCase,
    action: 'case.assign',
    audited: ['owner', 'due_at'],
    path: '/v1/operator/cases/:case_id/owner',
    input: z.object({
      ...ofCase,
      owner: zOwner,
      due_at: z.optional(zText(40).check(z.iso.datetime())),
    }),
    answer: changed,
    failures: ['not_found', 'not_waiting', 'invalid_input', 'id_reused'],
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
  /** Says that the report was filed, with the reference that the authority gave it. The file as it is now is kept. */
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
  /** The report as a goAML file: the one that was filed, or as it would be now. A setting or fact that it needs and that is missing is named as a field. */
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
