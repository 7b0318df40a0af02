import { payments, type PaymentView } from '@nare/contract/payments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchBalance } from '../../state/calls-identity.ts'
import { confirmDeposit } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead, type Reading } from '../../state/use-read.ts'
import { nextRefreshMs } from './deposit-stage.ts'
import { forgetOpenDeposit } from './open-deposit.ts'

export type DepositNow = {
  payment: PaymentView | undefined
  failed: Reading<typeof payments.payment>['failed']
  /** The server has no such deposit, so polling stops. Temporary failures do not set it. */
  lost: boolean
  /** Has the server query the provider now. */
  refresh: () => void
}

/**
 * The current state of a deposit, polled until it ends: after 3, then 5, then 10 seconds, and immediately when the balance
 * changes. An ended deposit is no longer stored as open.
 */
export function useDeposit(depositId: string): DepositNow {
  const send = useSend()
  const { body, failed, again } = useRead(payments.payment, { id: depositId }, 0)
  const [refreshes, setRefreshes] = useState(0)
  const balance = useApp(({ auth }) => auth.user?.balance)
  const before = useRef(balance)
  const payment = body?.data
  const over = payment?.status === 'succeeded' || payment?.status === 'failed'
  const lost = payment === undefined && isNone(failed)

  const refreshNow = async (): Promise<void> => {
    await send(confirmDeposit({ deposit_id: depositId }))
    again()
    setRefreshes((times) => times + 1)
  }
  const refresh = useEffectEvent(() => void refreshNow())
  useEffect(() => {
    if (over || lost) return
    const timer = setTimeout(() => refresh(), nextRefreshMs(refreshes))
    return () => clearTimeout(timer)
  }, [refreshes, over, lost])

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

  return { payment, failed, lost, refresh: () => void refreshNow() }
}

const isNone = (failed: DepositNow['failed']): boolean =>
  failed !== undefined && failed.status >= 400 && failed.status < 500 && failed.code !== 'too_many_requests'
