import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { isoDay } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import { serverNow } from '../../state/browser.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { PaymentFrame } from './frame.tsx'
import { Lines } from './lines.tsx'
import { ProviderChoice } from './provider-choice.tsx'
import { useProvider } from './providers.ts'
import { Refusal } from './refusal.tsx'
import { taxPercent, withdrawalOf } from '../../tax/tax.ts'
import type { SentPayment } from './send-payment.ts'
import { usePayment } from './use-payment.ts'
import { WithdrawalState } from './withdrawal-state.tsx'

/** The withdrawal page: the form with its tax, then the progress of the withdrawal. */
export function Withdraw() {
  const [query, setQuery] = useSearchParams()
  const sent = query.get('payment')
  return (
    <PaymentFrame here="withdraw">
      {sent ? (
        <WithdrawalState key={sent} id={sent} onDone={() => setQuery({})} />
      ) : (
        <WithdrawalForm onSent={(id) => setQuery({ payment: id }, { replace: true })} />
      )}
    </PaymentFrame>
  )
}

function WithdrawalForm({ onSent }: { onSent: (withdrawalId: string) => void }) {
  const { t } = useLingui()
  const send = useSend()
  const text = useAmountText()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [refused, setRefused] = useState<Failed | undefined>()
  const balance = useApp(({ auth }) => auth.user?.balance ?? '0.00')
  const amount = typed === 'all' ? balance : typed
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const bounds = useApp(({ data }) => data.app_config?.payments)
  const { provider, offered, choose } = useProvider()
  const percent = taxPercent(taxes, 'withdrawal', isoDay(serverNow()))
  const lines = withdrawalOf(amount, percent)

  const sent = (payment: SentPayment): void => {
    void send(fetchBalance({}))
    onSent(payment.id)
  }
  const { stage, pay } = usePayment('withdrawal', sent)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(amount)) return setWrong(t`Please enter an amount such as 100 or 100.50`)
    if (bounds && Number(amount) < Number(bounds.withdrawal_min))
      return setWrong(t`Minimum withdrawal is ${text(bounds.withdrawal_min)}`)
    if (bounds && Number(amount) > Number(bounds.withdrawal_max))
      return setWrong(t`Maximum withdrawal is ${text(bounds.withdrawal_max)}`)
    setWrong(undefined)
    setRefused(undefined)
    const outcome = await pay({ amount, provider })
    if (!outcome) return
    if (outcome.is === 'done') return sent(outcome.value)
    if (outcome.is === 'unknown') return setWrong(t`No connection. Trying again never sends the money twice.`)
    const { failed } = outcome
    if (failed.fields.amount) return setWrong(failed.fields.amount)
    setRefused(failed)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <ProviderChoice offered={offered} value={provider} onPick={choose} />
      <Field
        label={t`Amount in shillings`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={15}
        value={amount}
        error={wrong}
        hint={
          bounds && t`From ${text(bounds.withdrawal_min)} to ${text(bounds.withdrawal_max)} at a time, tax included`
        }
        onChange={(event) => setTyped(event.target.value.replace(',', '.').replace(/[^\d.]/g, ''))}
        after={
          <Button look="soft" onClick={() => setTyped('all')}>
            <Trans>All</Trans>
          </Button>
        }
      />
      {lines && (
        <Lines
          rows={[
            { label: <Trans>Leaves your wallet</Trans>, value: <Amount value={lines.debited} /> },
            { label: <Trans>Tax {percent} %</Trans>, value: <Amount value={`-${lines.tax}`} /> },
            { label: <Trans>You receive</Trans>, value: <Amount value={lines.net} />, main: true },
          ]}
        />
      )}
      {refused && <Refusal failed={refused} />}
      {stage === 'checking' && (
        <Notice tone="info">
          <Trans>We're checking whether your last withdrawal went through. You don't need to send it again.</Trans>
        </Notice>
      )}
      <Button type="submit" wide disabled={stage !== 'idle' || amount === ''}>
        {stage === 'checking' ? (
          <Trans>Checking…</Trans>
        ) : stage === 'sending' ? (
          <Trans>Sending…</Trans>
        ) : amount === '' ? (
          <Trans>Enter an amount</Trans>
        ) : (
          t`Withdraw ${text(amount)}`
        )}
      </Button>
    </form>
  )
}
