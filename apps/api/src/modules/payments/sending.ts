import type { Background } from '#platform/background'

export type Sending = {
  /**
   * Runs work in the background, one run at a time per key. A request during a run causes one more run after it. The next tick retries
   * work that fails. Requests beyond a limit are dropped, and the tick does their work. Returns whether this request will run.
   */
  send(key: string, work: () => Promise<unknown>): boolean
  /** Waits until nothing runs. */
  settled(): Promise<void>
}

/** The maximum number of concurrent runs. Most wait for a provider: with answers after half a second they make 500 payments a second. */
const runningMax = 256
const waitingMax = 10_000

/** Opens a queue of work that continues after a call has been answered. */
export function openSending({ attempt }: Pick<Background, 'attempt'>): Sending {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, () => Promise<unknown>>()

  function start(key: string, work: () => Promise<unknown>): void {
    const run = attempt('payment', key, work)
    running.set(
      key,
      run.then(() => {
        running.delete(key)
        startNext(key)
      }),
    )
  }

  /** Starts the next waiting run: of this key, otherwise the oldest one whose key has no run. */
  function startNext(key: string): void {
    const free = waiting.has(key) ? key : firstFree()
    const work = free === undefined ? undefined : waiting.get(free)
    if (free === undefined || !work) return
    waiting.delete(free)
    start(free, work)
  }

  function firstFree(): string | undefined {
    for (const key of waiting.keys()) if (!running.has(key)) return key
    return undefined
  }

  return {
    send(key, work) {
      if (running.has(key) || running.size >= runningMax) {
        const hasRoom = waiting.size < waitingMax
        if (hasRoom) waiting.set(key, work)
        return hasRoom
      }
      start(key, work)
      return true
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
