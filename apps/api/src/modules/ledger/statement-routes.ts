import * as z from 'zod/mini'
import { ledger as calls, statementFilter, type Transaction } from '@nare/contract/ledger'
import { done } from '@nare/contract/outcome'
import type { Handlers, Mounting } from '#platform/calls'
import { serveCsv } from '#platform/csv'
import type { Statement } from './statement.ts'

export function ledgerRoutes(statement: Statement): Handlers<typeof calls> {
  return { transactions: async (asked, { session }) => done(await statement.page(session.bettor, asked)) }
}

const plain = ['transaction_id', 'at', 'kind', 'amount', 'balance', 'tax'] as const
const columns = [...plain, 'about', 'description', 'gross', 'net', 'owed', 'to_return']

/** Serves the statement as a file, for the same bettor and by the same filter as the call that answers pages. */
export function serveStatementFile(mounting: Mounting, statement: Statement): void {
  serveCsv(mounting, {
    path: `${calls.transactions.path}.csv`,
    name: 'statement.csv',
    filter: z.object(statementFilter),
    columns,
    async *rows({ bettor }, filter) {
      for await (const piece of statement.all(bettor, filter)) yield piece.map(cellsOf)
    },
  })
}

function cellsOf(row: Transaction): string[] {
  const { about, details, debt, returnable, description } = row
  const led = about ? `${about.type}/${about.id}` : ''
  const more = [details?.gross ?? '', details?.net ?? '', debt?.owed ?? '', returnable?.left ?? '']
  return [...plain.map((name) => row[name] ?? ''), led, description, ...more]
}
