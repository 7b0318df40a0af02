import { Trans, useLingui } from '@lingui/react/macro'
import { payments } from '@nare/contract/payments'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { isoDay } from '@nare/ui/format'
import { useState, type FormEvent } from 'react'
import { failureText } from '../../shell/failure-text.ts'
import { call, serverNow } from '../../state/browser.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { withdraw } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { PaymentFrame } from './frame.tsx'
import { Lines } from './lines.tsx'
import { taxPercent, withdrawalOf } from './tax.ts'
import { useCommandId } from './use-command-id.ts'
import { WithdrawalState } from './withdrawal-state.tsx'

/** Money out: the amount with its tax, and how far it has come. */
export function Withdraw() {
  const [sent, setSent] = useState<string | undefined>()
  return (
    <PaymentFrame here="withdraw">
      {sent ? <WithdrawalState id={sent} onDone={() => setSent(undefined)} /> : <Ask onSent={setSent} />}
    </PaymentFrame>
  )
}

function Ask({ onSent }: { onSent: (withdrawalId: string) => void }) {
  const { t, i18n } = useLingui()
  const send = useSend()
  const text = useAmountText()
  const [amount, setAmount] = useState('')
  const [error, setError] = useState<{ field?: string; form?: string }>({})
  const busy = useApp(({ data }) => data.loading_withdrawal)
  const balance = useApp(({ auth }) => auth.user?.balance ?? '0.00')
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const ids = useCommandId()
  const percent = taxPercent(taxes, 'withdrawal', isoDay(serverNow()))
  const lines = withdrawalOf(amount, percent)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(amount))
      return setError({ field: t`Please enter an amount such as 100 or 100.50` })
    setError({})
    const id = ids.of(amount)
    const result = await send(withdraw({ id, amount }))
    if (withdraw.fulfilled.match(result)) {
      ids.done()
      void send(fetchBalance({}))
      return onSent(result.payload.withdrawal_id)
    }
    const failed = result.payload
    if (failed?.code === 'no_answer') {
      const found = await call(payments.payment, { id })
      if (found.ok) return onSent(found.body.data.payment_id)
      return setError({ form: t`No connection. Trying again never sends the money twice.` })
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
        inputMode="decimal"
        autoComplete="off"
        maxLength={15}
        value={amount}
        error={error.field}
        onChange={(event) => setAmount(event.target.value.replace(',', '.').replace(/[^\d.]/g, ''))}
        after={
          <Button look="soft" onClick={() => setAmount(balance)}>
            <Trans>All</Trans>
          </Button>
        }
      />
      {lines && (
        <Lines
          rows={[
            { label: <Trans>Tax {percent} %</Trans>, value: <Amount value={lines.tax} /> },
            { label: <Trans>You receive</Trans>, value: <Amount value={lines.net} />, main: true },
          ]}
        />
      )}
      <Button type="submit" wide disabled={busy || amount === ''}>
        {busy ? <Trans>Sending…</Trans> : amount === '' ? <Trans>Enter an amount</Trans> : t`Withdraw ${text(amount)}`}
      </Button>
    </form>
  )
}
