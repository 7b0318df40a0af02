import { operatorPaymentLists as calls } from '@nare/contract/operator-payments-lists'
import { done } from '@nare/contract/outcome'
import type { Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import { allRows } from '#platform/paging'
import type { Payments } from '../payments.ts'
import { idOf, returnRow, unmatchedRow, unresolvedRow } from './list-routes.ts'
import { depositRow, withdrawalRow } from './views.ts'

/** Batches of rows as they are shown. */
async function* shown<T, R>(batches: AsyncIterable<readonly T[]>, row: (one: T) => R): AsyncGenerator<R[]> {
  for await (const rows of batches) yield rows.map((one) => row(one))
}

/**
 * Serves the lists of payments as CSV files, with the filters of their calls. The files have no names and phone numbers: they leave the house
 * with the payments alone.
 */
export function serveHouseFiles(mounting: Mounting, operator: Payments['operator']): void {
  const { lists } = operator
  serveOperatorCsv(mounting, calls.withdrawals, {
    columns: withdrawalColumns,
    rows: async ({ bettor_id, ...filter }) =>
      done(
        shown(
          allRows((page) => lists.withdrawals({ ...filter, bettor: idOf(bettor_id) }, page)),
          (row) => withdrawalRow(row),
        ),
      ),
  })
  serveOperatorCsv(mounting, calls.unresolvedWithdrawals, {
    columns: unresolvedColumns,
    rows: async () =>
      done(
        shown(
          allRows((page) => operator.unresolvedPayouts(page)),
          (row) => unresolvedRow(row),
        ),
      ),
  })
  serveOperatorCsv(mounting, calls.deposits, {
    columns: depositColumns,
    rows: async ({ bettor_id, status, state = status, ...filter }) =>
      done(
        shown(
          allRows((page) => lists.deposits({ ...filter, state, bettor: idOf(bettor_id) }, page)),
          depositRow,
        ),
      ),
  })
  serveOperatorCsv(mounting, calls.unmatched, {
    columns: unmatchedColumns,
    rows: async (filter) =>
      done(
        shown(
          allRows((page) => operator.unmatched(filter, page)),
          unmatchedRow,
        ),
      ),
  })
  serveOperatorCsv(mounting, calls.waitingReturns, {
    columns: returnColumns,
    rows: async ({ provider, bettor_id }) =>
      done(
        shown(
          allRows((page) => operator.waitingReturns({ provider, bettor: idOf(bettor_id) }, page)),
          returnRow,
        ),
      ),
  })
}

const withdrawalColumns = [
  ...([
    'withdrawal_id',
    'bettor_id',
    'kind',
    'state',
    'provider',
    'sum',
    'tax',
    'debited',
    'reason',
    'because',
  ] as const),
  ...(['approvers', 'approved_by', 'receipt', 'created_at', 'cleared_at', 'sent_at', 'changed_at'] as const),
]
const unresolvedColumns = [
  ...(['withdrawal_id', 'bettor_id', 'kind', 'provider', 'sum', 'tax', 'debited', 'because', 'claim_code'] as const),
  ...(['receipt', 'conversation', 'request_id', 'checks', 'sent_at'] as const),
]
const depositColumns = [
  ...(['deposit_id', 'bettor_id', 'kind', 'provider', 'status', 'returnable', 'amount', 'tax', 'net'] as const),
  ...(['reference', 'receipt', 'claim_receipt', 'reason', 'created_at', 'changed_at'] as const),
]
const unmatchedColumns = ['provider', 'receipt', 'reference', 'amount', 'received_at', 'proposed_bettor_id'] as const
const returnColumns = [
  ...(['deposit_id', 'bettor_id', 'provider', 'amount', 'left', 'because', 'attempts', 'since'] as const),
]
