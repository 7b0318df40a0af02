import * as z from 'zod/mini'
import { zReview } from './operator-payment-rows.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { paging, zMeta, zMoneyIn, zProvider, zText } from './shapes.ts'
import { zMsisdn } from './typed-shapes.ts'

/** An id in a path or a body. */
export const zNumber = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'This is not an id'))
const zReceipt = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9.-]{4,40}$/, 'Please enter a receipt'))

/** The operators' decisions on deposits and withdrawals, and the findings. Their lists are in `operatorPaymentLists`. */
export const operatorPayments = {
  decideWithdrawal: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.decide',
    subject: 'withdrawal :id',
    audited: ['approve'],
    second: 'depends',
    undoneBy: { action: 'withdrawal.undo', outcome: 'waiting' },
    confirm: true,
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/decide',
    input: z.object({ id: zNumber, approve: z.boolean(), reason: zReason }),
    answer: orWaiting(z.object({ state: z.enum(['cleared', 'refused']) })),
    failures: ['not_allowed', 'not_found'],
  }),
  /** Sends a payout again of which the provider has no record. A second person confirms what one sends beyond the sum that one may approve. */
  resendWithdrawal: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.resend',
    subject: 'withdrawal :id',
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/resend',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: orWaiting(z.object({ state: z.literal('sent') })),
    failures: ['not_found', 'withdrawals_paused'],
  }),
  /**
   * Resolves a payout that the provider does not resolve. The first operator proposes, a second one confirms with the same fields. `paid`
   * needs the receipt, and the amount if it differs; `not_paid` needs a reference to the evidence, and returns the money.
   */
  endWithdrawal: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.end',
    subject: 'withdrawal :id',
    audited: ['outcome', 'receipt', 'reference', 'amount'],
    second: 'always',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/end',
    input: z.object({
      id: zNumber,
      outcome: z.enum(['paid', 'not_paid']),
      receipt: z.optional(zReceipt),
      reference: z.optional(zText(80).check(z.trim(), z.minLength(4, 'Enter what shows that it was not paid'))),
      amount: z.optional(zMoneyIn),
      reason: zReason,
    }),
    answer: orWaiting(z.object({ state: z.enum(['paid', 'not_paid']) })),
    failures: ['invalid_input', 'not_found', 'still_checking', 'already_ended', 'receipt_used'],
  }),
  /**
   * Credits money that no provider can return to the bettor, who is identified and may deposit again. A second person confirms what one credits
   * beyond the sum that one may assign.
   */
  creditReturn: operatorRoute({
    permission: 'payments.decide',
    action: 'deposit.credit',
    subject: 'deposit :id',
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/deposits/:id/credit',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: orWaiting(z.object({ state: z.literal('credited') })),
    failures: ['not_found', 'not_allowed', 'identity_required'],
  }),
  /** Answers `waiting` if the payer's number is not the bettor's, if the provider does not name it, or if one operator assigns too much a day: a second makes the same call. */
  assignUnmatched: operatorRoute({
    permission: 'payments.decide',
    action: 'unmatched.assign',
    subject: 'receipt :receipt',
    audited: ['provider', 'receipt', 'bettor_id'],
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/unmatched/assign',
    input: z.object({ provider: zProvider, receipt: zReceipt, bettor_id: zNumber, reason: zReason }),
    answer: orWaiting(z.object({ state: z.literal('assigned'), deposit_id: z.string() })),
    failures: ['not_found', 'not_allowed'],
  }),
  /**
   * Credits a deposit by the statement of a provider that has no status query; every other provider is asked by `nameReceipt`. `amount` must be
   * the deposit's. A second person confirms a receipt that the provider's own message did not name, and what one confirms beyond the sum that
   * one may assign. `returned`: the bettor may not deposit now, so the money goes back.
   */
  confirmDeposit: operatorRoute({
    permission: 'payments.decide',
    action: 'deposit.confirm',
    subject: 'deposit :id',
    audited: ['receipt', 'amount'],
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/deposits/:id/confirm',
    input: z.object({ id: zNumber, receipt: zReceipt, amount: zMoneyIn, reason: zReason }),
    answer: orWaiting(z.object({ state: z.enum(['credited', 'returned']) })),
    failures: ['invalid_input', 'not_found', 'not_allowed', 'receipt_used'],
  }),
  nameReceipt: operatorRoute({
    permission: 'payments.decide',
    action: 'deposit.receipt',
    subject: 'deposit :id',
    audited: ['receipt'],
    method: 'POST',
    path: '/v1/operator/deposits/:id/receipt',
    input: z.object({ id: zNumber, receipt: zReceipt, reason: zReason }),
    answer: z.object({ state: z.literal('asked') }),
    failures: ['not_found', 'not_allowed'],
  }),
  /** Resolves a deposit with an unknown outcome, after the provider was queried again. */
  endDeposit: operatorRoute({
    permission: 'payments.decide',
    action: 'deposit.fail',
    subject: 'deposit :id',
    method: 'POST',
    path: '/v1/operator/deposits/:id/fail',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('failed') }),
    failures: ['not_found'],
  }),
  /** Returns money that could not be played with to its payer's number; a second person approves it. */
  giveBack: operatorRoute({
    permission: 'payments.decide',
    action: 'deposit.return',
    subject: 'deposit :id',
    audited: ['msisdn'],
    second: 'always',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/deposits/:id/return',
    input: z.object({ id: zNumber, msisdn: zMsisdn, reason: zReason }),
    answer: orWaiting(z.object({ state: z.literal('sent'), withdrawal_id: z.string() })),
    failures: ['not_found'],
  }),
  reviews: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/reviews',
    input: z.object(paging),
    answer: z.object({ data: z.array(zReview), meta: zMeta }),
  }),
  resolveReview: operatorRoute({
    permission: 'payments.decide',
    action: 'review.resolve',
    subject: 'review :id',
    method: 'POST',
    path: '/v1/operator/reviews/:id/resolve',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('resolved') }),
    failures: ['not_found'],
  }),
  /** Clears the faults of a provider after its configuration is corrected. Waiting payouts are then sent. */
  resumeProvider: operatorRoute({
    permission: 'payments.providers',
    action: 'provider.resume',
    subject: 'provider :provider',
    method: 'POST',
    path: '/v1/operator/providers/:provider/resume',
    input: z.object({ provider: zProvider, reason: zReason }),
    answer: z.object({ state: z.literal('ended') }),
    failures: ['not_found'],
  }),
  /** Records that the current addresses were registered in the provider's portal. */
  confirmRegistration: operatorRoute({
    permission: 'payments.providers',
    action: 'provider.registered',
    subject: 'provider :provider',
    method: 'POST',
    path: '/v1/operator/providers/:provider/registered',
    input: z.object({ provider: zProvider, reason: zReason }),
    answer: z.object({ state: z.literal('registered') }),
    failures: ['not_found'],
  }),
} as const
