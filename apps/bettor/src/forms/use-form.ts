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
  field: (name: string) => string | undefined
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** The field at which a refusal is shown, if the form has the field. */
const fieldsOfCodes: Readonly<Partial<Record<Failed['code'], string>>> = {
  wrong_credentials: 'password',
  weak_password: 'password',
  wrong_code: 'code',
  msisdn_taken: 'msisdn',
  under_age: 'date_of_birth',
}

/**
 * The state of a form. Submitting reads the fields, calls `send`, and stores the failure. `check` returns errors by field, which
 * stop the submission. Only one submission runs at a time. The form scrolls to a refusal and focuses it; the error of a field
 * disappears when the field is changed.
 */
export function useForm(
  send: (values: Record<string, string>) => Promise<Failed | undefined>,
  check: (values: Record<string, string>) => Record<string, string | undefined> = () => ({}),
): FormState {
  const { i18n } = useLingui()
  const { busy, once } = useOnce()
  const [failed, setFailed] = useState<Failed | undefined>()
  const [invalid, setInvalid] = useState<Record<string, string | undefined>>({})
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const refused = useRef<HTMLFormElement | undefined>(undefined)
  useEffect(() => {
    if (refused.current) showRefusal(refused.current)
    refused.current = undefined
  }, [failed, invalid])

  const [noteChange] = useState(() => ({ target }: Event): void => {
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name !== null) setChanged((names) => new Set(names).add(name))
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    // These forms have no files.
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>
    const found = check(values)
    setChanged(new Set())
    // Adding the same listener twice has no effect.
    form.addEventListener('input', noteChange)
    setInvalid(found)
    setFailed(undefined)
    if (Object.values(found).some(Boolean)) {
      refused.current = form
      return
    }
    void once(async () => {
      const refusal = await send(values)
      if (!refusal) return
      refused.current = form
      const at = fieldsOfCodes[refusal.code] ?? ''
      setFailed(
        form.elements.namedItem(at)
          ? { ...refusal, fields: { [at]: failureText(i18n, refusal), ...refusal.fields } }
          : refusal,
      )
    })
  }
  return {
    busy,
    error: failed && Object.keys(failed.fields).length === 0 ? failureText(i18n, failed) : undefined,
    field: (name) => (changed.has(name) ? undefined : (invalid[name] ?? (failed && fieldText(i18n, failed, name)))),
    submit,
  }
}
