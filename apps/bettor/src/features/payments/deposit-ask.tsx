import { Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { Amount, useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { isoDay } from '@nare/ui/format'
import { useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { call, serverNow } from '../../state/browser.ts'
import { deposit } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead } from '../../state/reads.ts'
import { depositLimitLeft } from './limit-left.ts'
import { Lines } from './lines.tsx'
import { keepLastDeposit, keepOpenDeposit, lastDeposit } from './open-deposit.ts'
import { PayByHand } from './pay-by-hand.tsx'
import style from './payments.module.css'
import { ProviderChoice } from './provider-choice.tsx'
import { providerName, useProvider } from './providers.ts'
import { Refusal } from './refusal.tsx'
import { taxOf, taxPercent } from './tax.ts'
import { useCommandIds } from './use-command-ids.ts'

type Props = { wanted: string | null; onSent: (depositId: string) => void }

/** Asks for the amount of a deposit, whole shillings; what its tax takes and what the bettor's limits leave stand above the button. */
export function DepositAsk({ wanted, onSent }: Props) {
  const { t } = useLingui()
  const send = useSend()
  const text = useAmountText()
  const [amount, setAmount] = useState(() => wholeShillings(wanted))
  const [wrong, setWrong] = useState<string | undefined>()
  const [refused, setRefused] = useState<Failed | undefined>()
  const [unknown, setUnknown] = useState(false)
  const busy = useApp(({ data }) => data.loading_deposit)
  const taxes = useApp(({ data }) => data.app_config?.taxes) ?? []
  const bounds = useApp(({ data }) => data.app_config?.payments)
  const ids = useCommandIds('deposit')
  const { provider, offered, choose } = useProvider()
  const by = providerName(provider)
  const percent = taxPercent(taxes, 'deposit', isoDay(serverNow()))
  const lines = taxOf(amount, percent)
  const last = lastDeposit()

  const sent = (depositId: string): void => {
    ids.done()
    keepOpenDeposit({ depositId, amount })
    keepLastDeposit(amount)
    onSent(depositId)
  }
  const showOpen = async (depositId: string): Promise<void> => {
    const open = await call(payments.payment, { id: depositId })
    if (open.ok) keepOpenDeposit({ depositId, amount: wholeShillings(open.body.data.amount) })
    onSent(depositId)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!/^[1-9]\d{0,11}$/.test(amount)) return setWrong(t`Please enter an amount in whole shillings`)
    setWrong(undefined)
    setRefused(undefined)
    const id = ids.of(`${provider} ${amount}`)
    const result = await send(deposit({ id, amount, provider }))
    if (deposit.fulfilled.match(result)) return sent(result.payload.deposit_id)
    const failed = result.payload
    if (failed && ids.mayHaveWorked(failed)) {
      const found = await call(payments.payment, { id })
      if (found.ok) return sent(found.body.data.payment_id)
      if (failed.status >= 500 && found.code === 'not_found') return setRefused(failed)
      setUnknown(true)
      return setWrong(t`No connection. If a prompt came to your phone, answer it; trying again never pays twice.`)
    }
    if (failed?.code === 'deposit_open' && typeof failed.body.deposit_id === 'string')
      return showOpen(failed.body.deposit_id)
    if (failed?.fields.amount) return setWrong(failed.fields.amount)
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
        onChange={(event) => setAmount(event.target.value.replace(/\D/g, ''))}
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
            { label: <Trans>Goes to your wallet</Trans>, value: <Amount value={lines.net} />, main: true },
          ]}
        />
      )}
      <LimitLine />
      {refused && <Refusal failed={refused} />}
      <Button type="submit" wide disabled={busy || amount === ''}>
        {busy ? (
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

/** What the bettor's own limits leave, and the way to them. */
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

/** An amount asked for elsewhere, up to the next whole shilling; digits only. */
function wholeShillings(asked: string | null): string {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(asked ?? '')
  if (!found) return ''
  return String(BigInt(found[1] ?? '0') + (/[1-9]/.test(found[2] ?? '') ? 1n : 0n))
}
