import {
  depositFilter,
  operatorPaymentLists as calls,
  returnFilter,
  unmatchedFilter,
  withdrawalFilter,
} from '@nare/contract/operator-payments-lists'
import { done } from '@nare/contract/outcome'
import type { Route } from '@nare/contract/route'
import * as z from 'zod/mini'
import type { Mounting } from '#platform/calls'
import { serveOperatorCsv } from '#platform/csv'
import type { Page, Rows } from '#platform/paging'
import type { Payments } from '../payments.ts'
import { idOf, returnRow, unmatchedRow, unresolvedRow } from './list-routes.ts'
import { depositRow, withdrawalRow } from './views.ts'

const pageRows = 500

/** All rows of a list, a page at a time. */
async function* all<T>(read: (page: Page) => Promise<Rows<T>>): AsyncGenerator<T[]> {
  let after: string | undefined
  do {
    const page = await read({ page: 1, limit: pageRows, after })
    yield page.rows
    after = page.next
  } while (after !== undefined)
}

/** Batches of rows as they are shown. */
async function* shown<T, R>(batches: AsyncIterable<readonly T[]>, row: (one: T) => R): AsyncGenerator<R[]> {
  for await (const rows of batches) yield rows.map((one) => row(one))
}

type Given = Readonly<Record<string, unknown>>

/**
 * Serves the lists of payments as CSV files, with the filters of their calls. The files have no names and phone numbers: they leave the house
 * with the payments alone.
 */
export function serveHouseFiles(mounting: Mounting, operator: Payments['operator']): void {
  function serve<F extends z.ZodMiniType, R extends Given>(
    call: Pick<Route, 'path' | 'permission'>,
    filter: F,
    columns: readonly (keyof R & string)[],
    read: (filter: z.output<F>) => AsyncIterable<readonly R[]>,
  ): void {
    const name = `${call.path.split('/').at(-1)}.csv`
    serveOperatorCsv(mounting, {
      ...{ call, name, columns, filter },
      path: `${call.path}.csv`,
      rows: async (given) => done(shown(read(given), (row) => columns.map((column) => cellOf(row[column])))),
    })
  }

  const { lists } = operator
  serve(calls.withdrawals, z.object(withdrawalFilter), withdrawalColumns, ({ bettor_id, ...filter }) =>
    shown(
      all((page) => lists.withdrawals({ ...filter, bettor: idOf(bettor_id) }, page)),
      (row) => withdrawalRow(row),
    ),
  )
  serve(calls.unresolvedWithdrawals, z.object({}), unresolvedColumns, () =>
    shown(
      all((page) => operator.unresolvedPayouts(page)),
      (row) => unresolvedRow(row),
    ),
  )
  serve(calls.deposits, z.object(depositFilter), depositColumns, ({ bettor_id, status, state = status, ...filter }) =>
    shown(
      all((page) => lists.deposits({ ...filter, state, bettor: idOf(bettor_id) }, page)),
      depositRow,
    ),
  )
  serve(calls.unmatched, z.object(unmatchedFilter), unmatchedColumns, (filter) =>
    shown(
      all((page) => operator.unmatched(filter, page)),
      unmatchedRow,
    ),
  )
  serve(calls.waitingReturns, z.object(returnFilter), returnColumns, ({ provider, bettor_id }) =>
    shown(
      all((page) => operator.waitingReturns({ provider, bettor: idOf(bettor_id) }, page)),
      returnRow,
    ),
  )
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
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
