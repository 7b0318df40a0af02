import { useId, type ComponentProps, type ReactNode } from 'react'
import style from './field.module.css'

type FieldProps = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  after?: ReactNode
}

/** A labelled input; its error is shown below and announced with it. */
export function Field({ label, error, hint, after, id, ...input }: FieldProps) {
  const own = useId()
  const name = id ?? own
  return (
    <div className={style.field}>
      <label htmlFor={name}>{label}</label>
      <div className={style.line}>
        <input id={name} aria-invalid={error ? true : undefined} aria-describedby={`${name}-note`} {...input} />
        {after}
      </div>
      <p id={`${name}-note`} className={error ? style.error : style.hint}>
        {error ?? hint}
      </p>
    </div>
  )
}

/** A labelled checkbox with its error below it, which is read aloud when it appears. */
export function Tick({ children, error, ...input }: ComponentProps<'input'> & { error?: string | undefined }) {
  const id = useId()
  return (
    <div className={style.field}>
      <label className={style.tick}>
        <input type="checkbox" aria-invalid={error ? true : undefined} aria-describedby={`${id}-note`} {...input} />
        <span>{children}</span>
      </label>
      <p id={`${id}-note`} className={style.error} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </div>
  )
}
