import type { Log } from '#platform/log'

export type Background = {
  /**
   * Runs in the background, once at a time per key: a request during a run causes one more run after it. A failure is logged; the
   * row stays as it is and the next tick tries again. Above a bounded number of runs and of requests the tick does it too.
   */
  send(key: string, work: () => Promise<unknown>): void
  /** Runs now. A failure is logged and not thrown, so that the caller's other work goes on. */
  attempt(key: string, work: () => Promise<unknown>): Promise<void>
  /** Waits until nothing runs. */
  settled(): Promise<void>
}

const underWayMost = 64
const waitingMost = 10_000

/** Background work that continues after a call has been answered. */
export function openBackground(log: Log): Background {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, () => Promise<unknown>>()

  const attempt = (key: string, work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => undefined,
      (error: unknown) => log.warn({ err: error, errand: key }, 'an errand failed; a later tick does it'),
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

  /** The one that waits for this key first, else the oldest whose key is free. */
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
      if (running.has(key) || running.size >= underWayMost) {
        if (waiting.size < waitingMost) waiting.set(key, work)
        return
      }
      begin(key, work)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
