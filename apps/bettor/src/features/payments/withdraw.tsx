import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { bonus as calls } from '@nare/contract/bonus'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { isoDay, thousands } from '@nare/ui/format'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { serverNow } from '../../state/browser.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { isTaxed, taxPercent, withdrawalOf } from '../../tax/tax.ts'
import { PaymentFrame } from './frame.tsx'
import { endedBonus } from './ended-bonus.ts'
import { useLeave } from './leave.ts'
import { PaymentForm } from './payment-form.tsx'
import style from './payments.module.css'
import type { SentPayment } from './send-payment.ts'
import { WithdrawalState } from './withdrawal-state.tsx'

/** The withdrawal page: the form with the parts of the sum that its button names, then the progress of the withdrawal. */
export function Withdraw() {
  const [query, setQuery] = useSearchParams()
  const leave = useLeave()
  const paymentId = query.get('payment')
  return (
    <PaymentFrame here="withdraw" payment={paymentId}>
      {paymentId ? (
        <WithdrawalState
          key={paymentId}
          id={paymentId}
          onAgain={() => setQuery({}, { replace: true })}
          onDone={leave}
        />
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
  /** Undefined until loaded: "All" is disabled until then. */
  const balance = useApp(({ auth }) => auth.user?.balance)
  const amount = typed === 'all' ? (balance ?? '') : typed
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const bounds = useApp(({ data }) => data.app_config?.payments)
  const percent = taxPercent(taxes, 'withdrawal', isoDay(serverNow()))

  const onPaymentSent = (payment: SentPayment): void => {
    void send(fetchBalance({}))
    onSent(payment.id)
  }
  const faultOf = (): string | undefined => {
    if (amount === '') return t`Enter an amount`
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(amount)) return t`Enter an amount like 100 or 100.50`
    if (bounds && Number(amount) < Number(bounds.withdrawal_min))
      return t`Minimum withdrawal is ${text(bounds.withdrawal_min)}`
    if (bounds && Number(amount) > Number(bounds.withdrawal_max))
      return t`Maximum withdrawal is ${text(bounds.withdrawal_max)}`
    return undefined
  }
  const fault = faultOf()
  const lines = fault === undefined ? withdrawalOf(amount, percent) : undefined
  const { body: grants } = useRead(calls.bonus, {}, 0)
  const ended = lines && endedBonus(grants?.data ?? [], { balance, debited: lines.debited })
  const amountRefusal = ({ code, body }: Failed): string | undefined => {
    const available = typeof body['balance'] === 'string' ? body['balance'] : balance
    if (code !== 'insufficient_funds' || available === undefined) return undefined
    if (bounds && Number(available) < Number(bounds.withdrawal_min))
      return t`You have ${text(available)}, and the minimum withdrawal is ${text(bounds.withdrawal_min)}. No money was moved`
    return t`Your balance is too low: you can withdraw up to ${text(available)}. No money was moved`
  }
  return (
    <PaymentForm
      kind="withdrawal"
      amount={amount}
      inputMode="decimal"
      onType={setTyped}
      after={
        <Button look="soft" disabled={balance === undefined} onClick={() => setTyped('all')}>
          {balance === undefined ? '…' : t`All`}
        </Button>
      }
      fault={fault}
      amountRefusal={amountRefusal}
      lines={
        lines && [
          { label: t`You get`, value: <Amount value={lines.net} />, main: true },
          ...(isTaxed(percent) ? [{ label: <Trans>Tax {percent}%</Trans>, value: <Amount value={lines.tax} /> }] : []),
        ]
      }
      texts={{
        hint:
          bounds &&
          (isTaxed(percent)
            ? t`From ${text(bounds.withdrawal_min)} to ${text(bounds.withdrawal_max)} at a time, tax included`
            : t`From ${text(bounds.withdrawal_min)} to ${text(bounds.withdrawal_max)} at a time`),
        submit: () => t`Withdraw ${text(lines?.debited ?? amount)}`,
        checking: t`We're checking whether your last withdrawal went through. You don't need to send it again.`,
        unknown: t`No connection. Trying again never sends the money twice.`,
      }}
      onSent={onPaymentSent}
    >
      {lines && /[1-9]/.test(thousands(lines.left)) && (
        <p className={style.note}>
          <Trans>
            Only whole shillings are sent: <Amount value={lines.left} /> stays in your wallet.
          </Trans>
        </p>
      )}
      {ended && (
        <p className={style.note} role="status">
          <Trans>
            This ends your bonus: you lose <Amount value={ended.left} /> of bonus money. You got it for a deposit of{' '}
            <Amount value={ended.givenFor} />, and less than that stays in your wallet.
          </Trans>
        </p>
      )}
    </PaymentForm>
  )
}
