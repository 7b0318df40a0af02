import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { useState, type FormEvent } from 'react'
import { failureText } from '../i18n/failure-text.ts'
import { useOnce } from './use-once.ts'

export type FormState = {
  busy: boolean
  /** The error of the whole form; a field's own error is shown at the field. */
  error: string | undefined
  field: (name: string) => string | undefined
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form: reads its fields, calls `send`, and stores why it failed. `check` may refuse before sending, by field. Only one
 * submission runs at a time.
 */
export function useForm(
  send: (values: Record<string, string>) => Promise<Failed | undefined>,
  check: (values: Record<string, string>) => Record<string, string | undefined> = () => ({}),
): FormState {
  const { i18n } = useLingui()
  const { busy, once } = useOnce()
  const [failed, setFailed] = useState<Failed | undefined>()
  const [wrong, setWrong] = useState<Record<string, string | undefined>>({})

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(
      [...new FormData(form)].map(([key, value]) => [key, typeof value === 'string' ? value : '']),
    )
    const found = check(values)
    setWrong(found)
    setFailed(undefined)
    if (focusFirst(form, found)) return
    void once(async () => {
      const refusal = await send(values)
      setFailed(refusal)
      focusFirst(form, refusal?.fields ?? {})
    })
  }
  const shownByField = failed ? Object.keys(failed.fields).length > 0 : false
  return {
    busy,
    error: failed && !shownByField ? failureText(i18n, failed) : undefined,
    field: (name) => wrong[name] ?? failed?.fields[name],
    submit,
  }
}

/** Moves the focus to the first field of the form that is wrong, in the order of the page; false when none is. */
function focusFirst(form: HTMLFormElement, wrong: Readonly<Record<string, string | undefined>>): boolean {
  const first = [...form.elements].find((field) => wrong[field.getAttribute('name') ?? ''])
  if (first instanceof HTMLElement) first.focus()
  return Object.values(wrong).some(Boolean)
}
