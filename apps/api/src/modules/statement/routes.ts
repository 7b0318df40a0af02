import * as z from 'zod/mini'
import { ledger as calls, statementFilter, type Transaction } from '@nare/contract/ledger'
import { done } from '@nare/contract/outcome'
import type { Handlers, Mounting } from '#platform/calls'
import { serveCsv } from '#platform/csv'
import type { Statement } from './statement.ts'

export function statementRoutes(statement: Statement): Handlers<typeof calls> {
  return { transactions: async (query, { session }) => done(await statement.page(session.bettor, query)) }
}

const direct = ['transaction_id', 'at', 'kind', 'amount', 'balance', 'tax'] as const
const columns = [
  ...direct,
  'about',
  'description',
  'gross',
  'net',
  'owed',
  'to_return',
  'product',
  'name',
  'bonus',
  'bonus_left',
]

/** Serves the statement as a CSV file, with the filter of the paged call. */
export function serveStatementFile(mounting: Mounting, statement: Statement): void {
  serveCsv(mounting, {
    path: `${calls.transactions.path}.csv`,
    name: 'statement.csv',
    filter: z.object(statementFilter),
    columns,
    async *rows({ bettor }, filter) {
      for await (const rows of statement.all(bettor, filter)) yield rows.map(cellsOf)
    },
  })
}

function cellsOf(row: Transaction): string[] {
  const { about, details, debt, returnable, description } = row
  const link = about ? `${about.type}/${about.id}` : ''
  const more = [
    details?.gross ?? '',
    details?.net ?? '',
    debt?.owed ?? '',
    returnable?.left ?? '',
    row.product ?? '',
    row.name ?? '',
    row.bonus?.change ?? '',
    row.bonus?.left ?? '',
  ]
  return [...direct.map((name) => row[name] ?? ''), link, description, ...more]
}
