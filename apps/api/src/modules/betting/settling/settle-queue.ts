/** Matches whose settlement was requested and runs in the background. */
export type SettleQueue = {
  /**
   * Requests the settlement of a match. Resolves after the attempt. Never rejects; a request beyond the queue's capacity is dropped
   * and resolves at once.
   */
  enqueue(matchId: number): Promise<void>
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>
  /** Drops the requests that have not started and waits for those that run. */
  stop(): Promise<void>
}

export type SettleQueueDeps = {
  /** Settles one match; must not reject. */
  readonly settle: (matchId: number) => Promise<void>
  /** How many matches are settled at once. */
  readonly slots: number
  /** How many requests may wait. A dropped one still has its job in the database, where the search for unfinished jobs finds it. */
  readonly queueMax: number
}

type Request = { readonly settled: Promise<void>; readonly resolve: () => void }

/**
 * A queue within this process: first in, first out. A match is never settled twice at once; several requests for a match that
 * waits are served by one settlement.
 */
export function inMemorySettleQueue({ settle, slots, queueMax }: SettleQueueDeps): SettleQueue {
  const waiting = new Map<number, Request>()
  const running = new Map<number, Promise<void>>()
  let stopped = false

  function startNext(): void {
    for (const [matchId, request] of waiting) {
      if (running.size >= slots) return
      if (running.has(matchId)) continue
      waiting.delete(matchId)
      running.set(matchId, serve(matchId, request))
    }
  }

  async function serve(matchId: number, { resolve }: Request): Promise<void> {
    try {
      await settle(matchId)
    } finally {
      running.delete(matchId)
      resolve()
      startNext()
    }
  }

  return {
    enqueue(matchId) {
      const existing = waiting.get(matchId)
      if (existing) return existing.settled
      if (stopped || waiting.size >= queueMax) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(matchId, { settled: promise, resolve })
      startNext()
      return promise
    },
    async idle() {
      while (waiting.size + running.size > 0) {
        await Promise.all([...running.values(), ...[...waiting.values()].map((request) => request.settled)])
      }
    },
    async stop() {
      stopped = true
      for (const request of waiting.values()) request.resolve()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
