import type { FieldFault } from '@nare/contract/field-codes'
import type { SettingColumn, SettingValue } from '@nare/contract/settings'
import { plainPercents, textOf, whole, wrong, type Kind, type Read } from './kinds.ts'

/** A column of a table: what stands above it, and the type of its cells, which have no comma and no equals sign. */
type Column<T> = { readonly head: string; readonly kind: Kind<T> }
type Columns<R> = { readonly [N in keyof R]-?: Column<R[N]> }

type Table<R> = {
  /** The columns in the order in which they are written. */
  readonly columns: Columns<R>
  readonly rowsMax: number
  readonly rowsMin?: number
  /** What is wrong with rows whose cells are right each by itself. */
  readonly rule?: (rows: readonly R[]) => string | undefined
}

/**
 * A table of rows, written as text: cells with "=" between them, rows with ", ". Picks and percent are "3=5, 5=10". A table without rows is
 * written as "none".
 */
export function tables<R extends object>({ columns, rowsMax, rowsMin = 0, rule }: Table<R>): Kind<readonly R[]> {
  const names = Object.keys(columns) as (keyof R & string)[]
  const cells = names.map((name) => [name, columns[name]] as const)
  const example = `rows of ${cells.map(([, { head }]) => head.toLowerCase()).join(' = ')} with commas between them`

  function rowOf(text: string, at: number): Read<R> {
    const parts = text.split('=').map((part) => part.trim())
    if (parts.length !== cells.length) return wrong(`Enter ${example}`)
    const row: Partial<R> = {}
    for (const [n, [name, { head, kind }]] of cells.entries()) {
      const read = kind.read(parts[n] ?? '')
      if ('fault' in read) return { fault: inCell(read.fault, at, head) }
      row[name] = read.value
    }
    // Every column was read.
    return { value: row as R }
  }

  function cellFault(rows: readonly R[]): FieldFault | undefined {
    for (const [at, row] of rows.entries())
      for (const [name, { head, kind }] of cells) {
        const fault = kind.fit(row[name])
        if (fault) return inCell(fault, at, head)
      }
    return undefined
  }

  return {
    type: 'table',
    get bounds() {
      return { rows: rowsMax, columns: cells.map(([name, { head, kind }]) => columnOf(name, head, kind)) }
    },
    read(given: SettingValue) {
      const text = textOf(given)
      if (text === 'none') return { value: [] }
      const rows: R[] = []
      for (const [at, part] of text.split(',').entries()) {
        const read = rowOf(part, at)
        if ('fault' in read) return read
        rows.push(read.value)
      }
      return { value: rows }
    },
    fit(rows) {
      if (rows.length > rowsMax) return { code: 'too_many', sentence: `At most ${rowsMax} rows` }
      if (rows.length < rowsMin) return { code: 'too_few', sentence: `At least ${rowsMin} rows` }
      const fault = cellFault(rows)
      if (fault) return fault
      const sentence = rule?.(rows)
      return sentence === undefined ? undefined : { code: 'not_valid', sentence }
    },
    write: (rows) =>
      rows.map((row) => cells.map(([name, { kind }]) => String(kind.write(row[name]))).join('=')).join(', ') || 'none',
    size: () => 0,
  }
}

const inCell = ({ code, sentence }: FieldFault, at: number, head: string): FieldFault => ({
  code,
  sentence: `Row ${at + 1}, ${head}: ${sentence}`,
})

const columnOf = <T>(name: string, head: string, { type, bounds }: Kind<T>): SettingColumn => ({
  ...{ name, head, type },
  bounds,
})

export type Step = { readonly legs: number; readonly percent: number }

/** Percentages by numbers of legs: both grow from step to step. */
export const stepTable = ({ percentMax, legsMax }: { percentMax: number; legsMax: number }): Kind<readonly Step[]> =>
  tables<Step>({
    columns: {
      legs: { head: 'Picks', kind: whole({ least: 2, most: legsMax, unit: 'picks' }) },
      percent: { head: 'Percent', kind: plainPercents(percentMax) },
    },
    rowsMax: 30,
    rule: (steps) =>
      steps.every(({ legs, percent }, at) => {
        const before = steps[at - 1]
        return !before || (legs > before.legs && percent > before.percent)
      })
        ? undefined
        : 'Picks and percent grow from row to row',
  })
