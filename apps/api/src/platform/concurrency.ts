/**
 * Does `work` for what is added, at most `atOnce` at a time. What is added again while it waits is done once. A fault of one
 * leaves the others; `work` reports its own.
 */
export function limitConcurrency<T>(atOnce: number, work: (item: T) => Promise<unknown>): { add(item: T): void } {
  const waiting = new Set<T>()
  let running = 0
  async function run(): Promise<void> {
    running++
    for (const item of waiting) {
      waiting.delete(item)
      await work(item).catch(() => undefined)
    }
    running--
  }
  return {
    add(item) {
      waiting.add(item)
      if (running < atOnce) void run()
    },
  }
}

/** Lets at most `atOnce` pieces of work run; the others wait in the order they came. */
export function openSemaphore(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
