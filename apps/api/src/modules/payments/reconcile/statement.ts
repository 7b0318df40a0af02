import { parse } from 'csv-parse/sync'
import { parseMoney } from '@nare/money/money'

/** One line of a provider's statement. The amount is positive for money in and negative for money out. */
export type StatementLine = {
  readonly receipt: string
  readonly reference: string
  readonly amount: bigint
  readonly at: Date | undefined
  /** The line of the file, from 1. */
  readonly line?: number
}

/** A line that could not be read: its start and what is wrong with it. */
export type BadRow = { readonly line: number; readonly text: string; readonly fault: string }

export type Statement = {
  readonly lines: readonly StatementLine[]
  readonly bad: readonly BadRow[]
  /** Lines about movements that did not complete. */
  readonly notCompleted: number
}

type Column = 'receipt' | 'at' | 'state' | 'in' | 'out' | 'amount' | 'type' | 'reference'

/** The names of the columns in the statements of M-Pesa's portal and of Airtel Money's. */
const names: Readonly<Record<Column, RegExp>> = {
  receipt: /^(receipt no\.?|transaction id|airtel money id|txn id)$/i,
  at: /^(completion time|transaction (date|time)|date)/i,
  state: /^(transaction )?status/i,
  in: /^(paid in|credit|amount in)/i,
  out: /^(withdrawn|debit|amount out)/i,
  amount: /^(transaction )?amount/i,
  type: /^((transaction|service) )?type/i,
  reference: /^(a\/c no|reference|external)/i,
}
const moneyOut = /disburs|payout|b2c|withdraw|sent|debit|cash ?out/i
const completed = /^(completed|success(ful)?|transaction success(ful)?|ts)$/i
const textMax = 120

/** Why a text is no statement; the server shows it at the file. */
export class NoStatement extends Error {}

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/**
 * Parses a statement as downloaded from the portal of M-Pesa or of Airtel Money. Lines before the header row are skipped, and so are movements
 * that did not complete. Throws NoStatement without a column of receipts.
 */
export function readStatement(csv: string): Statement {
  const rows = recordsOf(csv)
  const header = rows.findIndex(({ record }) => record.some((cell) => names.receipt.test(cell)))
  if (header < 0) throw new NoStatement('The statement has no column "Receipt No." or "Transaction ID"')
  const places = new Map<Column, number>()
  for (const [at, name] of (rows[header]?.record ?? []).entries())
    for (const column of Object.keys(names) as Column[])
      if (!places.has(column) && names[column].test(name)) places.set(column, at)
  const lines: StatementLine[] = []
  const bad: BadRow[] = []
  let notCompleted = 0
  for (const { record, info } of rows.slice(header + 1)) {
    const cell = (column: Column): string => record[places.get(column) ?? -1] ?? ''
    if (cell('state') !== '' && !completed.test(cell('state'))) {
      notCompleted++
      continue
    }
    const at = timeOf(cell('at'))
    const amount = amountIn(cell)
    const fault = faultOf({ receipt: cell('receipt'), at, timeText: cell('at'), amount })
    if (fault !== undefined) bad.push({ line: info.lines, text: record.join(',').slice(0, textMax), fault })
    else
      lines.push({ receipt: cell('receipt'), reference: cell('reference'), amount: amount ?? 0n, at, line: info.lines })
  }
  return { lines, bad, notCompleted }
}

function recordsOf(csv: string): Row[] {
  try {
    return parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true, info: true }) as never
  } catch (error) {
    throw new NoStatement(error instanceof Error ? error.message : 'The file is not CSV')
  }
}

type Read = { receipt: string; at: Date | undefined; timeText: string; amount: bigint | undefined }

function faultOf({ receipt, at, timeText, amount }: Read): string | undefined {
  if (receipt === '') return 'It has no receipt'
  if (amount === undefined) return 'Its amount cannot be read'
  if (amount === 0n) return 'It moves no money'
  return at === undefined && timeText !== '' ? 'Its time cannot be read' : undefined
}

/** The amount of a line; undefined if it cannot be read. */
function amountIn(cell: (column: Column) => string): bigint | undefined {
  if (cell('in') === '' && cell('out') === '') {
    const amount = amountOf(cell('amount'))
    const isOut = cell('amount').startsWith('-') || moneyOut.test(cell('type'))
    return amount !== undefined && isOut ? -amount : amount
  }
  const [paidIn, withdrawn] = [amountOf(cell('in')), amountOf(cell('out'))]
  return paidIn === undefined || withdrawn === undefined ? undefined : paidIn - withdrawn
}

const amountOf = (text: string): bigint | undefined => (text === '' ? 0n : parseMoney(text.replace(/[,\s-]/g, '')))

const nairobi = '+03:00'
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function timeOf(text: string): Date | undefined {
  const yearFirst = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d)(:\d\d)?/.exec(text)
  if (yearFirst) return dateOf(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4], yearFirst[5])
  const dayFirst = /^(\d\d)[-./ ](\d\d|[a-z]{3})[-./ ](\d{4})[ T](\d\d:\d\d)(:\d\d)?/i.exec(text)
  if (!dayFirst) return undefined
  const month = months.indexOf((dayFirst[2] ?? '').toLowerCase())
  const number = month < 0 ? dayFirst[2] : String(month + 1).padStart(2, '0')
  return dateOf(dayFirst[3], number, dayFirst[1], dayFirst[4], dayFirst[5])
}

function dateOf(...[year, month, day, minute, seconds = ':00']: (string | undefined)[]): Date | undefined {
  const date = new Date(`${year}-${month}-${day}T${minute}${seconds}${nairobi}`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
