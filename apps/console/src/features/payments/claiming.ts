import type { Timers } from '@nare/client/timers'
import { afterRest } from '../../parts/rested.ts'

const claimEveryMs = 60_000

/**
 * Claims what is open once somebody has rested on it, and again each minute, so that its two minutes never end, until the returned function
 * is called. A row that is only passed is never claimed.
 */
export function claimWhileOpen({ timers, claim }: { timers: Pick<Timers, 'after'>; claim: () => void }): () => void {
  const again = (): void => {
    claim()
    cancel = timers.after(claimEveryMs, again)
  }
  let cancel = afterRest(timers, again)
  return () => cancel()
}
