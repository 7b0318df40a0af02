import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { useSend } from '../../state/hooks.ts'
import type { CommandOutcome } from '../../state/command-outcome.ts'
import type { Provider } from './providers.ts'
import { lookUp, sendPayment, type Kind, type SentPayment } from './send-payment.ts'
import { useCommandIds } from './use-command-ids.ts'

export type PaymentCommand = {
  /** `checking`: the outcome of a payment is unclear, and it is being looked up. */
  stage: 'idle' | 'sending' | 'checking'
  /** The outcome of a payment is still unclear. */
  unknown: boolean
  /** Sends a payment, one at a time; undefined while another is in flight. */
  pay: (order: { amount: string; provider: Provider }) => Promise<CommandOutcome<SentPayment> | undefined>
}

const lookUpTimeoutMs = 10_000
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/**
 * Sends the payments of one form. Looks up an unresolved payment of an earlier visit first, and again when the connection
 * returns; calls `onFound` if the server had accepted it.
 */
export function usePayment(kind: Kind, onFound: (payment: SentPayment) => void): PaymentCommand {
  const send = useSend()
  const ids = useCommandIds(kind)
  const { busy, once } = useOnce()
  const [checking, setChecking] = useState(() => ids.unresolved() !== undefined)
  const [unknown, setUnknown] = useState(checking)
  const resolve = async (): Promise<boolean> => {
    const id = busy ? undefined : ids.unresolved()
    if (id === undefined) return false
    const reply = await Promise.race([send(lookUp(kind, id)), wait(lookUpTimeoutMs)])
    if (!busy) setChecking(false)
    // Another bettor may have logged in meanwhile, or another tab may have resolved it.
    if (!reply?.ok || ids.unresolved() !== id) return true
    ids.done(id)
    onFound(reply.value)
    return false
  }
  useRetryUntilResolved(resolve, unknown && !busy)

  const pay: PaymentCommand['pay'] = async (order) => {
    let outcome: CommandOutcome<SentPayment> | undefined
    await once(async () => {
      const onChecking = (): void => {
        setChecking(true)
        setUnknown(true)
      }
      outcome = await send(sendPayment({ kind, ...order }, { ids, wait, onChecking }))
      setChecking(false)
      setUnknown(outcome.is === 'unknown')
    })
    return outcome
  }
  return { stage: checking ? 'checking' : busy ? 'sending' : 'idle', unknown, pay }
}
