import * as z from 'zod/mini'
import { checkStates } from './kyc.ts'
import { zMoney, zProvider, zTime } from './shapes.ts'

/**
 * Why a withdrawal waits for people: its sum (`above_automatic`, `above_one_person`), the sum or count of the bettor's day (`day_sum`,
 * `day_count`), an open finding about the bettor's payments, an identity that is required and not confirmed, or a number that a person named.
 */
export const waitsBecause = [
  'above_automatic',
  'above_one_person',
  'day_sum',
  'day_count',
  'open_finding',
  'identity_required',
  'named_number',
] as const

/** Who works on a row, and until when; `reason` is why this person holds it, null for a row that was only opened. */
export const zClaim = z.object({ by: z.string(), until: zTime, reason: z.nullable(z.string()) })

/** What people decided about a withdrawal: `by` are those who decided, `took_s` the seconds from the request to the last of them. */
export const zDecided = z.object({
  withdrawal_id: z.string(),
  bettor_id: z.string(),
  name: z.nullable(z.string()),
  sum: zMoney,
  decision: z.enum(['approved', 'refused']),
  because: z.array(z.enum(waitsBecause)),
  by: z.array(z.string()),
  at: zTime,
  took_s: z.number(),
})

/**
 * The withdrawals of a day: how many no person had to decide, how many people decided, of which they refused some; the time within which half of
 * the decisions and 95 of 100 were made, null without any.
 */
export const zDecidedSummary = z.object({
  automatic: z.number(),
  by_people: z.number(),
  refused: z.number(),
  half_s: z.nullable(z.number()),
  most_s: z.nullable(z.number()),
})

/** What is known about the bettor of a withdrawal; the amounts are up to the withdrawal's time. */
const zBettorFacts = z.object({
  /** Since when the account is open; null if it is not known. */
  account_since: z.nullable(zTime),
  /** Whether nothing was paid out to the bettor before. */
  first_withdrawal: z.boolean(),
  last_withdrawal_at: z.nullable(zTime),
  deposited_since: zMoney,
  staked_since: zMoney,
  deposited: zMoney,
  withdrawn: zMoney,
  withdrawals: z.number(),
  /** The name that the provider last gave for the bettor's phone, and whether it can be the account's; null if none is known. */
  provider_name: z.nullable(z.string()),
  name_agrees: z.nullable(z.boolean()),
})

/** A withdrawal or the return of a deposit, with what is needed to decide on it. */
export const zHouseWithdrawal = z.object({
  withdrawal_id: z.string(),
  bettor_id: z.string(),
  kind: z.enum(['withdrawal', 'return']),
  /** `checking`: it waits for people unless `cleared_at` is set; `sent`: the provider has not ended it. */
  state: z.enum(['requested', 'checking', 'sent', 'done', 'failed']),
  /** The bettor's name; null for an account that was removed. */
  name: z.nullable(z.string()),
  because: z.array(z.enum(waitsBecause)),
  facts: zBettorFacts,
  receipt: z.nullable(z.string()),
  cleared_at: z.nullable(zTime),
  /** Until when the approval can be taken back. */
  undo_until: z.nullable(zTime),
  sent_at: z.nullable(zTime),
  /** The line of the audit log that let the payout go: an approval, the last sending again, or an end by hand. */
  audit_id: z.nullable(z.string()),
  changed_at: zTime,
  claim: z.nullable(zClaim),
  /** What was last asked of the bettor. */
  proof: z.nullable(z.object({ text: z.string(), by: z.string(), at: zTime })),
  msisdn: z.string(),
  provider: zProvider,
  sum: zMoney,
  tax: zMoney,
  debited: zMoney,
  reason: z.nullable(z.string()),
  identity: z.enum(checkStates),
  approvers: z.number(),
  approved_by: z.array(z.string()),
  /** Of one that is done or has failed: who approved or refused it, or found how it ended; empty where no person did. */
  ended_by: z.array(z.string()),
  /**
   * Whether the caller's approval would wait for a second person: for what the withdrawal is, or for what he has approved within 24 hours.
   * `none` for a withdrawal that waits for no decision.
   */
  second_person: z.enum(['none', 'withdrawal', 'day']),
  /** What was proposed about it and waits for a second person. */
  proposal: z.nullable(
    z.object({ proposal_id: z.string(), action: z.string(), by: z.string(), reason: z.string(), at: zTime }),
  ),
  created_at: zTime,
})
/** A payment to the paybill without an owner. */
export const zUnmatched = z.object({
  provider: zProvider,
  receipt: z.string(),
  reference: z.string(),
  amount: zMoney,
  payer: z.nullable(z.string()),
  received_at: zTime,
  /** The bettor whom a first operator proposed; a second one confirms. */
  proposed_bettor_id: z.nullable(z.string()),
  proposed_by: z.nullable(z.string()),
})
/** A finding about a payment, for a person to resolve. */
export const zReview = z.object({
  review_id: z.string(),
  payment_id: z.string(),
  what: z.string(),
  facts: z.string(),
  at: zTime,
})
/**
 * A deposit. `claim_receipt` is a receipt that the provider has not confirmed. A `returnable` one succeeded while the bettor could not play with
 * it: it is sent back.
 */
