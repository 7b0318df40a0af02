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
import { SomethingWrong } from './something-wrong.tsx'

type StateProps = {
  id: string
  /** Shows the form again: the withdrawal could not be loaded. */
  onAgain: () => void
  /** Leaves the withdrawal. */
  onDone: () => void
}

/** The progress of a withdrawal, polled until it ends. A withdrawal cannot be cancelled to bet with the money. */
export function WithdrawalState({ id, onAgain, onDone }: StateProps) {
  const { i18n, t } = useLingui()
  const { body, failed, again } = useRead(payments.payment, { id }, 0)
  const payment = body?.data
  const isOver = payment?.status === 'done' || payment?.status === 'failed'
  useRefreshUntil(isOver, again)
  useBusy(!payment && !failed)
  if (!payment) {
    return (
      <div className={style.state} aria-busy={!failed}>
        <Notice>{failed && failureText(i18n, failed)}</Notice>
        {failed && <Button look="soft" onClick={onAgain}>{t`Close`}</Button>}
      </div>
    )
  }
  const amounts =
    payment.status === 'failed'
      ? [{ label: t`Returned to you`, value: <Amount value={payment.amount} />, main: true }]
      : [
          {
            label: isOver ? t`Left your wallet` : t`Leaves your wallet`,
            value: <Amount value={payment.amount} />,
          },
          ...(Number(payment.tax) > 0 ? [{ label: t`Tax`, value: <Amount value={`-${payment.tax}`} /> }] : []),
          {
            label: isOver ? t`You received` : t`You receive`,
            value: <Amount value={payment.net} />,
            main: true,
          },
        ]
  const rows = [
    ...amounts,
    {
      label: payment.receipt ? t`Receipt` : t`Reference`,
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
        {payment.status === 'failed' && <p>{t`The money is back in your wallet.`}</p>}
      </div>
      <Lines rows={rows} />
      <Button look="soft" onClick={onDone}>
        {isOver ? t`Done` : t`Close`}
      </Button>
      <SomethingWrong payment={id} />
      {!isOver && (
        <p className={style.note}>
          <Trans>You can leave this page. The withdrawal continues, and your statement shows it.</Trans>
        </p>
      )}
    </div>
  )
}

function StatusTitle({ status }: { status: PaymentView['status'] }) {
  const { t } = useLingui()
  if (status === 'failed') return t`The withdrawal did not go through`
  if (status === 'done') return t`The money is on your phone`
  return t`Your withdrawal is on its way`
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
