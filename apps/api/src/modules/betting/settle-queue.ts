/** Matches whose settlement is asked for and done in the background. */
export type SettleQueue = {
  /** Asks for a match to be settled; ends when that was tried. Never throws, and drops what the queue has no room for. */
  wake(matchId: number): Promise<void>
  /** Ends when nothing is asked for any more. */
  idle(): Promise<void>
  /** Drops what has not begun and waits for what has. */
  stop(): Promise<void>
}

export type SettleQueueDeps = {
  /** Settles one match; must not throw. */
  readonly settle: (matchId: number) => Promise<void>
  /** How many matches are settled at once. */
  readonly slots: number
  /** How many may wait. What is dropped above is still written down, and whoever looks for unfinished jobs finds it. */
  readonly queueMost: number
}

type Asked = { readonly ended: Promise<void>; readonly end: () => void }

/** Within this process: first come, first served, a match never twice at once, and asked for twice while it waits it is done once. */
export function settleQueueHere({ settle, slots, queueMost }: SettleQueueDeps): SettleQueue {
  const waiting = new Map<number, Asked>()
  const running = new Map<number, Promise<void>>()
  let stopped = false

  function next(): void {
    for (const [matchId, asked] of waiting) {
      if (running.size >= slots) return
      if (running.has(matchId)) continue
      waiting.delete(matchId)
      running.set(matchId, serve(matchId, asked))
    }
  }

  async function serve(matchId: number, { end }: Asked): Promise<void> {
    try {
      await settle(matchId)
    } finally {
      running.delete(matchId)
      end()
      next()
    }
  }

  return {
    wake(matchId) {
      const known = waiting.get(matchId)
      if (known) return known.ended
      if (stopped || waiting.size >= queueMost) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(matchId, { ended: promise, end: resolve })
      next()
      return promise
    },
    async idle() {
      while (waiting.size + running.size > 0) {
        await Promise.all([...running.values(), ...[...waiting.values()].map((asked) => asked.ended)])
      }
    },
    async stop() {
      stopped = true
      for (const asked of waiting.values()) asked.end()
      waiting.clear()
      await Promise.all(running.values())
    },
  }
}
