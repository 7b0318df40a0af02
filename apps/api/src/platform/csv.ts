import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { fieldFacts } from '@nare/contract/field-codes'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Outcome } from '@nare/contract/outcome'
import type { Route } from '@nare/contract/route'
import { bearerOf } from './bearer.ts'
import type { Operator } from './call.ts'
import type { Mounting } from './calls.ts'
import { answerRefusal } from './http.ts'
import { maskNumbers } from './mask-numbers.ts'
import { readInput } from './read-input.ts'
import { allOperators } from './reads.ts'
import type { Session } from './session.ts'

type Filter = z.ZodMiniType

/** By these bytes Excel reads a file as UTF-8. */
const byteOrderMark = '\ufeff'

type CsvBatches = AsyncIterable<readonly (readonly string[])[]>

/** A list as a CSV file: its path, filter, columns, and its rows in batches of bounded size. */
export type CsvFile<F extends Filter> = {
  readonly path: string
  readonly name: string
  readonly filter: F
  readonly columns: readonly string[]
  readonly rows: (session: Session, filter: z.output<F>) => CsvBatches
}

/** Serves a bettor's list as a CSV file of at most 50,000 rows, in addition to the call that answers its pages. */
export function serveCsv<F extends Filter>({ app, authenticate, reads }: Mounting, file: CsvFile<F>): void {
  app.get(file.path, { config: { private: true } }, async (request, reply) => {
    const token = bearerOf(request)
    const session = token === undefined ? undefined : await authenticate(token)
    if (typeof session !== 'object') {
      const ended = token !== undefined
      return answerRefusal(reply, refused(ended ? 'session_expired' : 'session_required'), { withStatus: ended })
    }
    const filter = readInput(file.filter, request.query)
    if (!filter.ok) return answerRefusal(reply, refused('invalid_input', fieldFacts(filter.faults)))
    // Fastify would read the whole file for nothing.
    if (request.method === 'HEAD') return reply.type('text/csv; charset=utf-8').send('')
    const rows = file.rows(session, filter.value)
    const batches = reads ? reads.rows(file.path, session.bettor.toString(), rows) : rows
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(Readable.from(linesOf(file.columns, batches)))
  })
}

/** A call of operators whose list is also a file, as the contract declares it. */
type CallWithFile<F extends Filter> = Pick<Route, 'path' | 'permission' | 'csvPermission'> & { readonly csv?: F }

/**
 * Serves the file of an operators' list with the path, filter and permission that its call declares. A refusal of `rows` is answered like one
 * of the call. The file is sent as it is read, so that memory holds a batch of rows, and only some are sent at a time.
 */
export function serveOperatorCsv<F extends Filter, R extends object>(
  { app, operatorOf, house, reads }: Mounting,
  { csv, ...call }: CallWithFile<F>,
  file: {
    /** The fields of a row that are its cells, in order. */
    readonly columns: readonly (keyof R & string)[]
    /** Batches of rows, of at most 50,000 rows, for who asks. */
    readonly rows: (
      filter: z.output<F>,
      operator: Operator,
    ) => Promise<Outcome<AsyncIterable<readonly R[]>, FailureCode>>
    /** Runs before the rows are read, by whom: what the log keeps of the filter beside the file. */
    readonly before?: (filter: z.output<F>, operator: string) => Promise<void>
  },
): void {
  if (!csv) throw new Error(`${call.path} needs its filter as csv in the contract before its file is served`)
  const path = `${call.path}.csv`
  const name = path.slice(path.lastIndexOf('/') + 1)
  const permission = call.csvPermission ?? call.permission
  app.get(path, { config: { private: true, rateLimit: { max: filesPerMinute } } }, async (request, reply) => {
    const found = (await operatorOf?.(request)) ?? refused('session_required')
    if (!found.ok) return answerRefusal(reply, found)
    const operator = found.value
    if (permission === undefined || !operator.may.has(permission)) return answerRefusal(reply, refused('not_allowed'))
    const filter = readInput(csv, request.query)
    if (!filter.ok) return answerRefusal(reply, refused('invalid_input', fieldFacts(filter.faults)))
    const subject = `file ${path}`
    const reason = reasonOf(filter.value)
    await house?.seen({ operator: operator.name, action: 'file.read', subject, facts: {}, reason })
    await file.before?.(filter.value, operator.name)
    const asFile = () =>
      reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
    // Fastify would read a whole file for nothing, at no place of its own.
    if (request.method === 'HEAD') return asFile().send('')
    const leave = enterFiles(filesOf(app.server), operator.name)
    if (!leave) return answerRefusal(reply, refused('too_many_requests', { retry_after_s: 5 }))
    reply.raw.once('close', leave)
    const read = () => file.rows(filter.value, operator)
    const rows = await (reads ? reads.withReplica({ call: path, by: allOperators }, read) : read())
    if (!rows.ok) return answerRefusal(reply, rows)
    const cells = cellsOf(file.columns, rows.value)
    const batches = reads ? reads.rows(path, allOperators, cells) : cells
    return asFile().send(Readable.from(linesOf(file.columns, batchesFor(operator, batches))))
  })
}

