import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { zCommandId, zDay, zMoney, zProvider, zText, zTime } from './shapes.ts'

/** The longest statement that is read: about 100,000 lines. */
const statementCharsMax = 16_000_000

/** What a difference ended with: a payment assigned, a receipt entered or a payment ended by the calls for these, or a note that explains it. */
export const differenceEnds = ['assigned', 'receipt', 'ended', 'noted'] as const

/**
 * A difference between a day of the ledger and of the provider's statement. Amounts are positive for money in and negative for money out.
 * `line` is the line of the file. A difference that a later file no longer has is gone, unless a person has acted on it.
 */
export const zDifference = z.object({
  difference_id: z.string(),
  kind: z.enum(['ours_only', 'theirs_only', 'differs']),
  receipt: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  payment_state: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  ours: z.nullable(zMoney),
  theirs: z.nullable(zMoney),
  line: z.nullable(z.number()),
  at: z.nullable(zTime),
  state: z.enum(['open', ...differenceEnds]),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  acted_at: z.nullable(zTime),
})

const zReconciliation = z.object({
  provider: zProvider,
  day: zDay,
  /** The last file of the day; null before the first one. `other_days` and `not_completed` are lines that say nothing about this day's money. */
  statement: z.nullable(
    z.object({
      id: z.string(),
      by: z.string(),
      at: zTime,
      lines: z.number(),
      other_days: z.number(),
      not_completed: z.number(),
    }),
  ),
  /** The payments that both have with the same amount. */
  matched: z.number(),
  ours_only: z.array(zDifference),
  theirs_only: z.array(zDifference),
  differs: z.array(zDifference),
  /** Differences that nobody has acted on. */
  open: z.number(),
  /** Lines of the file that could not be read; the first 1,000 of `bad_lines`. */
  bad_rows: z.array(z.object({ line: z.number(), text: z.string(), fault: z.string() })),
  bad_lines: z.number(),
})

/** The calls that compare the ledger with the providers' own statements, day by day. */
export const operatorReconciliation = {
  /** A day of the country; yesterday unless given. */
  reconciliation: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/reconciliation',
    input: z.object({ provider: z._default(zProvider, 'mpesa'), day: z.optional(zDay) }),
    answer: zReconciliation,
  }),
  /** Compares a day with the provider's file, as CSV text. The same file twice is one. */
  reconcileDay: operatorRoute({
    permission: 'payments.reconcile',
    action: 'reconciliation.compare',
    subject: 'statement :provider :day',
    bodyBytesMax: statementCharsMax,
    method: 'POST',
    path: '/v1/operator/reconciliation',
    input: z.object({
      id: zCommandId,
      provider: zProvider,
      day: zDay,
      statement: zText(statementCharsMax),
      reason: z.optional(zReason),
    }),
    answer: zReconciliation,
    failures: ['invalid_input', 'id_reused'],
  }),
  /** Ends a difference. `assigned`, `receipt` and `ended` are refused until the payment is so (not_available). */
  endDifference: operatorRoute({
    permission: 'payments.reconcile',
    action: 'reconciliation.end',
    subject: 'difference :id',
    audited: ['action'],
    method: 'POST',
    path: '/v1/operator/reconciliation/differences/:id/end',
    input: z.object({ id: zNumber, action: z.enum(differenceEnds), reason: zReason }),
    answer: z.object({ state: z.enum(differenceEnds) }),
    failures: ['not_found', 'already_ended', 'not_available'],
  }),
} as const
