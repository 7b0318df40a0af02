type Following<K> = {
  /** Works on changed keys. It reports its own failures. */
  readonly work: (keys: readonly K[]) => Promise<unknown>
  /** The maximum number of keys of one call. */
  readonly atOnce: number
  /** Further keys are dropped while this many wait. */
  readonly waitingMax: number
}

/**
 * Works on keys that have changed, in the background, one call at a time. A key that changes while it waits is worked on once; one that changes
 * during its work is worked on again.
 */
export function followChanges<K>({ work, atOnce, waitingMax }: Following<K>) {
  const waiting = new Set<K>()
  let closed = false
  let working: Promise<void> | undefined

  async function workThrough(): Promise<void> {
    while (waiting.size > 0) {
      const keys = [...waiting].slice(0, atOnce)
      for (const key of keys) waiting.delete(key)
      await work(keys).catch(() => undefined)
    }
    working = undefined
  }

  return {
    changed(keys: Iterable<K>): void {
      if (closed) return
      for (const key of keys) if (waiting.size < waitingMax) waiting.add(key)
      if (waiting.size > 0) working ??= workThrough()
    },
    /** Resolves when nothing waits or runs. */
    async idle(): Promise<void> {
      while (working) await working
    },
    /** Drops what waits and waits for the running call. */
    async close(): Promise<void> {
      closed = true
      waiting.clear()
      await working
    },
  }
}
