import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { ledger as calls, statementFilter, type Transaction } from '@nare/contract/ledger'
import { done, refused } from '@nare/contract/outcome'
import { bearerOf, type Handlers, type Mounting } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import type { Statement } from './statement.ts'

export function ledgerRoutes(statement: Statement): Handlers<typeof calls> {
  return { transactions: async (asked, { session }) => done(await statement.page(session.bettor, asked)) }
}

const zFilter = z.object(statementFilter)
const columns = ['transaction_id', 'at', 'kind', 'amount', 'balance', 'tax', 'about', 'description'] as const

/** Serves the statement as a file, for the same bettor and by the same filter as the call that answers pages. */
export function serveStatementFile({ app, authenticate }: Mounting, statement: Statement): void {
  app.get(`${calls.transactions.path}.csv`, async (request, reply) => {
    const token = bearerOf(request)
    const session = token === undefined ? undefined : await authenticate(token)
    if (typeof session !== 'object') {
      const ended = token !== undefined
      return answerRefusal(reply, refused(ended ? 'session_expired' : 'session_required'), { withStatus: ended })
    }
    const filter = zFilter.safeParse(request.query)
    if (!filter.success) {
      const fields = Object.fromEntries(filter.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
      return answerRefusal(reply, refused('invalid_input', { fields }))
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="statement.csv"')
      .send(Readable.from(linesOf(statement.all(session.bettor, filter.data))))
  })
}

async function* linesOf(pieces: AsyncIterable<readonly Transaction[]>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const piece of pieces) {
    const lines = piece.map((row) =>
      csvLine(
        columns.map((name) => {
          const value = name === 'about' ? row.about && `${row.about.type}/${row.about.id}` : row[name]
          return value ?? ''
        }),
      ),
    )
    if (lines.length > 0) yield lines.join('')
  }
}

const amount = /^-?\d+\.\d\d$/
const formula = /^[=+\-@\t\r]/

/**
 * One line of a file of comma-separated values (RFC 4180). A text that a spreadsheet would take for a formula is led by an
 * apostrophe; amounts below zero stay amounts.
 */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) && !amount.test(cell) ? `'${cell}` : cell
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(',')}\r\n`
}
