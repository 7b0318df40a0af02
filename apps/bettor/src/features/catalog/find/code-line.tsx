import { useLingui } from '@lingui/react/macro'
import { typedCode } from '@nare/contract/typed-code'
import { Button } from '@nare/ui/button'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import style from './code-line.module.css'

const lengthMin = 4

/** A field for a booking code in one line. Its page says whether the code is known. */
export function CodeLine() {
  const { t } = useLingui()
  const [, go] = useLocation()
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const open = (event: FormEvent): void => {
    event.preventDefault()
    if (code.length >= lengthMin) return go(`/b/${code}`)
    setShort(true)
    field.current?.focus()
  }
  return (
    <form className={style.line} onSubmit={open} data-screen data-promo>
      <input
        ref={field}
        aria-label={t`Booking code`}
        placeholder={t`Booking code`}
        autoCapitalize="characters"
        autoComplete="off"
        value={code}
        aria-invalid={isShort || undefined}
        aria-describedby={isShort ? 'code-short' : undefined}
        onChange={(event) => {
          setCode(typedCode(event.target.value))
          setShort(false)
        }}
      />
      <Button small type="submit" look="soft">{t`Use code`}</Button>
      {isShort && <p id="code-short" role="alert">{t`Enter a booking code like K7P2QX`}</p>}
    </form>
  )
}
