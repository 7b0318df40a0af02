import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { isoDay } from '@nare/ui/format'
import { useState } from 'react'
import { Link } from 'wouter'
import { call, serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { isTaxed, taxOf, taxPercent } from '../../tax/tax.ts'
import { depositLimitLeft } from './limit-left.ts'
import { storeOpenDeposit, lastDeposit } from './open-deposit.ts'
import { PayByHand } from './pay-by-hand.tsx'
import { PaymentForm } from './payment-form.tsx'
import style from './payments.module.css'
import { providerName } from './providers.ts'
import type { SentPayment } from './send-payment.ts'
import { KeptSlip, type BackTo } from './kept-slip.tsx'

type Props = { requested: string | null; back: BackTo | undefined; onSent: (depositId: string) => void }

/**
 * The deposit form. Amounts are whole shillings. Its button names one sum, above it are its parts, the wallet's and the tax, and the
 * remaining deposit limit. `requested` prefills the amount that
 * the slip needs; `back` is the slip to return to.
 */
export function DepositForm({ requested, back, onSent }: Props) {
  const { t } = useLingui()
  const text = useAmountText()
  const [amount, setAmount] = useState(() => wholeShillings(requested))
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const bounds = useApp(({ data }) => data.app_config?.payments)
  const percent = taxPercent(taxes, 'deposit', isoDay(serverNow()))
  const last = lastDeposit()

  const onPaymentSent = (payment: SentPayment): void => {
    storeOpenDeposit({ depositId: payment.id, amount: wholeShillings(payment.amount) })
    onSent(payment.id)
  }
  const showOpenDeposit = async (depositId: string): Promise<void> => {
    const open = await call(payments.payment, { id: depositId })
    if (open.ok) storeOpenDeposit({ depositId, amount: wholeShillings(open.body.data.amount) })
    onSent(depositId)
  }
  const onRefused = ({ code, body }: Failed): boolean => {
    if (code !== 'deposit_open' || typeof body.deposit_id !== 'string') return false
    void showOpenDeposit(body.deposit_id)
    return true
  }
  const faultOf = (): string | undefined => {
    if (amount === '') return t`Enter an amount`
    if (!isWhole(amount)) return t`Enter an amount in whole shillings`
    if (bounds && Number(amount) < Number(bounds.deposit_min)) return t`Minimum deposit is ${text(bounds.deposit_min)}`
    if (bounds && Number(amount) > Number(bounds.deposit_max)) return t`Maximum deposit is ${text(bounds.deposit_max)}`
    return undefined
  }
  const fault = faultOf()
  const lines = fault === undefined ? taxOf(amount, percent) : undefined
  return (
    <PaymentForm
      kind="deposit"
      amount={amount}
      inputMode="numeric"
      onType={setAmount}
      after={
        last &&
        last !== amount && (
          <Button look="soft" onClick={() => setAmount(last)}>
            {t`Last: ${text(last)}`}
          </Button>
        )
      }
      fault={fault}
      lines={
        lines && [
          { label: t`Goes to your wallet`, value: <Amount value={lines.net} />, main: true },
          ...(isTaxed(percent)
            ? [{ label: <Trans>Excise {percent}%</Trans>, value: <Amount value={lines.tax} /> }]
            : []),
        ]
      }
      texts={{
        hint: bounds && t`From ${text(bounds.deposit_min)} to ${text(bounds.deposit_max)}`,
        submit: (provider) => t`Send ${providerName(provider)} prompt for ${text(amount)}`,
        checking: t`We're checking whether your last prompt was sent. If it reached your phone, answer it.`,
        unknown: t`No connection. If your phone shows a prompt, answer it. Trying again never pays twice.`,
      }}
      onSent={onPaymentSent}
      onRefused={onRefused}
      below={(unknown) => (
        <>
          {back && <KeptSlip back={back} />}
          {!unknown && <PayByHand />}
        </>
      )}
    >
      <LimitLine />
    </PaymentForm>
  )
}

/** The amount left under the bettor's deposit limit, with a link to the limits. */
function LimitLine() {
  const { t } = useLingui()
  const { body } = useRead(protection.limits, {}, 0)
  const limit = body && depositLimitLeft(body)
  return (
    <p className={style.note}>
      {limit ? (
        <>
          {limit.period === 'day' && t`Limit left today`}
          {limit.period === 'week' && t`Limit left this week`}
          {limit.period === 'month' && t`Limit left this month`} <Amount value={limit.left} /> ·{' '}
          <Link href="/profile?tab=limits">{t`Change`}</Link>
        </>
      ) : (
        <Link href="/profile?tab=limits">{t`Set a deposit limit`}</Link>
      )}
    </p>
  )
}

const isWhole = (amount: string): boolean => /^[1-9]\d{0,11}$/.test(amount)

/** A requested amount rounded up to whole shillings, digits only; empty if the text is not an amount. */
function wholeShillings(amount: string | null): string {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount ?? '')
  if (!found) return ''
  return String(BigInt(found[1] ?? '0') + (/[1-9]/.test(found[2] ?? '') ? 1n : 0n))
}
