import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useEffect, useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { requestCode } from '../../state/calls-identity.ts'
import { useSend } from '../../state/hooks.ts'

const resendAfterS = 30

/** The field of a one-time code (autofilled from SMS) with a button to send it again. */
export function CodeField({
  page,
  number,
  ticket,
  error,
}: {
  page: 'verify' | 'resetPass'
  number: string
  /** The id of the sign-up being verified. */
  ticket?: string | undefined
  error: string | undefined
}) {
  const { t, i18n } = useLingui()
  const send = useSend()
  const [left, setLeft] = useState(resendAfterS)
  const [message, setMessage] = useState<string | undefined>()
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const { busy, once } = useOnce()
  const again = async (): Promise<void> => {
    const result = await send(requestCode({ page, msisdn: number, ...(ticket !== undefined && { id: ticket }) }))
    if (requestCode.rejected.match(result)) return setMessage(result.payload && failureText(i18n, result.payload))
    setMessage(t`A new code is on its way`)
    setLeft(resendAfterS)
  }
  return (
    <>
      <Field
        label={t`Code`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={error}
        hint={message}
      />
      {number && (
        <Button small look="plain" disabled={left > 0 || busy} onClick={() => void once(again)}>
          {left > 0 ? <Trans>Send again in {left} s</Trans> : <Trans>Send the code again</Trans>}
        </Button>
      )}
    </>
  )
}
