import { useId, type ComponentProps } from 'react'
import style from './choice-field.module.css'

type Props = Omit<ComponentProps<'textarea'>, 'onChange'> & {
  readonly label: string
  readonly onChange: (text: string) => void
  /** What the server said of it. */
  readonly error?: string | undefined
}

/** A labelled text of several lines in a form. */
export function TextArea({ label, onChange, error, ...area }: Props) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        {...area}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p id={`${id}-note`} className={style.error}>
          {error}
        </p>
      )}
    </div>
  )
}
