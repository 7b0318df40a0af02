import type { Log } from '#platform/log'

export type Background = {
  /**
   * Runs in the background, one run at a time per key. A request during a run causes one more run after it. A failure is logged and the next
   * tick retries. Requests beyond a bound are dropped and left to the tick; returns whether this one will run.
   */
  send(key: string, work: () => Promise<unknown>): boolean
  /** Runs now. A failure is logged, not thrown, so that the caller continues. */
  attempt(key: string, work: () => Promise<unknown>): Promise<void>
  /** Waits until nothing runs. */
  settled(): Promise<void>
}

/** Most runs wait for a provider: with answers after half a second these are five hundred payments a second. */
const underWayMax = 256
const waitingMax = 10_000

/** Work that continues after a call has been answered. */
export function openBackground(log: Log): Background {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, () => Promise<unknown>>()

  const attempt = (key: string, work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => undefined,
      (error: unknown) => log.warn({ err: error, key }, 'background work failed; a later tick retries it'),
    )

  function begin(key: string, work: () => Promise<unknown>): void {
    const run = attempt(key, work)
    running.set(
      key,
      run.then(() => {
        running.delete(key)
        more(key)
      }),
    )
  }

  /** Starts the next waiting run: of this key, else the oldest whose key is free. */
  function more(key: string): void {
    const again = waiting.get(key)
    const free = again ? key : firstFree()
    const work = free === undefined ? undefined : waiting.get(free)
    if (free === undefined || !work) return
    waiting.delete(free)
    begin(free, work)
  }

  function firstFree(): string | undefined {
    for (const one of waiting.keys()) if (!running.has(one)) return one
    return undefined
  }

  return {
    attempt,
    send(key, work) {
      if (running.has(key) || running.size >= underWayMax) {
        const hasRoom = waiting.size < waitingMax
        if (hasRoom) waiting.set(key, work)
        return hasRoom
      }
      begin(key, work)
      return true
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
