import * as z from 'zod/mini'
import { checkStates, identityKinds, pictureKinds } from './kyc.ts'
import { route } from './route.ts'
import { paging, zDay, zMeta, zMoney, zMsisdn, zProvider, zText, zTime } from './shapes.ts'

const zNumber = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'This is not an id'))
const zReason = zText(500).check(z.trim(), z.minLength(3, 'Please say why'))
const zReceipt = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9.-]{4,40}$/, 'Please enter a receipt'))
const house = { auth: 'operator', fallback: 'The operator call failed' } as const

const zQueued = z.object({
  withdrawal_id: z.string(),
  bettor_id: z.string(),
  msisdn: z.string(),
  provider: zProvider,
  sum: zMoney,
  tax: zMoney,
  debited: zMoney,
  reason: z.nullable(z.string()),
  identity: z.enum(checkStates),
  approvers: z.number(),
  approved_by: z.array(z.string()),
  created_at: zTime,
})
const zUnmatched = z.object({
  provider: zProvider,
  receipt: z.string(),
  reference: z.string(),
  amount: zMoney,
  payer: z.nullable(z.string()),
  received_at: zTime,
})
const zReview = z.object({
  review_id: z.string(),
  payment_id: z.string(),
  what: z.string(),
  facts: z.string(),
  at: zTime,
})
const zCase = z.object({
  check_id: z.string(),
  bettor_id: z.string(),
  kind: z.enum(identityKinds),
  number: z.string(),
  name: z.string(),
  /** What the account says of its holder, to hold against the document. */
  account: z.object({ name: z.string(), date_of_birth: z.string() }),
  documents: z.array(z.object({ kind: z.enum(pictureKinds), received_at: zTime })),
  submitted_at: zTime,
})

/** A deposit that has not ended. `claim_receipt` is what somebody named and the provider has not confirmed. */
const zOpenDeposit = z.object({
  deposit_id: z.string(),
  bettor_id: z.string(),
  kind: z.enum(['prompt', 'paybill']),
  provider: zProvider,
  status: z.enum(['pending', 'unknown']),
  amount: zMoney,
  tax: zMoney,
  net: zMoney,
  msisdn: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  claim_receipt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  checks: z.number(),
  created_at: zTime,
  changed_at: zTime,
})
/** A code by which a provider refuses our own set-up, open until a person ends it. Faults of payouts stop them. */
const zProviderFault = z.object({
  part: z.enum(['payouts', 'deposits', 'receipts', 'registration']),
  code: z.string(),
  times: z.number(),
  first_at: zTime,
  last_at: zTime,
})
/** A provider, with the addresses that it must know: `callback_url` is typed into its portal where it has no call for that. */
const zProviderState = z.object({
  provider: zProvider,
  payouts_stopped: z.boolean(),
  faults: z.array(zProviderFault),
  callback_url: z.string(),
  paybill: z.nullable(
    z.object({
      shortcode: z.string(),
      registered: z.boolean(),
      confirmation_url: z.string(),
      validation_url: z.string(),
    }),
  ),
})
/** A line of the log. `outcome` is what came of it: a state, a failure's code, or null where the process ended in between. */
const zAuditLine = z.object({
  audit_id: z.string(),
  operator: z.string(),
  action: z.string(),
  subject: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.boolean()])),
  reason: z.string(),
  at: zTime,
  outcome: z.nullable(z.string()),
  ended_at: z.nullable(zTime),
})

/**
 * What people of the house do. Each list is of what waits, oldest first; the log is told newest first. Each change asks a reason
 * and is written to a log that nobody can edit.
 */
