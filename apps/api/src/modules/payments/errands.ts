import type { Log } from '#platform/log'

export type Errands = {
  /**
   * Does something by and by, at most once at a time for a key: whoever asks meanwhile has it done once more afterwards. What
   * fails is logged; its row is still there, and the next tick does it. Beyond a bounded number under way it is left to the tick.
   */
  send(key: string, work: () => Promise<unknown>): void
  /** Does something now; what fails is logged, and whatever else is due goes on. */
  attempt(key: string, work: () => Promise<unknown>): Promise<void>
  /** Waits until nothing is under way. */
  settled(): Promise<void>
}

const underWayMost = 64
const waitingMost = 10_000

/** Work that goes on after a call has been answered. */
export function openErrands(log: Log): Errands {
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
