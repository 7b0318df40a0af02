import { zoneCity } from '../../parts/format.ts'
import { operatorSettings, type Setting, type SettingValue } from '@nare/contract/settings'
import { Field } from '@nare/ui/field'
import { dateWithYear } from '@nare/ui/format'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { momentOf } from '../../parts/moment.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { TableField } from './table-field.tsx'
import { columnsOf, rowChanges, rowsOf, sentCell, textOfRows } from './table-text.ts'
import style from './table.module.css'
import { boundsText, fieldText, needsSecond, sentValue, staysText, valueText } from './value-text.ts'

/** Sets the default again, or takes a planned change back. */
export type Fixed = { readonly value: SettingValue | null; readonly from?: string; readonly title: string }

type Props = {
  readonly setting: Setting
  /** The next midnight of the country. */
  readonly tomorrow: string
  /** Without it the value is typed. */
  readonly fixed?: Fixed
  readonly onClose: () => void
}

type When = 'now' | 'tomorrow' | 'at'
const whenNames: Readonly<Record<When, string>> = {
  now: 'At once',
  tomorrow: 'Tomorrow at 00:00',
  at: 'At another time',
}
const whens = Object.keys(whenNames) as readonly When[]

/** What is sent for what was typed; the cells of a table each by its column. */
function sentOf(setting: Setting, typed: string): SettingValue {
  if (setting.type !== 'table') return sentValue(setting, typed)
  const columns = columnsOf(setting)
  return textOfRows(rowsOf(typed).map((cells) => columns.map((column, at) => sentCell(column, cells[at] ?? ''))))
}

/** The form of a change: the value, from when on, and what it means in a sentence. */
export function SettingForm({ setting, tomorrow, fixed, onClose }: Props) {
  const [typed, setTyped] = useState(() => fieldText(setting, setting.value))
  const [when, setWhen] = useState<When>('now')
  const [at, setAt] = useState('')
  const [before] = useState(setting)
  const value = fixed ? fixed.value : sentOf(setting, typed)
  const after = value ?? setting.default
  const from = fixed?.from ?? { now: undefined, tomorrow, at: momentOf(at) }[when]
  const isSame = fixed?.from === undefined && fieldText(setting, after) === fieldText(setting, before.value)
  const missing = isSame && when === 'now' ? 'This is the value' : when === 'at' && !from ? 'Choose a time' : undefined
  return (
    <ActionForm
      route={operatorSettings.changeSetting}
      title={fixed?.title ?? `Change ${setting.name.charAt(0).toLowerCase()}${setting.name.slice(1)}`}
      sentence={<Sentence setting={before} after={after} from={from} />}
      action={fixed?.title ?? 'Change it'}
      missing={missing}
      input={({ reason, id }) => ({ id, key: setting.key, value, reason, ...(from && { from }) })}
      done={(answer) =>
        answer.state === 'planned'
          ? `Planned for ${dateWithYear(answer.from, 'en')}.`
          : 'Done. It holds in every process within seconds.'
      }
      onClose={onClose}
    >
      {!fixed && <ValueField setting={setting} value={typed} onChange={setTyped} />}
      {!fixed?.from && (
        <ChoiceField label="From" value={when} options={whens} textOf={(one) => whenNames[one]} onChange={setWhen} />
      )}
      {!fixed?.from && when === 'at' && (
        <Field
          label={`Date and time in ${zoneCity()}`}
          type="datetime-local"
          value={at}
          onChange={({ target }) => setAt(target.value.slice(0, 16))}
        />
      )}
    </ActionForm>
  )
}

type FieldProps = { setting: Setting; value: string; onChange: (value: string) => void }

function ValueField({ setting, value, onChange }: FieldProps) {
  const { bounds } = setting
  if (setting.type === 'table') return <TableField setting={setting} value={value} onChange={onChange} />
  if (setting.type === 'colours') return <ColourFields value={value} onChange={onChange} />
  if (bounds.options)
    return (
      <ChoiceField
        label="Value"
        value={value}
        options={bounds.options}
        textOf={(one) => valueText(setting, one)}
        data-first
        onChange={onChange}
      />
    )
  if (setting.type === 'switch')
    return <ChoiceField label="Value" value={value} options={['on', 'off']} data-first onChange={onChange} />
  const isNumber = setting.type !== 'text'
  return (
    <Field
      label="Value"
      value={value}
      hint={[boundsText(setting), `default ${valueText(setting, setting.default)}`]
        .filter((text) => text !== undefined)
        .join('; ')}
      autoComplete="off"
      inputMode={isNumber ? 'decimal' : undefined}
      maxLength={setting.bounds.longest ?? 40}
      data-first
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const themes = ['Dark theme', 'Light theme']

function ColourFields({ value, onChange }: Omit<FieldProps, 'setting'>) {
  const colours = value.split(' ')
  return themes.map((theme, at) => (
    <Field
      key={theme}
      label={theme}
      type="color"
      value={colours[at] ?? ''}
      {...(at === 0 && { 'data-first': true })}
      onChange={({ target }) => onChange(colours.with(at, target.value).join(' '))}
    />
  ))
}

/** The rows that a change of a table takes and adds. */
function Changes({ setting, after }: { setting: Setting; after: SettingValue }) {
  const { taken, added } = rowChanges(setting, { before: String(setting.value), after: String(after) })
  if (taken.length + added.length === 0) return undefined
  return (
    <ul className={style.changes} aria-label="Rows that change">
      {taken.map((row) => (
        <li key={`-${row}`}>
          <del>{row}</del>
        </li>
      ))}
      {added.map((row) => (
        <li key={`+${row}`}>
          <ins>{row}</ins>
        </li>
      ))}
    </ul>
  )
}

function Sentence({ setting, after, from }: { setting: Setting; after: SettingValue; from: string | undefined }) {
  const isSecond = needsSecond(setting, setting.value, after)
  return (
    <>
      <b>
        {valueText(setting, setting.value)} → {valueText(setting, after)}
      </b>
      , {from === undefined ? 'at once' : `from ${dateWithYear(from, 'en')} on`}. {staysText(setting)}{' '}
      {isSecond && 'A second person confirms, because it weakens a control.'}
      {setting.type === 'table' && <Changes setting={setting} after={after} />}
    </>
  )
}
