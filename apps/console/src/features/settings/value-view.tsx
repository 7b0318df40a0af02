import type { Setting, SettingValue } from '@nare/contract/settings'
import { cellText, columnsOf, rowsOf } from './table-text.ts'
import { valueText } from './value-text.ts'
import style from './table.module.css'

type Props = {
  readonly setting: Pick<Setting, 'name' | 'type' | 'bounds'>
  readonly value: SettingValue
  /** Whether the rows of a table are shown only when somebody asks for them. */
  readonly folded?: boolean
}

/** A value as people read it: a table with its rows, colours as they look. */
export function ValueView({ setting, value, folded = false }: Props) {
  const text = String(value)
  if (setting.type === 'colours') return <Colours text={text} />
  if (setting.type !== 'table' || rowsOf(text).length === 0) return valueText(setting, value)
  if (!folded) return <Rows setting={setting} text={text} />
  return (
    <details>
      <summary>{valueText(setting, value)}</summary>
      <Rows setting={setting} text={text} />
    </details>
  )
}

function Rows({ setting, text }: { setting: Props['setting']; text: string }) {
  const columns = columnsOf(setting)
  return (
    <div className={style.scroll} role="group" aria-label={`Table of ${setting.name}`} tabIndex={0}>
      <table className={style.table} aria-label={`Rows of ${setting.name}`}>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(text).map((cells, at) => (
            <tr key={at}>
              {columns.map((column, n) => (
                <td key={column.name} data-type={column.type}>
                  {cellText(column, cells[n] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The dark and the light theme's colour, each with its code. */
function Colours({ text }: { text: string }) {
  const [dark = '', light = ''] = text.split(' ')
  return (
    <span className={style.colours}>
      {[dark, light].map((colour, at) => (
        <span key={at}>
          <i style={{ background: colour }} />
          {colour} {at === 0 ? 'dark' : 'light'}
        </span>
      ))}
    </span>
  )
}