export const operator = {
  withdrawals: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/withdrawals',
    input: z.object(paging),
    answer: z.object({ data: z.array(zQueued), meta: zMeta }),
    failures: [],
  }),
  decideWithdrawal: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/decide',
    input: z.object({ id: zNumber, approve: z.boolean(), reason: zReason }),
    answer: z.object({ state: z.enum(['waiting', 'cleared', 'refused']) }),
    failures: ['not_allowed', 'not_found'],
  }),
  resendWithdrawal: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/resend',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('sent') }),
    failures: ['not_found'],
  }),
  deposits: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/deposits',
    input: z.object({
      ...paging,
      status: z.optional(z.enum(['pending', 'unknown'])),
      bettor_id: z.optional(zNumber),
    }),
    answer: z.object({ data: z.array(zOpenDeposit), meta: zMeta }),
    failures: [],
  }),
  unmatched: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/unmatched',
    input: z.object(paging),
    answer: z.object({ data: z.array(zUnmatched), meta: zMeta }),
    failures: [],
  }),
  assignUnmatched: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/unmatched/assign',
    input: z.object({ provider: zProvider, receipt: zReceipt, bettor_id: zNumber, reason: zReason }),
    answer: z.object({ deposit_id: z.string() }),
    failures: ['not_found'],
  }),
  nameReceipt: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/deposits/:id/receipt',
    input: z.object({ id: zNumber, receipt: zReceipt, reason: zReason }),
    answer: z.object({ state: z.literal('asked') }),
    failures: ['not_found'],
  }),
  /** Ends a deposit of which nobody knows what became, once the provider was asked again. */
  endDeposit: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/deposits/:id/fail',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('failed') }),
    failures: ['not_found'],
  }),
  /** Sends money back that came while it could not be played, to the number of its payer; a second person approves it. */
  giveBack: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/deposits/:id/return',
    input: z.object({ id: zNumber, msisdn: zMsisdn, reason: zReason }),
    answer: z.object({ state: z.literal('waiting') }),
    failures: ['not_found'],
  }),
  reviews: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/reviews',
    input: z.object(paging),
    answer: z.object({ data: z.array(zReview), meta: zMeta }),
    failures: [],
  }),
  resolveReview: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/reviews/:id/resolve',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('resolved') }),
    failures: ['not_found'],
  }),
  identityChecks: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/identity-checks',
    input: z.object(paging),
    answer: z.object({ data: z.array(zCase), meta: zMeta }),
    failures: [],
  }),
  identityPicture: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/identity-checks/:id/picture',
    input: z.object({ id: zNumber, kind: z.enum(pictureKinds), reason: zReason }),
    answer: z.object({ type: z.enum(['image/jpeg', 'image/png']), picture: z.string() }),
    failures: ['not_found'],
  }),
  /** Ends a check; where it fails, the bettor is told the reason as it is given. */
  decideIdentityCheck: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/identity-checks/:id/decide',
    input: z.object({ id: zNumber, approve: z.boolean(), reason: zReason }),
    answer: z.object({ state: z.enum(['passed', 'failed']) }),
    failures: ['not_found', 'not_allowed'],
  }),
  /** Has a bettor prove who he is before anything more is paid out. */
  wantIdentity: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/bettors/:id/want-identity',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('wanted') }),
    failures: ['not_found'],
  }),
  /** Who did what: `operator`, `action` and `subject` as they stand in a line; `from` and `to` are days of the country, both included. */
  audit: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/audit',
    input: z.object({
      ...paging,
      operator: z.optional(zText(80)),
      action: z.optional(zText(80)),
      subject: z.optional(zText(120)),
      from: z.optional(zDay),
      to: z.optional(zDay),
    }),
    answer: z.object({ data: z.array(zAuditLine), meta: zMeta }),
    failures: [],
  }),
  providers: route({
    ...house,
    method: 'GET',
    path: '/v1/operator/providers',
    input: z.object({}),
    answer: z.object({ data: z.array(zProviderState) }),
    failures: [],
  }),
  /** Ends the faults of a provider once the set-up is right again; payouts that wait go out. */
  resumeProvider: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/providers/:provider/resume',
    input: z.object({ provider: zProvider, reason: zReason }),
    answer: z.object({ state: z.literal('ended') }),
    failures: ['not_found'],
  }),
  /** Says that the present addresses were registered in the provider's portal. */
  confirmRegistration: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/providers/:provider/registered',
    input: z.object({ provider: zProvider, reason: zReason }),
    answer: z.object({ state: z.literal('registered') }),
    failures: ['not_found'],
  }),
  suspendMatch: route({
    ...house,
    method: 'POST',
    path: '/v1/operator/matches/:match_id/suspend',
    input: z.object({ match_id: z.string().check(z.regex(/^\d{8}$/)), suspend: z.boolean(), reason: zReason }),
    answer: z.object({ match_id: z.string(), suspended: z.boolean() }),
    failures: ['not_found'],
  }),
} as const
