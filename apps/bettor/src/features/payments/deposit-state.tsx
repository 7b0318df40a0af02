import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentView } from '@nare/contract/payments'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useNow } from '../../state/use-now.ts'
import { useApp } from '../../state/hooks.ts'
import { isOpen, promptShownMs, stageOf, type DepositStage } from './deposit-stage.ts'
import { Lines } from './lines.tsx'
import style from './payments.module.css'
import { PayByHand } from './pay-by-hand.tsx'
import { useBusy } from '../../loading/busy.tsx'
import { providerName } from './providers.ts'
import { reasonText } from './reason-text.ts'
import { ReceiptHelp } from './receipt-help.tsx'
import { SomethingWrong } from './something-wrong.tsx'
import { useDeposit } from './use-deposit.ts'

/** One deposit from the phone prompt to its result, polled until it ends. */
export function DepositState({
  depositId,
  onAgain,
  onDone,
  onPaid,
}: {
  depositId: string
  /** Shows the form again: the deposit failed or does not exist. */
  onAgain: () => void
  /** Leaves the deposit: it has ended. */
  onDone: () => void
  /** Called when the money is in the wallet. */
  onPaid?: () => void
}) {
  const { i18n, t } = useLingui()
  const { payment, failed, isNotFound, refresh } = useDeposit(depositId)
  const [claimsPaid, setClaimsPaid] = useState(false)
  const now = useNow()
  useBusy(!payment && !failed)
  const notifyPaid = useEffectEvent(() => onPaid?.())
  const isPaid = payment?.status === 'succeeded'
  useEffect(() => {
    if (isPaid) notifyPaid()
  }, [isPaid])
  if (!payment) {
    return (
      <div className={style.state} aria-busy={!failed}>
        <Notice>{failed && failureText(i18n, failed)}</Notice>
        {isNotFound && <Button look="soft" onClick={onAgain}>{t`Close`}</Button>}
      </div>
    )
  }
  const ageMs = now - Date.parse(payment.created_at)
  const stage = stageOf({ status: payment.status, ageMs, claimsPaid })
  const returned = isReturned(payment)
  return (
    <div className={style.state}>
      <div role="status">
        <h2>
          <StageTitle stage={stage} payment={payment} />
        </h2>
        <p>
          <StageText stage={stage} payment={payment} />
        </p>
      </div>
      {stage === 'prompt' && <Countdown leftMs={Math.min(promptShownMs, promptShownMs - ageMs)} />}
      <PaymentLines payment={payment} stage={stage} />
      <div className={style.actions}>
        {isOpen(stage) ? (
          <Button
            look="soft"
            onClick={() => {
              setClaimsPaid(true)
              refresh()
            }}
          >
            {stage === 'prompt' ? t`I have paid` : t`Check again`}
          </Button>
        ) : stage === 'failed' && !returned ? (
          <Button onClick={onAgain}>{t`Try again`}</Button>
        ) : (
          <Button onClick={onDone}>{t`Done`}</Button>
        )}
        {stage === 'done' && <BackToSlip />}
      </div>
      {(stage === 'checking' || stage === 'confirming' || stage === 'failed') && !returned && (
        <ReceiptHelp provider={providerName(payment.provider)} onFound={refresh} />
      )}
      {stage === 'failed' && !returned && <PayByHand />}
      {!isOpen(stage) && <SomethingWrong payment={payment.payment_id} />}
    </div>
  )
}

/** Whether the money arrived while deposits were not allowed and is returned to the payer. */
const isReturned = ({ reason }: PaymentView): boolean => reason?.code === 'returned'

function StageTitle({ stage, payment }: { stage: DepositStage; payment: PaymentView }) {
  const { t } = useLingui()
  const provider = providerName(payment.provider)
  switch (stage) {
    case 'prompt':
      return <Trans>Check your phone and enter your {provider} PIN</Trans>
    case 'confirming':
      return t`Confirming your payment`
    case 'checking':
      return <Trans>We're checking with {provider}. Don't pay again.</Trans>
    case 'done':
      return t`The money is in your wallet`
    case 'failed':
      return payment.reason?.code === 'cancelled' ? t`Cancelled` : t`No money was added`
  }
}

function StageText({ stage, payment }: { stage: DepositStage; payment: PaymentView }) {
  const { i18n, t } = useLingui()
  const provider = providerName(payment.provider)
  switch (stage) {
    case 'prompt':
      return t`The prompt stays on your phone for about a minute.`
    case 'confirming':
      return <Trans>{provider} is confirming it. You don't need to do anything.</Trans>
    case 'checking':
      return t`You can leave this page. We'll keep checking and let you know.`
    case 'done':
      return null
    case 'failed':
      return (
        <>
          {reasonText(i18n, payment)} {t`Your balance hasn't changed.`}
        </>
      )
  }
}

/** The remaining time of the prompt; not announced by screen readers each second. */
function Countdown({ leftMs }: { leftMs: number }) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return (
    <p className={style.countdown} role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  )
}

/** The amount paid, its excise and the net amount; after a failure only the amount, because nothing was paid. */
function PaymentLines({ payment, stage }: { payment: PaymentView; stage: DepositStage }) {
  const { t } = useLingui()
  const done = stage === 'done'
  const balance = useApp(({ auth }) => auth.user?.balance)
  const reference = payment.receipt ?? payment.reference ?? payment.payment_id
  const paidLines = [
    { label: done ? t`You paid` : t`You pay`, value: <Amount value={payment.amount} /> },
    {
      label: done ? t`Added to your wallet` : t`Goes to your wallet`,
      value: <Amount value={payment.net} />,
      main: true,
    },
    ...(Number(payment.tax) > 0 ? [{ label: t`Excise`, value: <Amount value={payment.tax} /> }] : []),
  ]
  const returnedLines = [{ label: t`Returned to you`, value: <Amount value={payment.amount} />, main: true }]
  const requestedLines = [{ label: t`Amount`, value: <Amount value={payment.amount} /> }]
  return (
    <Lines
      rows={[
        ...(isReturned(payment) ? returnedLines : stage === 'failed' ? requestedLines : paidLines),
        ...(done ? [{ label: t`Balance`, value: <Amount value={balance} /> }] : []),
        {
          label: payment.receipt ? t`Receipt` : t`Reference`,
          value: <code className={style.reference}>{reference}</code>,
        },
      ]}
    />
  )
}

function BackToSlip() {
  const picks = useApp(({ betting }) => betting.slip.length)
  return picks === 0 ? null : (
    <Link href="/betslip-slip">
      <Trans>Back to the slip</Trans>
    </Link>
  )
}
