import { useLingui } from '@lingui/react/macro'
import type { gameRisks } from '@nare/contract/game-shapes'
import { useId, useState, type ReactNode } from 'react'
import { NumberField } from '../../forms/number-field.tsx'
import { decimalOf, typedHundredths } from './figures.ts'
import style from './choices.module.css'

/** A row of toggle buttons, one for each option. */
export function Choice<Key extends string | number>(props: {
  label: string
  items: readonly { key: Key; text: ReactNode }[]
  value: Key
  locked?: boolean
  onPick: (key: Key) => void
}) {
  const { label, items, value, locked = false, onPick } = props
  return (
    <div role="group" aria-label={label} className={style.choice}>
      <span aria-hidden="true">{label}</span>
      {items.map(({ key, text }) => (
        <button key={key} type="button" aria-pressed={key === value} disabled={locked} onClick={() => onPick(key)}>
          {text}
        </button>
      ))}
    </div>
  )
}

export type Risk = (typeof gameRisks)[number]

/** The risk of plinko, keno and wheel. A higher risk spreads the multipliers more widely; the return is the same. */
export function RiskChoice({ value, locked, onPick }: { value: Risk; locked?: boolean; onPick: (risk: Risk) => void }) {
  const { t } = useLingui()
  return (
    <Choice
      label={t`Risk`}
      value={value}
      {...(locked !== undefined && { locked })}
      onPick={onPick}
      items={[
        { key: 'low', text: t`Low` },
        { key: 'medium', text: t`Medium` },
        { key: 'high', text: t`High` },
      ]}
    />
  )
}

/** A field for a number with two decimals. `value`, `min` and `max` are hundredths. A typed value applies as soon as it is valid. */
export function DecimalField(props: {
  label: string
  value: number
  min: number
  max: number
  locked?: boolean
  onChange: (hundredths: number) => void
}) {
  const { label, value, min, max, locked = false, onChange } = props
  const { t } = useLingui()
  const id = useId()
  const [draft, setDraft] = useState<string | undefined>()
  const typed = draft === undefined ? value : typedHundredths(draft)
  const isValid = typed !== undefined && typed >= min && typed <= max
  const [from, to] = [decimalOf(min), decimalOf(max)]
  const change = (text: string): void => {
    setDraft(text)
    const parsed = typedHundredths(text)
    if (parsed !== undefined && parsed >= min && parsed <= max) onChange(parsed)
  }
  return (
    <div className={style.decimal}>
      <label htmlFor={id}>{label}</label>
      <NumberField
        id={id}
        maxLength={10}
        disabled={locked}
        value={draft ?? decimalOf(value)}
        aria-invalid={!isValid || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => change(target.value)}
        onBlur={() => setDraft(undefined)}
      />
      <small id={`${id}-note`} className={isValid ? 'unseen' : style.wrong}>
        {t`From ${from} to ${to}`}
      </small>
    </div>
  )
}

/** Facts about the chosen options, each with a label and a value. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={style.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
