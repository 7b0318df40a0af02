import { Trans, useLingui } from '@lingui/react/macro'
import { payments } from '@nare/contract/payments'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { useEffect, useEffectEvent } from 'react'
import { useRead } from '../../state/reads.ts'
import { Lines } from './lines.tsx'
import style from './payments.module.css'

const askEveryMs = 5000

/** How far a withdrawal has come. There is no way to take it back into betting. */
export function WithdrawalState({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useLingui()
  const { body, again } = useRead(payments.payment, { id }, 0)
  const payment = body?.data
  const status = payment?.status ?? 'requested'
  const over = status === 'done' || status === 'failed'
  const ask = useEffectEvent(again)
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => ask(), askEveryMs)
    return () => clearInterval(timer)
  }, [over])
  const steps = [
    { key: 'requested', text: t`Requested` },
    { key: 'checking', text: t`Checking` },
    { key: 'sent', text: t`Sent` },
    { key: 'done', text: t`Done` },
  ]
  return (
    <div className={style.state} role="status">
      <h2>{status === 'failed' ? <Trans>The withdrawal did not go through</Trans> : <Trans>Your withdrawal</Trans>}</h2>
      {status !== 'failed' && (
        <ol className={style.steps}>
          {steps.map(({ key, text }) => (
            <li key={key} aria-current={key === status ? 'step' : undefined}>
              {text}
            </li>
          ))}
        </ol>
      )}
      {payment?.reason && <p>{payment.reason.message}</p>}
      {payment && (
        <Lines
          rows={[
            { label: <Trans>Tax</Trans>, value: <Amount value={payment.tax} /> },
            { label: <Trans>You receive</Trans>, value: <Amount value={payment.net} />, main: true },
          ]}
        />
      )}
      <p className={style.note}>
        <Trans>Reference</Trans> <code>{payment?.receipt ?? payment?.reference ?? id}</code>
      </p>
      <Button look="soft" onClick={onDone}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
