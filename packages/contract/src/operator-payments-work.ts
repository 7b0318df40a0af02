import * as z from 'zod/mini'
import { zClaim } from './operator-payment-rows.ts'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zCommandId, zProvider, zShownText } from './shapes.ts'

/** The calls of operators who work on the queue of withdrawals, and their stops. */
export const operatorPaymentWork = {
  /** Shows the others for two minutes who works on a withdrawal. Answers whose it is: whoever came first keeps it. */
  claimWithdrawal: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.claim',
    subject: 'withdrawal :id',
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/claim',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.enum(['yours', 'taken']), claim: zClaim }),
    failures: ['not_found'],
  }),
  /** Keeps a waiting withdrawal for an hour, so that the others see who holds it and why. Answers whose it is: whoever came first keeps it. */
  holdWithdrawal: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.hold',
    subject: 'withdrawal :id',
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/hold',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.enum(['held', 'taken']), claim: zClaim }),
    failures: ['not_found'],
  }),
  /** Takes an approval back before the payout is sent: the withdrawal waits again. */
  undoWithdrawal: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.undo',
    subject: 'withdrawal :id',
    method: 'POST',
    path: '/v1/operator/withdrawals/:id/undo',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('waiting') }),
    failures: ['not_found', 'already_ended'],
  }),
  /** Asks the bettor by SMS for a proof. The withdrawal stays in the queue and shows what was asked. */
  askForProof: operatorRoute({
    permission: 'payments.decide',
    action: 'withdrawal.proof',
    subject: 'withdrawal :withdrawal_id',
    audited: ['text'],
    method: 'POST',
    path: '/v1/operator/withdrawals/:withdrawal_id/proof',
    input: z.object({
      withdrawal_id: zNumber,
      id: z.optional(zCommandId),
      text: zShownText(300).check(z.trim(), z.minLength(3)),
      reason: zReason,
    }),
    answer: z.object({ state: z.literal('asked') }),
    failures: ['not_found', 'id_reused'],
  }),
  /** Stops a part of a provider, or lets it continue: without payouts nothing is sent, without deposits nobody is prompted. */
  stopPayments: operatorRoute({
    permission: 'payments.providers',
    action: 'payments.stop',
    subject: 'provider :provider',
    audited: ['part', 'stopped'],
    method: 'POST',
    path: '/v1/operator/payments/stop',
    input: z.object({
      provider: zProvider,
      part: z.enum(['payouts', 'deposits']),
      stopped: z.boolean(),
      reason: zReason,
    }),
    answer: z.object({ state: z.enum(['stopped', 'running']) }),
    failures: ['not_found'],
  }),
} as const
