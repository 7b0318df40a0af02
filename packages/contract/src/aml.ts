import * as z from 'zod/mini'
import { zMoney, zTime } from './shapes.ts'

/** The rules that raise alerts. Their bounds are settings of the group money laundering. */
export const amlRules = [
  ...(['deposits_day', 'deposits_week', 'structured', 'little_play', 'bonus_only'] as const),
  ...(['other_payer', 'shared_accounts', 'turnover', 'opposite_bets'] as const),
] as const
export type AmlRule = (typeof amlRules)[number]

export const amlAlertStates = ['open', 'case', 'closed'] as const
export const amlCaseStates = ['open', 'reported', 'closed'] as const

/** A thing that a rule looked at: a payment, or a ticket. */
const zAmlItem = z.object({
  kind: z.enum(['deposit', 'withdrawal', 'ticket', 'account']),
  ref: z.string(),
  amount: z.optional(zMoney),
  at: z.nullable(zTime),
  text: z.optional(z.string()),
})
export type AmlItem = z.output<typeof zAmlItem>

/** What raised an alert: a sentence with the figures, the sum that met the rule if it is about one, and what it was read from, the newest first. */
const zAmlFacts = z.object({ text: z.string(), amount: z.optional(zMoney), items: z.array(zAmlItem) })

export const zAmlAlert = z.object({
  alert_id: z.string(),
  bettor_id: z.string(),
  name: z.string(),
  rule: z.enum(amlRules),
  facts: zAmlFacts,
  state: z.enum(amlAlertStates),
  /** Who looks at it; null for nobody. */
  owner: z.nullable(z.string()),
  raised_at: zTime,
  changed_at: zTime,
  case_id: z.nullable(z.string()),
  /** The open case about the same bettor, which an open alert can join. */
  open_case_id: z.nullable(z.string()),
  ended_at: z.nullable(zTime),
  ended_by: z.nullable(z.string()),
  ended_reason: z.nullable(z.string()),
})
export type AmlAlert = z.output<typeof zAmlAlert>

const amlCase = {
  case_id: z.string(),
  bettor_id: z.string(),
  name: z.string(),
  reason: z.string(),
  state: z.enum(amlCaseStates),
  owner: z.string(),
  suspected_at: zTime,
  due_at: zTime,
  opened_at: zTime,
  opened_by: z.string(),
  reported_at: z.nullable(zTime),
  reported_by: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  closed_at: z.nullable(zTime),
  closed_by: z.nullable(z.string()),
  closed_reason: z.nullable(z.string()),
}
export const zAmlCase = z.object(amlCase)
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

export const zOneCase = z.extend(zAmlCase, {
  subject: zAmlSubject,
  alerts: z.array(zAmlAlert),
  notes: z.array(z.object({ note_id: z.string(), text: z.string(), at: zTime, by: z.string() })),
  evidence: z.array(zAmlEvidence),
  /** Each other owner and deadline that it was given, the oldest first. */
  changes: z.array(z.object({ owner: z.string(), due_at: zTime, reason: z.string(), at: zTime, by: z.string() })),
  /** When the file was kept that was filed; null without one. From then on the report is that file. */
  filed_at: z.nullable(zTime),
})
export type OneAmlCase = z.output<typeof zOneCase>

export const zAmlPayment = z.object({
  transfer: z.string(),
  kind: z.enum(['deposit', 'withdrawal', 'withdrawal_released']),
  ref: z.nullable(z.string()),
  amount: zMoney,
  at: zTime,
  other: z.nullable(z.string()),
})

/** A setting as it is now. */
export const zAmlSetting = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(['money', 'whole', 'text']),
  value: z.string(),
  unit: z.optional(z.string()),
  /** Whether a report cannot be made without it and it is empty. */
  is_missing: z.boolean(),
})
export type AmlSetting = z.output<typeof zAmlSetting>

/** A rule with its bounds as they are now, and how much it finds: open alerts, and those of 30 days with what became of them. */
export const zAmlRule = z.object({
  rule: z.enum(amlRules),
  about: z.string(),
  settings: z.array(zAmlSetting),
  open: z.number(),
  raised: z.number(),
  in_case: z.number(),
  closed: z.number(),
})
export type AmlRuleLine = z.output<typeof zAmlRule>
