import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { failureText } from '../i18n/failure-text.ts'
import { fieldText } from './field-text.ts'
import { showRefusal } from './show-refusal.ts'
import { useOnce } from './use-once.ts'

export type FormState = {
  busy: boolean
  /** The error of the whole form; a field's own error is shown at the field. */
  error: string | undefined
  /** Why the server refused, by its code. */
  code: Failed['code'] | undefined
  field: (name: string) => string | undefined
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form: reads its fields, calls `send`, and stores why it failed. `check` may refuse before sending, by field. Only one
 * submission runs at a time. A refusal scrolls into sight and gets the focus; what it says about a field goes once that field
 * is changed.
 */
export function useForm(
  send: (values: Record<string, string>) => Promise<Failed | undefined>,
  check: (values: Record<string, string>) => Record<string, string | undefined> = () => ({}),
): FormState {
  const { i18n } = useLingui()
  const { busy, once } = useOnce()
  const [failed, setFailed] = useState<Failed | undefined>()
  const [wrong, setWrong] = useState<Record<string, string | undefined>>({})
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const refused = useRef<HTMLFormElement | undefined>(undefined)
  useEffect(() => {
    if (refused.current) showRefusal(refused.current)
    refused.current = undefined
  }, [failed, wrong])

  const [noteChange] = useState(() => ({ target }: Event): void => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name !== null) setChanged((names) => new Set(names).add(name))
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(
      [...new FormData(form)].map(([key, value]) => [key, typeof value === 'string' ? value : '']),
    )
    const found = check(values)
    setChanged(new Set())
    // Adding the same listener again does nothing.
    form.addEventListener('input', noteChange)
    setWrong(found)
    setFailed(undefined)
    if (Object.values(found).some(Boolean)) {
      refused.current = form
      return
    }
    void once(async () => {
      const refusal = await send(values)
      if (refusal) refused.current = form
      setFailed(refusal)
    })
  }
  const shownByField = failed ? Object.keys(failed.fields).length > 0 : false
  return {
    busy,
    error: failed && !shownByField ? failureText(i18n, failed) : undefined,
    code: failed?.code,
    field: (name) => (changed.has(name) ? undefined : (wrong[name] ?? (failed && fieldText(i18n, failed, name)))),
    submit,
  }
}
