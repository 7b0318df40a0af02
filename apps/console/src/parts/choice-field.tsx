import { useId, type ComponentProps } from 'react'
import { labelOf } from './format.ts'
import style from './choice-field.module.css'

type Props<T extends string> = Omit<ComponentProps<'select'>, 'onChange' | 'value'> & {
  readonly label: string
  readonly value: T
  readonly options: readonly T[]
  readonly onChange: (value: T) => void
  readonly textOf?: (option: T) => string
  /** What the server said of it. */
  readonly error?: string | undefined
}

/** A labelled choice of one value in a form. */
export function ChoiceField<T extends string>({
  label,
  options,
  onChange,
  textOf = labelOf,
  error,
  ...select
}: Props<T>) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        {...select}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {textOf(option)}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-note`} className={style.error}>
          {error}
        </p>
      )}
    </div>
  )
}
