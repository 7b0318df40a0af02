import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { useRetryUntilResolved } from '../../state/use-retry-until-resolved.ts'
import { useSend } from '../../state/hooks.ts'
import type { CommandOutcome } from '../../state/command-outcome.ts'
import type { Provider } from './providers.ts'
import { lookUp, sendPayment, type Kind, type Taken } from './send-payment.ts'
import { useCommandIds } from './use-command-ids.ts'

export type Paying = {
  /** `checking`: nobody knows yet whether the payment was taken, and the server is asked. */
  stage: 'idle' | 'sending' | 'checking'
  /** A payment of which nobody could say what became of it. */
  unknown: boolean
  /** Sends a payment, one at a time; undefined while another is on its way. */
  pay: (order: { amount: string; provider: Provider }) => Promise<CommandOutcome<Taken> | undefined>
}

const oneAskMs = 10_000
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/**
 * Sends the payments of one form. One that an earlier visit sent and that was never answered is asked for first, and again
 * when the line comes back; `onFound` is told when it turns out to have been taken.
 */
export function usePayment(kind: Kind, onFound: (taken: Taken) => void): Paying {
  const send = useSend()
  const ids = useCommandIds(kind)
  const { busy, once } = useOnce()
  const [checking, setChecking] = useState(() => ids.unanswered() !== undefined)
  const [unknown, setUnknown] = useState(checking)
  const look = async (): Promise<boolean> => {
    const id = busy ? undefined : ids.unanswered()
    if (id === undefined) return false
    const told = await Promise.race([send(lookUp(kind, id)), wait(oneAskMs)])
    if (!busy) setChecking(false)
    // Another bettor may have come meanwhile, or another tab may have told.
    if (!told?.ok || ids.unanswered() !== id) return true
    ids.done(id)
    onFound(told.value)
    return false
  }
  useRetryUntilResolved(look, unknown && !busy)

  const pay: Paying['pay'] = async (order) => {
    let fate: CommandOutcome<Taken> | undefined
    await once(async () => {
      const onChecking = (): void => {
        setChecking(true)
        setUnknown(true)
      }
      fate = await send(sendPayment({ kind, ...order }, { ids, wait, onChecking }))
      setChecking(false)
      setUnknown(fate.is === 'unknown')
    })
    return fate
  }
  return { stage: checking ? 'checking' : busy ? 'sending' : 'idle', unknown, pay }
}
