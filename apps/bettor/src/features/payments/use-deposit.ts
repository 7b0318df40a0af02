import { payments, type PaymentView } from '@nare/contract/payments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchBalance } from '../../state/calls-identity.ts'
import { confirmDeposit } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead, type Reading } from '../../state/reads.ts'
import { nextAskMs } from './deposit-stage.ts'
import { forgetOpenDeposit } from './open-deposit.ts'

export type DepositNow = {
  payment: PaymentView | undefined
  failed: Reading<typeof payments.payment>['failed']
  /** There is no such deposit here: nothing more is asked. What fails for a moment leaves a deposit as open as it was. */
  lost: boolean
  /** Asks the provider at once. */
  ask: () => void
}

/**
 * A deposit as it stands, asked about again and again until it has ended: after 3, then 5, then 10 seconds, and at once when
 * the balance moves. What has ended is no longer remembered as open.
 */
export function useDeposit(depositId: string): DepositNow {
  const send = useSend()
  const { body, failed, again } = useRead(payments.payment, { id: depositId }, 0)
  const [asked, setAsked] = useState(0)
  const balance = useApp(({ auth }) => auth.user?.balance)
  const before = useRef(balance)
  const payment = body?.data
  const over = payment?.status === 'succeeded' || payment?.status === 'failed'
  const lost = payment === undefined && isNone(failed)

  const askNow = async (): Promise<void> => {
    await send(confirmDeposit({ deposit_id: depositId }))
    again()
    setAsked((times) => times + 1)
  }
  const ask = useEffectEvent(() => void askNow())
  useEffect(() => {
    if (over || lost) return
    const timer = setTimeout(() => ask(), nextAskMs(asked))
    return () => clearTimeout(timer)
  }, [asked, over, lost])

  const moved = useEffectEvent(() => {
    if (before.current !== balance && !over && !lost) again()
    before.current = balance
  })
  useEffect(() => moved(), [balance])

  useEffect(() => {
    if (!over) return
    forgetOpenDeposit(depositId)
    void send(fetchBalance({}))
  }, [send, depositId, over])

  return { payment, failed, lost, ask: () => void askNow() }
}

const isNone = (failed: DepositNow['failed']): boolean =>
  failed !== undefined && failed.status >= 400 && failed.status < 500 && failed.code !== 'too_many_requests'
