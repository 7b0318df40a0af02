import type { Setting, SettingColumn } from '@nare/contract/settings'
import { Button } from '@nare/ui/button'
import { boundsText } from './value-text.ts'
import { columnsOf, emptyRow, rowsOf, textOfRows } from './table-text.ts'
import style from './table.module.css'

type Props = { readonly setting: Setting; readonly value: string; readonly onChange: (value: string) => void }

/** Edits a table by its rows: a field for each cell, and buttons that add and remove rows. */
export function TableField({ setting, value, onChange }: Props) {
  const columns = columnsOf(setting)
  const rows = rowsOf(value)
  const most = setting.bounds.rows ?? 0
  const change = (next: readonly (readonly string[])[]): void => onChange(textOfRows(next))
  const setCell = (row: number, column: number, cell: string): void => {
    // These separate cells and rows.
    const clean = cell.replaceAll(/[,=]/g, '')
    change(
      rows.map((cells, at) => (at === row ? columns.map((_, n) => (n === column ? clean : (cells[n] ?? ''))) : cells)),
    )
  }
  return (
    <div className={style.scroll} role="group" aria-label={`Table of ${setting.name}`} tabIndex={0}>
      <table className={style.table} aria-label={setting.name}>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column.name}>
                  <Cell
                    column={column}
                    label={`${column.head}, row ${row + 1}`}
                    value={cells[at] ?? ''}
                    isFirst={row === 0 && at === 0}
                    onChange={(cell) => setCell(row, at, cell)}
                  />
                </td>
              ))}
              <td>
                <Button
                  look="plain"
                  small
                  aria-label={`Remove row ${row + 1}`}
                  onClick={() => change(rows.filter((_, at) => at !== row))}
                >
                  ×
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < most && (
        <Button look="soft" small onClick={() => change([...rows, emptyRow(columns)])}>
          Add a row
        </Button>
      )}
    </div>
  )
}

type CellProps = {
  readonly column: SettingColumn
  readonly label: string
  readonly value: string
  readonly isFirst: boolean
  readonly onChange: (cell: string) => void
}

function Cell({ column: { type, bounds }, label, value, isFirst, onChange }: CellProps) {
  const first = isFirst ? { 'data-first': true } : {}
  if (bounds.options)
    return (
      <select {...first} aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {bounds.options.map((option, at) => (
          <option key={option} value={option}>
            {bounds.labels?.[at] ?? option}
          </option>
        ))}
      </select>
    )
  const isNumber = type !== 'text' && type !== 'day'
  return (
    <input
      {...first}
      aria-label={label}
      data-type={type}
      type={type === 'day' ? 'date' : 'text'}
      value={value === '-' ? '' : value}
      title={boundsText({ type, bounds })}
      placeholder={bounds.empty ? 'any' : undefined}
      autoComplete="off"
      inputMode={isNumber ? 'decimal' : undefined}
      maxLength={40}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
