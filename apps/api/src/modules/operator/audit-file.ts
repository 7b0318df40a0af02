import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'

type Row = Readonly<Record<string, string>>

/** What the check of a file of the audit log found. `faults` are sentences; there is none if everything is right. */
export type CheckedAudit = {
  readonly lines: number
  readonly outcomes: number
  /** The hash of the last line: whoever has noted it proves all lines before it. */
  readonly last: string
  readonly faults: readonly string[]
}

/** After this many, faults are only counted. */
const faultsShown = 10
const needed = ['audit_id', 'at', 'facts', 'hash', 'previous', 'outcomes', 'outcome_hash', 'outcome_n']

/**
 * Checks a file of `/v1/operator/audit.csv` by itself: that the hash of each line and outcome is that of what the file says, that each line
 * names the hash of the one before and covers an outcome that came before it, and so do the outcomes. A file with filters other than days
 * leaves lines out, which are reported as missing.
 */
export function checkAuditFile(text: string): CheckedAudit {
  const faults: string[] = []
  let wrong = 0
  const fault = (sentence: string): void => {
    wrong++
    if (wrong <= faultsShown) faults.push(sentence)
  }
  const read = rowsOf(text)
  if (typeof read === 'string') return { lines: 0, outcomes: 0, last: '', faults: [read] }
  const rows = read.filter((row) => /^\d+$/.test(row['audit_id'] ?? ''))
  if (rows.length < read.length) fault('the file says that it is not complete')
  const lines = rows.toSorted((a, b) => numberOf(a, 'audit_id') - numberOf(b, 'audit_id'))
  const outcomes = lines
    .filter((row) => of(row, 'outcome_hash') !== '')
    .toSorted((a, b) => numberOf(a, 'outcome_n') - numberOf(b, 'outcome_n'))
  const placeOf = new Map(outcomes.map((row) => [of(row, 'outcome_hash'), numberOf(row, 'outcome_n')]))

  let before: Row | undefined
  let covered = 0
  for (const line of lines) {
    const id = of(line, 'audit_id')
    if (!isLineText(line)) fault(`line ${id} is not what its hash covers`)
    if (before && of(line, 'previous') !== of(before, 'hash'))
      fault(`between the lines ${of(before, 'audit_id')} and ${id} something is missing`)
    const place = placeOf.get(of(line, 'outcomes'))
    if (place !== undefined && place < covered) fault(`line ${id} covers an older outcome than a line before it`)
    covered = Math.max(covered, place ?? 0)
    before = line
  }
  let last: Row | undefined
  for (const outcome of outcomes) {
    const id = of(outcome, 'audit_id')
    if (!isOutcomeText(outcome)) fault(`the outcome of line ${id} is not what its hash covers`)
    // The outcome between may be that of a line before the first one of the file.
    const isNext = last && numberOf(outcome, 'outcome_n') === numberOf(last, 'outcome_n') + 1
    if (last && isNext && of(outcome, 'outcome_previous') !== of(last, 'outcome_hash'))
      fault(`the outcome of line ${id} does not follow the outcome before it`)
    last = outcome
  }
  if (wrong > faultsShown) faults.push(`and ${wrong - faultsShown} more faults`)
  return { lines: lines.length, outcomes: outcomes.length, last: before ? of(before, 'hash') : '', faults }
}

/** The rows of the file, or why it is none. */
function rowsOf(text: string): Row[] | string {
  try {
    const rows: Row[] = parse(text, { bom: true, columns: true, relax_column_count_less: true })
    const [first] = rows
    if (!first) return 'the file has no lines'
    return needed.every((name) => name in first) ? rows : 'the file is not one of the audit log'
  } catch {
    return 'the file is not one of the audit log'
  }
}

const numberOf = (row: Row, name: string): number => Number(row[name])
const of = (row: Row, name: string): string => row[name] ?? ''

/** What a cell may have been: the file has an apostrophe before whatever a spreadsheet would read as a formula. */
const cellsOf = (cell: string): readonly string[] => (cell.startsWith("'") ? [cell.slice(1), cell] : [cell])

const sha256 = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

function isLineText(row: Row): boolean {
  const named = (...names: readonly string[]): string[] => names.map((name) => of(row, name))
  return cellsOf(of(row, 'reason')).some((reason) => {
    const text = [...named('previous', 'audit_id', 'operator', 'action', 'subject', 'facts'), reason, of(row, 'at')]
    // A line from before outcomes were chained covers none, a line before the first outcome an empty one.
    const texts = of(row, 'outcomes') === '' ? [text, [...text, '']] : [[...text, of(row, 'outcomes')]]
    return texts.some((parts) => sha256(parts) === row['hash'])
  })
}

const isOutcomeText = (row: Row): boolean =>
  sha256(
    ['outcome_previous', 'outcome_n', 'hash', 'outcome', 'outcome_amount', 'ended_at'].map((name) => of(row, name)),
  ) === row['outcome_hash']
