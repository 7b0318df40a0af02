import { useEffect, useEffectEvent } from 'react'
import { line } from './browser.ts'

const firstPauseMs = 5000
const longestPauseMs = 60_000
const timesMost = 60

/**
 * Asks about what is not known yet: now and whenever `since` changes, when the network or the live line comes back, and after
 * pauses that grow from five seconds to a minute, sixty times at most, until `ask` answers that nothing is left.
 */
export function useRetryUntilResolved(ask: () => Promise<boolean>, since: unknown): void {
  const run = useEffectEvent(ask)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let times = 0
    let asking = false
    let over = false
    const look = async (): Promise<void> => {
      clearTimeout(timer)
      if (asking || over) return
      asking = true
      const left = await run().catch(() => true)
      asking = false
      if (!left || over || times >= timesMost) return
      timer = setTimeout(() => void look(), Math.min(longestPauseMs, firstPauseMs * 2 ** times++))
    }
    const back = (): void => {
      times = 0
      void look()
    }
    const stop = line.listen(() => line.isOpen() && back())
    addEventListener('online', back)
    void look()
    return () => {
      over = true
      clearTimeout(timer)
      removeEventListener('online', back)
      stop()
    }
  }, [since])
}