/** How many files one person, and all together, are sent at a time by one process: each takes turns of its event loop and of the database. */
const filesOfOneMax = 2
const filesMax = 6

/** The files that are being sent by a server: how many each person has. */
const sentFiles = new WeakMap<object, Map<string, number>>()
function filesOf(server: object): Map<string, number> {
  const files = sentFiles.get(server) ?? new Map<string, number>()
  sentFiles.set(server, files)
  return files
}

/** Counts a file of a person until the returned function is called; undefined if too many are being sent. */
export function enterFiles(files: Map<string, number>, name: string): (() => void) | undefined {
  const own = files.get(name) ?? 0
  const all = [...files.values()].reduce((sum, count) => sum + count, 0)
  if (own >= filesOfOneMax || all >= filesMax) return undefined
  files.set(name, own + 1)
  let isIn = true
  return () => {
    if (!isIn) return
    isIn = false
    const left = (files.get(name) ?? 1) - 1
    if (left === 0) files.delete(name)
    else files.set(name, left)
  }
}

/** The reason that files about persons are read for; empty for other files. */
const reasonOf = (filter: unknown): string =>
  typeof filter === 'object' && filter !== null && 'reason' in filter && typeof filter.reason === 'string'
    ? filter.reason
    : ''

/** Batches of rows as the cells of these columns. A list in a cell has spaces between its values; what is absent is empty. */
async function* cellsOf<R extends object>(
  columns: readonly (keyof R & string)[],
  batches: AsyncIterable<readonly R[]>,
): CsvBatches {
  for await (const rows of batches) yield rows.map((row) => columns.map((column) => cellOf(row[column])))
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The rows with phone numbers masked, unless the operator sees them whole. */
async function* batchesFor({ seesNumbers }: Pick<Operator, 'seesNumbers'>, batches: CsvBatches): CsvBatches {
  for await (const rows of batches) yield seesNumbers ? rows : maskNumbers(rows)
}

/** Rows that are there already as batches. */
export async function* inBatches<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows)
}
const batchRows = 500

/** The files of one list that a person may ask for in a minute. */
const filesPerMinute = 20

/** The most rows of one file. */
const rowsMaxDefault = 50_000

/**
 * The lines of a file, a batch of rows at a time, so that memory holds one batch. After `rowsMax` rows the last line says that the file is
 * not complete and how to get the rest, and nothing more is read.
 */
export async function* linesOf(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
  rowsMax = rowsMaxDefault,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  let left = rowsMax
  for await (const rows of batches) {
    const fitting = rows.slice(0, left)
    if (fitting.length > 0) yield fitting.map(csvLine).join('')
    left -= fitting.length
    if (fitting.length === rows.length) continue
    yield csvLine([`This file ends after ${rowsMax} rows. Choose fewer days to get the others`])
    return
  }
}

const amount = /^-?\d+\.\d\d$/
/** What begins a formula, also in the wide forms that a spreadsheet reads as the usual ones, after spaces and line feeds. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula is prefixed with an apostrophe; negative
 * amounts stay amounts. A text with a semicolon or a tab is quoted, because some spreadsheets part cells there.
 */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) && !amount.test(cell) ? `'${cell}` : cell
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(',')}\r\n`
}
