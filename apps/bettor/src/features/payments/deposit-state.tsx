import { Trans } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { useEffect, useState } from 'react'
import { fetchBalance } from '../../state/calls-identity.ts'
import { confirmDeposit } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './payments.module.css'

const waitsMs = [3000, 3000, 5000, 5000, 10_000]

/** How a deposit stands, asked again and again with growing pauses until it is known. */
export function DepositState({ depositId, onDone }: { depositId: string; onDone: () => void }) {
  const send = useSend()
  const [asked, setAsked] = useState(0)
  const told = useApp(({ data }) => data.deposits_confirm_message)
  const sent = useApp(({ data }) => data.deposits_message)
  const status = told?.status ?? 'pending'
  const open = status === 'pending' || status === 'unknown'

  useEffect(() => {
    if (!open) return
    const timer = setTimeout(
      () => void send(confirmDeposit({ deposit_id: depositId })).then(() => setAsked((times) => times + 1)),
      waitsMs[Math.min(asked, waitsMs.length - 1)],
    )
    return () => clearTimeout(timer)
  }, [send, depositId, asked, open])

  useEffect(() => {
    if (status === 'succeeded') void send(fetchBalance({}))
  }, [send, status])

  return (
    <div className={style.state} role="status">
      <h2>
        {status === 'pending' && <Trans>Check your phone and enter your M-Pesa PIN</Trans>}
        {status === 'unknown' && <Trans>We are checking with M-Pesa. Do not pay again.</Trans>}
        {status === 'succeeded' && <Trans>The money is in your wallet</Trans>}
        {status === 'failed' && <Trans>No money was added</Trans>}
      </h2>
      {told && <p>{told.message}</p>}
      {sent && (
        <p>
          <Trans>Goes to your wallet</Trans> <Amount value={sent.net} />
        </p>
      )}
      <p className={style.note}>
        <Trans>Reference</Trans> <code>{depositId}</code>
      </p>
      {open ? (
        <Button look="soft" onClick={() => void send(confirmDeposit({ deposit_id: depositId }))}>
          <Trans>I have paid</Trans>
        </Button>
      ) : (
        <Button onClick={onDone}>{status === 'failed' ? <Trans>Try again</Trans> : <Trans>Done</Trans>}</Button>
      )}
    </div>
  )
}
