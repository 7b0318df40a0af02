import { payments, type PaymentView } from '@nare/contract/payments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchBalance } from '../../state/calls-identity.ts'
import { confirmDeposit } from '../../state/calls-payments.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { useRead, type Reading } from '../../state/use-read.ts'
import { nextRefreshMs } from './deposit-stage.ts'
import { endDeposit } from './open-deposit.ts'

export type DepositProgress = {
  payment: PaymentView | undefined
  failed: Reading<typeof payments.payment>['failed']
  /** The server has no such deposit, so polling stops. Temporary failures do not set this. */
  isNotFound: boolean
  /** Makes the server query the provider now. */
  refresh: () => void
}

/**
 * The current state of a deposit, polled until it ends: after 3, then 5, then 10 seconds, and immediately when the balance
 * changes. An ended deposit is no longer stored as open.
 */
export function useDeposit(depositId: string): DepositProgress {
  const send = useSend()
  const { body, failed, again } = useRead(payments.payment, { id: depositId }, 0)
  const [refreshes, setRefreshes] = useState(0)
  const balance = useApp(({ auth }) => auth.user?.balance)
  const previousBalance = useRef(balance)
  const payment = body?.data
  const isOver = payment?.status === 'succeeded' || payment?.status === 'failed'
  const isNotFound = payment === undefined && isPermanentFailure(failed)

  const refreshNow = async (): Promise<void> => {
    await send(confirmDeposit({ deposit_id: depositId }))
    again()
    setRefreshes((count) => count + 1)
  }
  const refresh = useEffectEvent(() => void refreshNow())
  useEffect(() => {
    if (isOver || isNotFound) return
    const timer = setTimeout(() => refresh(), nextRefreshMs(refreshes))
    return () => clearTimeout(timer)
  }, [refreshes, isOver, isNotFound])

  const onBalance = useEffectEvent(() => {
    if (previousBalance.current !== balance && !isOver && !isNotFound) again()
    previousBalance.current = balance
  })
  useEffect(() => onBalance(), [balance])

  const onOver = useEffectEvent(() => {
    if (payment) endDeposit({ depositId, amount: payment.amount, arrived: payment.status === 'succeeded' })
  })
  useEffect(() => {
    if (!isOver) return
    onOver()
    void send(fetchBalance({}))
  }, [send, depositId, isOver])

  return { payment, failed, isNotFound, refresh: () => void refreshNow() }
}

const isPermanentFailure = (failed: DepositProgress['failed']): boolean =>
  failed !== undefined && failed.status >= 400 && failed.status < 500 && failed.code !== 'too_many_requests'
