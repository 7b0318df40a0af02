import * as z from 'zod/mini'
import { checkStates } from './kyc.ts'
import { zMoney, zProvider, zTime } from './shapes.ts'

/** A withdrawal that waits for a decision. */
export const zQueued = z.object({
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
/** An unfinished deposit. `claim_receipt` is a receipt that the provider has not confirmed. */
export const zOpenDeposit = z.object({
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
/** A provider with its callback addresses: `callback_url` must be entered in its portal if it has no API for that. */
export const zProviderState = z.object({
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
