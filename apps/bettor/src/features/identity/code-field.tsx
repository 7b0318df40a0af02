import { Trans, useLingui } from '@lingui/react/macro'
import { oneTimeCode } from '@nare/contract/typed'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useEffect, useRef, useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { serverNow } from '../../state/browser.ts'
import { requestCode } from '../../state/calls-identity.ts'
import { useSend } from '../../state/hooks.ts'
import { useNow } from '../../state/use-now.ts'

/** The minimum time between two codes, as on the server. */
const resendAfterS = 60

/** The field of a one-time code (filled from the SMS by the browser) with a button to send it again. */
export function CodeField({
  page,
  number,
  ticket,
  error,
  submits = false,
}: {
  page: 'verify' | 'resetPass'
  number: string
  /** The id of the sign-up being verified. */
  ticket?: string | undefined
  error: string | undefined
  /** Focuses the field and submits its form after the sixth digit. */
  submits?: boolean
}) {
  const { t, i18n } = useLingui()
  const send = useSend()
  const [wait, setWait] = useState(() => ({ seconds: resendAfterS, until: serverNow() + resendAfterS * 1000 }))
  // Uses the clock, because the timers of this page slow down while the bettor reads the SMS in another app.
  const left = Math.min(wait.seconds, Math.max(0, Math.ceil((wait.until - useNow()) / 1000)))
  const [message, setMessage] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (submits) field.current?.focus()
  }, [submits])
  const { busy, once } = useOnce()
  const resend = async (): Promise<void> => {
    const result = await send(requestCode({ page, msisdn: number, ...(ticket !== undefined && { id: ticket }) }))
    const failed = requestCode.rejected.match(result)
    setMessage(failed ? result.payload && failureText(i18n, result.payload) : t`A new code is on its way`)
    const seconds = failed ? Number(result.payload?.body['retry_after_s'] ?? 0) : resendAfterS
    setWait({ seconds, until: serverNow() + seconds * 1000 })
    if (failed || !field.current) return
    // Clears the code typed for the last SMS, and with it the error of the form.
    field.current.value = ''
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
    field.current.focus()
  }
  return (
    <>
      <Field
        label={t`Code`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        hint={message}
        ref={field}
        onChange={({ currentTarget: { value, form } }) => {
          if (submits && oneTimeCode(value) !== undefined) form?.requestSubmit()
        }}
      />
      {number && (
        <p>
          <Button small look="plain" disabled={left > 0 || busy} onClick={() => void once(resend)}>
            {left > 0 ? <Trans>Send again in {left} s</Trans> : t`Send the code again`}
          </Button>
        </p>
      )}
    </>
  )
}