export const zHouseDeposit = z.object({
  deposit_id: z.string(),
  bettor_id: z.string(),
  kind: z.enum(['prompt', 'paybill']),
  provider: zProvider,
  status: z.enum(['pending', 'unknown', 'succeeded', 'failed']),
  returnable: z.boolean(),
  name: z.nullable(z.string()),
  amount: zMoney,
  tax: zMoney,
  net: zMoney,
  msisdn: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  receipt_confirmed: z.boolean(),
  claim_receipt: z.nullable(z.string()),
  /** Whether a person confirms it by the statement, because its provider cannot be asked. */
  by_statement: z.optional(z.boolean()),
  reason: z.nullable(z.string()),
  checks: z.number(),
  created_at: zTime,
  changed_at: zTime,
})
/**
 * A payout that waits for two operators to end it: `amount_differs` (the provider paid another amount), `another_payment` (it answered about
 * another payment), `failure_unconfirmed` (it reported a failure that it does not confirm) or `no_answer` (for three days). `proposed` is
 * what one operator found.
 */
export const zUnresolved = z.object({
  withdrawal_id: z.string(),
  bettor_id: z.string(),
  kind: z.enum(['withdrawal', 'return']),
  provider: zProvider,
  msisdn: z.string(),
  sum: zMoney,
  tax: zMoney,
  debited: zMoney,
  because: z.enum(['amount_differs', 'another_payment', 'failure_unconfirmed', 'no_answer']),
  /** The code of the provider's unconfirmed message that the payout failed. */
  claim_code: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** Our id of the payout at the provider, and the provider's id if it sent one. */
  conversation: z.string(),
  request_id: z.nullable(z.string()),
  checks: z.number(),
  sent_at: zTime,
  age_s: z.number(),
  proposed: z.nullable(
    z.object({
      outcome: z.enum(['paid', 'not_paid']),
      amount: z.nullable(zMoney),
      evidence: z.string(),
      reason: z.string(),
      operator: z.string(),
      at: zTime,
    }),
  ),
})
/** Money that arrived while it could not be played with and is not returned yet. `not_sendable` amounts may be credited. */
export const zWaitingReturn = z.object({
  deposit_id: z.string(),
  bettor_id: z.string(),
  provider: zProvider,
  amount: zMoney,
  left: zMoney,
  payer: z.nullable(z.string()),
  because: z.enum(['not_sendable', 'payer_unknown', 'failed']),
  attempts: z.number(),
  since: zTime,
  age_s: z.number(),
})
/** A provider's refusal of our configuration, open until an operator resolves it. Payout faults stop payouts. */
const zProviderFault = z.object({
  part: z.enum(['payouts', 'deposits', 'receipts', 'registration']),
  code: z.string(),
  times: z.number(),
  first_at: zTime,
  last_at: zTime,
})
/** A part of a provider that a person stopped. */
const zProviderStop = z.object({
  part: z.enum(['payouts', 'deposits']),
  by: z.string(),
  reason: z.string(),
  since: zTime,
})
/** A provider with its callback addresses: `callback_url` must be entered in its portal if it has no API for that. */
export const zProviderState = z.object({
  provider: zProvider,
  /** Whether nothing is sent: a person stopped it, or a fault of payouts is open. */
  payouts_stopped: z.boolean(),
  deposits_stopped: z.boolean(),
  stops: z.array(zProviderStop),
  /** The money at the provider by the ledger. */
  float: zMoney,
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
