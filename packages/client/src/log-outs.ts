import type { Call } from './call.ts'
import { logOutsKey, type Entries } from './storage.ts'
import { retryDelayMs, type Timers } from './timers.ts'

export type LogOuts = ReturnType<typeof logOuts>

type Wiring = {
  readonly stored: Entries
  /** Ends the session of this token at the server; has a time limit. */
  readonly endSession: (token: string) => Promise<Awaited<ReturnType<Call>>>
  readonly timers: Timers
}

const tokensMax = 20

/**
 * Ends the sessions of bettors who have logged out on this device, without letting them wait: a token stays stored, apart from the session,
 * until the server has answered that its session is over. A call without an answer is repeated with growing delays, also after a reload.
 * After the life of a session, 30 days, the stored tokens have expired.
 */
export function logOuts({ stored, endSession, timers }: Wiring) {
  let isRunning = false
  let failures = 0
  let cancel = (): void => {}

  function tokens(): string[] {
    const read = stored.read(logOutsKey)
    return Array.isArray(read) ? read.filter((token) => typeof token === 'string') : []
  }

  function store(left: readonly string[]): void {
    if (left.length === 0) stored.remove(logOutsKey)
    else stored.write(logOutsKey, left.slice(-tokensMax))
  }

  /** Ends all sessions that wait for it. Called at the start and when the network returns. */
  async function endWaiting(): Promise<void> {
    if (isRunning) return
    isRunning = true
    cancel()
    for (const token of tokens()) {
      const reply = await endSession(token)
      if (reply.ok || reply.status === 401) store(tokens().filter((other) => other !== token))
    }
    isRunning = false
    if (tokens().length === 0) failures = 0
    else cancel = timers.after(retryDelayMs(failures++, timers.random()), () => void endWaiting())
  }

  return {
    endWaiting,
    /** Ends the session of a token that this device does not use any more. */
    end(token: string): void {
      store([...new Set([...tokens(), token])])
      void endWaiting()
    },
  }
}
