import { Trans, useLingui } from '@lingui/react/macro'
import { payments } from '@nare/contract/payments'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { Field } from '@nare/ui/field'
import { useState, type FormEvent } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import style from './payments.module.css'

/** A form to look up a payment by its receipt, for a bettor who has paid and got no money. Never requests a payment. */
export function ReceiptHelp({ provider, onFound }: { provider: string; onFound: () => void }) {
  const { t, i18n } = useLingui()
  const [result, setResult] = useState<{ message?: string; error?: string }>({})
  const phone = useApp(({ data }) => data.app_config?.contacts['phone'])
  const paybill = useApp(({ data }) => data.app_config?.payments.paybill)
  const account = useApp(({ auth }) => auth.user?.msisdn)
  const { busy, once } = useOnce()
  const lookUp = async (typed: FormDataEntryValue | null): Promise<void> => {
    const receipt = typeof typed === 'string' ? typed.trim().toUpperCase() : ''
    if (!/^[A-Z0-9]{6,40}$/.test(receipt)) return setResult({ error: t`Please enter the code from the SMS` })
    const reply = await call(payments.confirmation, { receipt })
    if (!reply.ok) return setResult({ error: failureText(i18n, reply) })
    if (!reply.body.success)
      return setResult({ message: t`We haven't received this payment yet. We'll keep checking.` })
    setResult({ message: t`This payment is in your wallet.` })
    onFound()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('receipt')
    void once(() => lookUp(typed))
  }
  return (
    <details className={style.help}>
      <summary>
        <Trans>{provider} sent me an SMS with a receipt</Trans>
      </summary>
      <form onSubmit={onSubmit} noValidate>
        <Field label={t`Receipt from the SMS`} name="receipt" autoComplete="off" maxLength={40} error={result.error} />
        <Button type="submit" look="soft" small disabled={busy}>{t`Look it up`}</Button>
      </form>
      <Notice tone="info">{result.message}</Notice>
      <p className={style.note}>
        {paybill && account && (
          <Trans>
            Paid to paybill {paybill}, account {account}? The money arrives automatically. Don't pay again.
          </Trans>
        )}{' '}
        {phone && (
          <Trans>
            Help: <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </Trans>
        )}
      </p>
    </details>
  )
}
