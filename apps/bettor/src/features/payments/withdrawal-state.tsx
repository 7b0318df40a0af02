import { Trans, useLingui } from '@lingui/react/macro'
import { payments, type PaymentView } from '@nare/contract/payments'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { useSend } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { nextRefreshMs } from './deposit-stage.ts'
import { Lines } from './lines.tsx'
import { useBusy } from '../../loading/busy.tsx'
import style from './payments.module.css'
import { reasonText } from './reason-text.ts'

type StateProps = {
  id: string
  /** Shows the form again: the withdrawal could not be loaded. */
  onAgain: () => void
  /** Leaves the withdrawal. */
  onDone: () => void
}

/** The progress of a withdrawal, polled until it ends. A withdrawal cannot be cancelled to bet with the money. */
export function WithdrawalState({ id, onAgain, onDone }: StateProps) {
  const { i18n } = useLingui()
  const { body, failed, again } = useRead(payments.payment, { id }, 0)
  const payment = body?.data
  const isOver = payment?.status === 'done' || payment?.status === 'failed'
  useRefreshUntil(isOver, again)
  useBusy(!payment && !failed)
  if (!payment) {
    return (
      <div className={style.state} aria-busy={!failed}>
        <Notice>{failed && failureText(i18n, failed)}</Notice>
        {failed && (
          <Button look="soft" onClick={onAgain}>
            <Trans>Close</Trans>
          </Button>
        )}
      </div>
    )
  }
  const amounts =
    payment.status === 'failed'
      ? [{ label: <Trans>Returned to you</Trans>, value: <Amount value={payment.amount} />, main: true }]
      : [
          {
            label: isOver ? <Trans>Left your wallet</Trans> : <Trans>Leaves your wallet</Trans>,
            value: <Amount value={payment.amount} />,
          },
          { label: <Trans>Tax</Trans>, value: <Amount value={`-${payment.tax}`} /> },
          {
            label: isOver ? <Trans>You received</Trans> : <Trans>You receive</Trans>,
            value: <Amount value={payment.net} />,
            main: true,
          },
        ]
  const rows = [
    ...amounts,
    {
      label: payment.receipt ? <Trans>Receipt</Trans> : <Trans>Reference</Trans>,
      value: <code className={style.reference}>{payment.receipt ?? payment.reference ?? payment.payment_id}</code>,
    },
  ]
  return (
    <div className={style.state}>
      <div role="status">
        <h2>
          <StatusTitle status={payment.status} />
        </h2>
        {payment.status !== 'failed' && <Steps status={payment.status} />}
        {payment.reason && <p>{reasonText(i18n, payment)}</p>}
        {payment.status === 'failed' && (
          <p>
            <Trans>The money is back in your wallet.</Trans>
          </p>
        )}
      </div>
      <Lines rows={rows} />
      <Button look="soft" onClick={onDone}>
        {isOver ? <Trans>Done</Trans> : <Trans>Close</Trans>}
      </Button>
      {!isOver && (
        <p className={style.note}>
          <Trans>You can leave this page. The withdrawal continues, and your statement shows it.</Trans>
        </p>
      )}
    </div>
  )
}

function StatusTitle({ status }: { status: PaymentView['status'] }) {
  if (status === 'failed') return <Trans>The withdrawal did not go through</Trans>
  if (status === 'done') return <Trans>The money is on your phone</Trans>
  return <Trans>Your withdrawal is on its way</Trans>
}

function Steps({ status }: { status: PaymentView['status'] }) {
  const { t } = useLingui()
  const steps = [
    { key: 'requested', text: t`Requested` },
    { key: 'checking', text: t`Checking` },
    { key: 'sent', text: t`Sending` },
    { key: 'done', text: t`Done` },
  ]
  const currentStep = steps.findIndex(({ key }) => key === status)
  return (
    <ol className={style.steps}>
      {steps.map(({ key, text }, step) => (
        <li
          key={key}
          aria-current={step === currentStep ? 'step' : undefined}
          data-past={step < currentStep || undefined}
        >
          {step < currentStep || status === 'done' ? '✓ ' : ''}
          {text}
        </li>
      ))}
    </ol>
  )
}

/** Refreshes after 3, then 5, then 10 seconds until the withdrawal ends, then fetches the balance once. */
function useRefreshUntil(isOver: boolean, again: () => void): void {
  const send = useSend()
  const [refreshes, setRefreshes] = useState(0)
  const refresh = useEffectEvent(() => {
    again()
    setRefreshes(refreshes + 1)
  })
  useEffect(() => {
    if (isOver) {
      void send(fetchBalance({}))
      return
    }
    const timer = setTimeout(() => refresh(), nextRefreshMs(refreshes))
    return () => clearTimeout(timer)
  }, [send, isOver, refreshes])
}
