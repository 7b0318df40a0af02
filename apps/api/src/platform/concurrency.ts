/** Shares one read among concurrent callers. A caller gets the result of a read that began after its call; at most one read runs at a time. */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  async function afterRunning(): Promise<T> {
    await running.catch(() => undefined)
    next = undefined
    const run = read()
    running = run
    return run
  }
  return () => (next ??= afterRunning())
}

/**
 * Runs at most `atOnce` pieces of work at a time; the others wait in order of arrival. Work that runs longer than `turnMsMax` continues,
 * but is no longer counted, so that the next one starts.
 */
export function openSemaphore(
  atOnce: number,
): <T>(work: () => Promise<T>, limits?: { readonly turnMsMax: number }) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return async (work, limits) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let counted = true
    const leaveOnce = (): void => {
      if (counted) leave()
      counted = false
    }
    const timeout = limits && setTimeout(leaveOnce, limits.turnMsMax)
    try {
      return await work()
    } finally {
      clearTimeout(timeout)
      leaveOnce()
    }
  }
}

/** Shares one run of work among concurrent callers with the same key. */
export function shareByKey<R>(): (key: string, work: () => Promise<R>) => Promise<R> {
  const running = new Map<string, Promise<R>>()
  return (key, work) => {
    const current = running.get(key)
    if (current) return current
    const run = work().finally(() => void running.delete(key))
    running.set(key, run)
    return run
  }
}
