type Waiting = { work: () => Promise<unknown>; readonly ended: Promise<void>; readonly resolve: () => void }

type Limits = {
  /** How many runs there are at once. */
  readonly atOnce: number
  /** How many requests may wait. */
  readonly waitingMax: number
}

export type KeyedQueue<K> = ReturnType<typeof openKeyedQueue<K>>

/**
 * Work in the background by key, within this process: first in, first out, one run at a time per key. Several requests for a key that waits are
 * served by one run, of the newest work. Work must not reject, and has a row in the database: what is dropped is found there again.
 */
export function openKeyedQueue<K>({ atOnce, waitingMax }: Limits) {
  const waiting = new Map<K, Waiting>()
  const running = new Map<K, Promise<void>>()
  let stopped = false

  function startNext(): void {
    for (const [key, next] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(key)) continue
      waiting.delete(key)
      running.set(key, run(key, next))
    }
  }

  async function run(key: K, { work, resolve }: Waiting): Promise<void> {
    try {
      await work()
    } finally {
      running.delete(key)
      resolve()
      startNext()
    }
  }

  return {
    /** Requests a run; a request during a run causes one more. The result resolves after the run; undefined if the request was dropped. */
    add(key: K, work: () => Promise<unknown>): Promise<void> | undefined {
      const existing = waiting.get(key)
      if (existing) {
        existing.work = work
        return existing.ended
      }
      if (stopped || waiting.size >= waitingMax) return undefined
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      waiting.set(key, { work, ended, resolve })
      startNext()
      return ended
    },
    /** Resolves when nothing waits or runs. */
    async idle(): Promise<void> {
      while (waiting.size + running.size > 0)
        await Promise.all([...running.values(), ...[...waiting.values()].map(({ ended }) => ended)])
    },
    /** Drops the requests that have not started and waits for those that run. */
    async stop(): Promise<void> {
      stopped = true
      for (const { resolve } of waiting.values()) resolve()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
