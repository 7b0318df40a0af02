import { Trans, useLingui } from '@lingui/react/macro'
import { payments } from '@nare/contract/payments'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { isoDay } from '@nare/ui/format'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import { failureText } from '../../shell/failure-text.ts'
import { call, serverNow } from '../../state/browser.ts'
import { deposit } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { DepositState } from './deposit-state.tsx'
import { PaymentFrame } from './frame.tsx'
import { Lines } from './lines.tsx'
import { taxOf, taxPercent } from './tax.ts'
import { useCommandId } from './use-command-id.ts'

/** Money in: the amount with its tax, the prompt on the phone, and how it ended. */
export function Deposit() {
  const [paying, setPaying] = useState<string | undefined>()
  return (
    <PaymentFrame here="deposit">
      {paying ? <DepositState depositId={paying} onDone={() => setPaying(undefined)} /> : <Ask onSent={setPaying} />}
    </PaymentFrame>
  )
}

function Ask({ onSent }: { onSent: (depositId: string) => void }) {
  const { t, i18n } = useLingui()
  const send = useSend()
  const text = useAmountText()
  const [query] = useSearchParams()
  const [amount, setAmount] = useState(() => wholeShillings(query.get('amount')))
  const [error, setError] = useState<{ field?: string; form?: string }>({})
  const busy = useApp(({ data }) => data.loading_deposit)
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const ids = useCommandId()
  const percent = taxPercent(taxes, 'deposit', isoDay(serverNow()))
  const lines = taxOf(amount, percent)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!/^[1-9]\d{0,11}$/.test(amount)) return setError({ field: t`Please enter an amount in whole shillings` })
    setError({})
    const id = ids.of(amount)
    const result = await send(deposit({ id, amount }))
    if (deposit.fulfilled.match(result)) {
      ids.done()
      return onSent(result.payload.deposit_id)
    }
    const failed = result.payload
    if (failed?.code === 'no_answer') {
      const found = await call(payments.payment, { id })
      if (found.ok) return onSent(found.body.data.payment_id)
      return setError({
        form: t`No connection. If a prompt came to your phone, answer it; trying again never pays twice.`,
      })
    }
    setError(
      failed?.fields.amount ? { field: failed.fields.amount } : failed ? { form: failureText(i18n, failed) } : {},
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Notice>{error.form}</Notice>
      <Field
        label={t`Amount`}
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={amount}
        error={error.field}
        onChange={(event) => setAmount(event.target.value.replace(/\D/g, ''))}
      />
      {lines && (
        <Lines
          rows={[
            { label: <Trans>You pay</Trans>, value: <Amount value={`${amount}.00`} /> },
            { label: <Trans>Excise {percent} %</Trans>, value: <Amount value={`-${lines.tax}`} /> },
            { label: <Trans>Goes to your wallet</Trans>, value: <Amount value={lines.net} />, main: true },
          ]}
        />
      )}
      <Button type="submit" wide disabled={busy || amount === ''}>
        {busy ? (
          <Trans>Sending…</Trans>
        ) : amount === '' ? (
          <Trans>Enter an amount</Trans>
        ) : (
          t`Send M-Pesa prompt for ${text(amount)}`
        )}
      </Button>
    </form>
  )
}

/** An amount asked for elsewhere, up to the next whole shilling; digits only. */
function wholeShillings(wanted: string | null): string {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(wanted ?? '')
  if (!found) return ''
  return String(BigInt(found[1] ?? '0') + (/[1-9]/.test(found[2] ?? '') ? 1n : 0n))
}
