import { useEffect, useEffectEvent } from 'react'
import { connected } from '../state/live-connection.ts'

const firstPauseMs = 5000
const maxPauseMs = 60_000
const maxTries = 60

/**
 * Repeats `check` until it resolves to false (nothing is unresolved): immediately and whenever `since` changes, when the
 * network or the live connection returns, and after pauses that grow from five seconds to a minute, at most sixty times.
 */
export function useRetryUntilResolved(check: () => Promise<boolean>, since: unknown): void {
  const run = useEffectEvent(check)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let tries = 0
    let running = false
    let stopped = false
    const attempt = async (): Promise<void> => {
      clearTimeout(timer)
      if (running || stopped) return
      running = true
      const unresolved = await run().catch(() => true)
      running = false
      if (!unresolved || stopped || tries >= maxTries) return
      timer = setTimeout(() => void attempt(), Math.min(maxPauseMs, firstPauseMs * 2 ** tries++))
    }
    const restart = (): void => {
      tries = 0
      void attempt()
    }
    const stopListening = connected.listen(() => connected.get() && restart())
    addEventListener('online', restart)
    void attempt()
    return () => {
      stopped = true
      clearTimeout(timer)
      removeEventListener('online', restart)
      stopListening()
    }
  }, [since])
}
