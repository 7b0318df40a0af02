import { useLingui } from '@lingui/react/macro'
import { slipCodes } from '@nare/contract/slip-codes'
import { typedCode } from '@nare/contract/typed-code'
import { Button } from '@nare/ui/button'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import style from './slip.module.css'

const codeLengthMin = 4

type LoadCodeProps = {
  onLoaded: () => void
  /** The initial text of the field: an unknown code, to be corrected. */
  typed?: string
  isUnknown?: boolean
  autoFocus?: boolean
}

/** A form for a booking code. A known code opens its page; an unknown one stays in the field with an error. */
export function LoadCode({ onLoaded, typed = '', isUnknown = false, autoFocus = false }: LoadCodeProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [, go] = useLocation()
  const [code, setCode] = useState(typed)
  const unknown = t`There is no code ${code}. Check it and try again`
  const [error, setError] = useState(isUnknown ? unknown : undefined)
  const { busy, once } = useOnce()
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  const showError = (text: string): void => {
    setError(text)
    field.current?.focus()
    field.current?.scrollIntoView({ block: 'nearest' })
  }
  const load = async (): Promise<void> => {
    if (code.length < codeLengthMin) return showError(t`Enter a booking code like K7P2QX`)
    const reply = await call(slipCodes.shared, { code })
    if (!reply.ok) return showError(reply.code === 'not_found' ? unknown : failureText(i18n, reply))
    onLoaded()
    go(`/b/${code}`)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void once(load)
  }
  return (
    <form className={style.load} onSubmit={submit}>
      <label htmlFor={id} className="unseen">{t`Booking code`}</label>
      <input
        ref={field}
        id={id}
        placeholder={t`Booking code`}
        autoCapitalize="characters"
        autoComplete="off"
        value={code}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setCode(typedCode(event.target.value))
          setError(undefined)
        }}
      />
      <Button small type="submit" look="soft" disabled={busy}>{t`Use code`}</Button>
      {error && (
        <p id={`${id}-wrong`} role="alert" className={style.wrong}>
          {error}
        </p>
      )}
    </form>
  )
}
