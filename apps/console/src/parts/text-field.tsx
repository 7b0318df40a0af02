import { Field } from '@nare/ui/field'

type TextProps = {
  readonly label: string
  readonly value: string
  readonly maxLength?: number
  readonly hint?: string
  /** What the server said of it. */
  readonly error?: string | undefined
  readonly inputMode?: 'decimal' | 'numeric' | 'tel'
  readonly onChange: (value: string) => void
  readonly 'data-first'?: boolean
}

/** A typed field of a form that the browser does not complete. */
export function TextField({ onChange, ...field }: TextProps) {
  return <Field autoComplete="off" onChange={({ target }) => onChange(target.value)} {...field} />
}
