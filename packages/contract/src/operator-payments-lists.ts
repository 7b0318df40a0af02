import * as z from 'zod/mini'
import {
  zDecided,
  zDecidedSummary,
  zHouseDeposit,
  zHouseWithdrawal,
  zProviderState,
  zUnmatched,
  zUnresolved,
  zWaitingReturn,
} from './operator-payment-rows.ts'
import { zNumber } from './operator-payments.ts'
import { operatorRoute } from './route.ts'
import { paging, zDay, zMeta, zProvider, zText } from './shapes.ts'

/**
 * `from` and `to` are days of the country, both inclusive. `q` is an id, also as W-41, D-38 or B-46, a receipt, a reference, a whole phone
 * number or the beginning of a name.
 */
const common = {
  provider: z.optional(zProvider),
  bettor_id: z.optional(zNumber),
  receipt: z.optional(zText(40)),
  from: z.optional(zDay),
  to: z.optional(zDay),
  q: z.optional(zText(60)),
}
/** `waiting`, the default, is the queue: what waits for people. `cleared` waits for its sending. */
export const withdrawalFilter = {
  ...common,
  state: z.optional(z.enum(['waiting', 'cleared', 'requested', 'checking', 'sent', 'done', 'failed', 'all'])),
}
/** `open` are the pending and the unknown ones; `returnable` those whose money is sent back. `status` is an older name of `state`. */
export const depositFilter = {
  ...common,
  state: z.optional(z.enum(['open', 'pending', 'unknown', 'succeeded', 'failed', 'returnable'])),
  status: z.optional(z.enum(['pending', 'unknown'])),
}
export const unmatchedFilter = { provider: z.optional(zProvider), q: z.optional(zText(60)) }
export const returnFilter = { provider: z.optional(zProvider), bettor_id: z.optional(zNumber) }

/** The operators' lists of payments, and the providers. What waits is listed oldest first, all other payments newest first. */
export const operatorPaymentLists = {
  withdrawals: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/withdrawals',
    input: z.object({ ...paging, ...withdrawalFilter }),
    answer: z.object({ data: z.array(zHouseWithdrawal), meta: zMeta }),
    csv: z.object(withdrawalFilter),
  }),
  /** What people decided about withdrawals on the current day of the country, the newest 100, and how the day went. */
  decidedWithdrawals: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/withdrawals/decided',
    input: z.object({}),
    answer: z.object({ data: z.array(zDecided), summary: zDecidedSummary }),
  }),
  unresolvedWithdrawals: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/withdrawals/unresolved',
    input: z.object(paging),
    answer: z.object({ data: z.array(zUnresolved), meta: zMeta }),
    csv: z.object({}),
  }),
  deposits: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/deposits',
    input: z.object({ ...paging, ...depositFilter }),
    answer: z.object({ data: z.array(zHouseDeposit), meta: zMeta }),
    csv: z.object(depositFilter),
  }),
  unmatched: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/unmatched',
    input: z.object({ ...paging, ...unmatchedFilter }),
    answer: z.object({ data: z.array(zUnmatched), meta: zMeta }),
    csv: z.object(unmatchedFilter),
  }),
  waitingReturns: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/returns',
    input: z.object({ ...paging, ...returnFilter }),
    answer: z.object({ data: z.array(zWaitingReturn), meta: zMeta }),
    csv: z.object(returnFilter),
  }),
  providers: operatorRoute({
    permission: 'payments.read',
    method: 'GET',
    path: '/v1/operator/providers',
    input: z.object({}),
    answer: z.object({ data: z.array(zProviderState) }),
  }),
} as const
