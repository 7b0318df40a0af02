import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { isoDay } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { call, serverNow } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { depositLimitLeft } from './limit-left.ts'
import { Lines } from './lines.tsx'
import { keepLastDeposit, keepOpenDeposit, lastDeposit } from './open-deposit.ts'
import { PayByHand } from './pay-by-hand.tsx'
import style from './payments.module.css'
import { ProviderChoice } from './provider-choice.tsx'
import { providerName, useProvider } from './providers.ts'
import { Refusal } from './refusal.tsx'
import { taxOf, taxPercent } from '../../tax/tax.ts'
import type { SentPayment } from './send-payment.ts'
import { usePayment } from './use-payment.ts'

type Props = { requested: string | null; onSent: (depositId: string) => void }

/** The deposit form, whole shillings; shows the tax and what is left of the bettor's limits. */
export function DepositForm({ requested, onSent }: Props) {
  const { t } = useLingui()
  const text = useAmountText()
  const [amount, setAmount] = useState(() => wholeShillings(requested))
  const [wrong, setWrong] = useState<string | undefined>()
  const [refused, setRefused] = useState<Failed | undefined>()
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const bounds = useApp(({ data }) => data.app_config?.payments)
  const { provider, offered, choose } = useProvider()
  const by = providerName(provider)
  const percent = taxPercent(taxes, 'deposit', isoDay(serverNow()))
  const lines = taxOf(amount, percent)
  const last = lastDeposit()

  const sent = (payment: SentPayment): void => {
    keepOpenDeposit({ depositId: payment.id, amount: wholeShillings(payment.amount) })
    keepLastDeposit(wholeShillings(payment.amount))
    onSent(payment.id)
  }
  const { stage, unknown, pay } = usePayment('deposit', sent)
  const showOpen = async (depositId: string): Promise<void> => {
    const open = await call(payments.payment, { id: depositId })
    if (open.ok) keepOpenDeposit({ depositId, amount: wholeShillings(open.body.data.amount) })
    onSent(depositId)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!/^[1-9]\d{0,11}$/.test(amount)) return setWrong(t`Please enter an amount in whole shillings`)
    if (bounds && Number(amount) < Number(bounds.deposit_min))
      return setWrong(t`Minimum deposit is ${text(bounds.deposit_min)}`)
    if (bounds && Number(amount) > Number(bounds.deposit_max))
      return setWrong(t`Maximum deposit is ${text(bounds.deposit_max)}`)
    setWrong(undefined)
    setRefused(undefined)
    const outcome = await pay({ amount, provider })
    if (!outcome) return
    if (outcome.is === 'done') return sent(outcome.value)
    if (outcome.is === 'unknown')
      return setWrong(t`No connection. If your phone shows a prompt, answer it. Trying again never pays twice.`)
    const { failed } = outcome
    if (failed.code === 'deposit_open' && typeof failed.body.deposit_id === 'string')
      return showOpen(failed.body.deposit_id)
    if (failed.fields.amount) return setWrong(failed.fields.amount)
    setRefused(failed)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <ProviderChoice offered={offered} value={provider} onPick={choose} />
      <Field
        label={t`Amount in shillings`}
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={amount}
        error={wrong}
        hint={bounds && t`From ${text(bounds.deposit_min)} to ${text(bounds.deposit_max)}`}
        onChange={(event) => {
          setAmount(event.target.value.replace(/\D/g, ''))
          setWrong(undefined)
        }}
        after={
          last &&
          last !== amount && (
            <Button look="soft" onClick={() => setAmount(last)}>
              {t`Last: ${text(last)}`}
            </Button>
          )
        }
      />
      {lines && (
        <Lines
          rows={[
            { label: <Trans>You pay</Trans>, value: <Amount value={`${amount}.00`} /> },
            { label: <Trans>Excise {percent} %</Trans>, value: <Amount value={`-${lines.tax}`} /> },
            { label: <Trans>You get</Trans>, value: <Amount value={lines.net} />, main: true },
          ]}
        />
      )}
      <LimitLine />
      {refused && <Refusal failed={refused} />}
      {stage === 'checking' && (
        <Notice tone="info">
          <Trans>We're checking whether your last prompt was sent. If it reached your phone, answer it.</Trans>
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
          t`Send ${by} prompt for ${text(amount)}`
        )}
      </Button>
      {!unknown && <PayByHand />}
    </form>
  )
}

/** The amount left under the bettor's deposit limit, with a link to the limits. */
function LimitLine() {
  const { body } = useRead(protection.limits, {}, 0)
  const limit = body && depositLimitLeft(body)
  return (
    <p className={style.note}>
      {limit ? (
        <>
          {limit.period === 'day' && <Trans>Limit left today</Trans>}
          {limit.period === 'week' && <Trans>Limit left this week</Trans>}
          {limit.period === 'month' && <Trans>Limit left this month</Trans>} <Amount value={limit.left} /> ·{' '}
          <Link href="/profile?tab=limits">
            <Trans>Change</Trans>
          </Link>
        </>
      ) : (
        <Link href="/profile?tab=limits">
          <Trans>Set a deposit limit</Trans>
        </Link>
      )}
    </p>
  )
}

/** Rounds a requested amount up to whole shillings; digits only, empty if it is no amount. */
function wholeShillings(amount: string | null): string {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount ?? '')
  if (!found) return ''
  return String(BigInt(found[1] ?? '0') + (/[1-9]/.test(found[2] ?? '') ? 1n : 0n))
}
