import { useState } from 'react'
import type { Outcome } from '../../commands/run-command.ts'
import { unresolvedOf } from '../../commands/sent-ids.ts'
import { useRetryUntilResolved } from '../../commands/use-retry-until-resolved.ts'
import { useOnce } from '../../forms/use-once.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Provider } from './providers.ts'
import { resolvePayments, sendPayment, type Confirmed, type Kind, type SentPayment } from './send-payment.ts'
import { toolsOf } from './tools.ts'

export type PaymentCommand = {
  /** `checking`: the outcome of a payment is unclear, and it is being looked up. */
  stage: 'idle' | 'sending' | 'checking'
  /** The outcome of a payment is still unclear. */
  unknown: boolean
  /** Sends a payment, one at a time; undefined while another is in flight. */
  pay: (order: {
    amount: string
    provider: Provider
    confirmed?: Confirmed | undefined
  }) => Promise<Outcome<SentPayment> | undefined>
}

/**
 * Sends the payments of one form. Looks up an unresolved payment of an earlier visit first, and again when the connection
 * returns; calls `onFound` if the server had accepted it.
 */
export function usePayment(kind: Kind, onFound: (payment: SentPayment) => void): PaymentCommand {
  const send = useSend()
  const tools = toolsOf[kind]
  const owner = useApp(({ auth }) => auth.user?.id)
  const { busy, once } = useOnce()
  const [checking, setChecking] = useState(() => unresolvedOf(tools.ids, owner).length > 0)
  const [unknown, setUnknown] = useState(checking)
  const resolve = async (): Promise<boolean> => {
    if (busy) return false
    const isUnresolved = await send(resolvePayments(kind, tools, onFound))
    if (!busy) setChecking(false)
    return isUnresolved
  }
  useRetryUntilResolved(resolve, unknown && !busy)

  const pay: PaymentCommand['pay'] = async (order) => {
    let outcome: Outcome<SentPayment> | undefined
    await once(async () => {
      const onChecking = (): void => {
        setChecking(true)
        setUnknown(true)
      }
      outcome = await send(sendPayment({ kind, ...order }, { ...tools, onChecking }))
      setChecking(false)
      setUnknown(outcome.is === 'unknown')
    })
    return outcome
  }
  return { stage: checking ? 'checking' : busy ? 'sending' : 'idle', unknown, pay }
}
