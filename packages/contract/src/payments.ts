import * as z from 'zod/mini'
import { marketingSource } from './marketing-source.ts'
import { route } from './route.ts'
import { zCommandId, zId, zMoney, zMoneyIn, zProvider, zText, zTime } from './shapes.ts'
import { zMsisdn } from './typed-shapes.ts'

export const depositStates = ['pending', 'succeeded', 'failed', 'unknown'] as const
export const withdrawalStates = ['requested', 'checking', 'sent', 'done', 'failed'] as const

/** One payment as its bettor sees it. `reason` (a code and a sentence) is set if the payment failed or waits for a manual review. */
export const zPayment = z.object({
  payment_id: z.string(),
  id: z.nullable(z.string()),
  kind: z.enum(['deposit', 'withdrawal']),
  provider: zProvider,
  status: z.enum([...depositStates, 'requested', 'checking', 'sent', 'done']),
  amount: zMoney,
  tax: zMoney,
  net: zMoney,
  msisdn: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  reason: z.nullable(z.object({ code: z.string(), message: z.string() })),
  created_at: zTime,
  changed_at: zTime,
})
export type PaymentView = z.output<typeof zPayment>

export const payments = {
  /**
   * `msisdn` must be the account's own number, else `msisdn_not_yours`. Refused as `deposit_open`, with its `deposit_id`, while another
   * prompt of this bettor is open or unresolved, from any device. `one_at_a_time` is accepted from older clients and has no effect.
   */
  deposit: route({
    method: 'POST',
    path: '/stk/deposit',
    auth: 'bettor',
    input: z.object({
      id: zCommandId,
      amount: zMoneyIn,
      msisdn: z.optional(zMsisdn),
      provider: z.optional(zProvider),
      one_at_a_time: z.optional(z.boolean()),
      ...marketingSource,
    }),
    answer: z.object({
      message: z.string(),
      deposit_id: z.string(),
      status: z.literal('pending'),
      tax: zMoney,
      net: zMoney,
    }),
    failures: [
      'not_verified',
      'id_reused',
      'invalid_input',
      'identity_required',
      'account_locked',
      'self_excluded',
      'limit_reached',
      'deposit_open',
      'msisdn_not_yours',
      'too_many_requests',
      'not_available',
      'overloaded',
      'unknown',
    ],
    fallback: 'Fetching Deposit failed',
  }),
  confirmation: route({
    method: 'POST',
    path: '/v1/deposit-confirmation',
    auth: 'bettor',
    input: z.object({ deposit_id: z.optional(zId), receipt: z.optional(zText(40)) }),
    answer: z.object({
      success: z.boolean(),
      status: z.enum(depositStates),
      message: z.string(),
      balance: z.optional(zMoney),
    }),
    failures: ['invalid_input', 'not_found'],
    fallback: 'Fetching Deposit failed',
  }),
  /**
   * Refuses a bettor whose identity is not verified with `identity_required`: always if the operator asked for the check (`wanted` in the
   * refusal), else if withdrawals within 24 hours, this one included, exceed `identity_most`. Refuses as `confirm_first` without a valid answer
   * to `/v1/passkeys/withdrawal/options` in `passkey`, if the bettor wants to be asked for it, or if the account has had passkeys and its
   * password or number is new: then until `until`, and by a passkey that is older than that.
   */
  withdraw: route({
    method: 'POST',
    path: '/withdraw',
    auth: 'bettor',
    envelope: 'required',
    input: z.object({
      id: zCommandId,
      amount: zMoneyIn,
      provider: z.optional(zProvider),
      passkey: z.optional(z.looseObject({})),
      ...marketingSource,
    }),
    answer: z.object({
      message: z.string(),
      withdrawal_id: z.string(),
      status: z.enum(withdrawalStates),
      tax: zMoney,
      net: zMoney,
      debited: zMoney,
      balance: zMoney,
    }),
    failures: [
      'not_verified',
      'id_reused',
      'invalid_input',
      'account_locked',
      'confirm_first',
      'identity_required',
      'insufficient_funds',
      'withdrawals_paused',
      'not_available',
      'too_many_requests',
      'overloaded',
      'unknown',
    ],
    fallback: 'Withdrawal Request failed',
  }),
  /** One payment by its id or its command's id; `kind` tells a deposit and a withdrawal with the same command id apart. */
  payment: route({
    method: 'GET',
    path: '/v1/payments/:id',
    auth: 'bettor',
    input: z.object({ id: zId, kind: z.optional(z.enum(['deposit', 'withdrawal'])) }),
    answer: z.object({ data: zPayment }),
    failures: ['not_found'],
    fallback: 'Fetching the payment failed',
  }),
} as const
