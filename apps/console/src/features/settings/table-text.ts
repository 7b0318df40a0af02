import type { Setting, SettingColumn } from '@nare/contract/settings'
import { sentValue, valueText } from './value-text.ts'

/** The cells of a table's text by rows; "none" and nothing have no rows. */
export const rowsOf = (text: string): readonly (readonly string[])[] =>
  text === 'none' || text.trim() === '' ? [] : text.split(',').map((row) => row.trim().split('='))

/** The text of rows of cells. */
export const textOfRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.join('=')).join(', ') || 'none'

export const columnsOf = ({ bounds }: Pick<Setting, 'bounds'>): readonly SettingColumn[] => bounds.columns ?? []

/** A cell as people read it: "KSh 1,000", "7.5 %", "any" for one that is missing. */
export function cellText({ type, bounds }: SettingColumn, cell: string): string {
  if (cell === '-') return 'any'
  return valueText({ type, bounds }, cell)
}

/** A row in one line: "3 picks, 5 %". */
export const rowText = (columns: readonly SettingColumn[], cells: readonly string[]): string =>
  columns.map((column, at) => cellText(column, cells[at] ?? '')).join(', ')

/** The rows that a change takes and adds, each in one line. */
export function rowChanges(
  setting: Pick<Setting, 'bounds'>,
  { before, after }: { before: string; after: string },
): { readonly taken: readonly string[]; readonly added: readonly string[] } {
  const columns = columnsOf(setting)
  const [was, is] = [before, after].map((text) => rowsOf(text).map((cells) => rowText(columns, cells)))
  return {
    taken: (was ?? []).filter((row) => !is?.includes(row)),
    added: (is ?? []).filter((row) => !was?.includes(row)),
  }
}

/** A cell as it is sent: amounts with their cents; a missing one as "-". */
export function sentCell({ type, bounds }: SettingColumn, typed: string): string {
  const text = String(sentValue({ type }, typed))
  return text === '' && bounds.empty ? '-' : text
}

/** The first cell of a new row of each column. */
export const emptyRow = (columns: readonly SettingColumn[]): string[] =>
  columns.map(({ bounds }) => bounds.options?.[0] ?? '')
