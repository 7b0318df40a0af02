/**
 * The port of login turns: runs the logins of one key one at a time; answers undefined where too many wait for that key. An adapter
 * for several processes must keep one key's logins apart across all of them, or a flood gets one guess a process.
 */
export type LoginTurns = <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>

/** Login turns within this process, at most `waitingMost` at a time for each key. */
export function loginTurnsInMemory({ waitingMost }: { waitingMost: number }): LoginTurns {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), count: 0 }
    if (queue.count >= waitingMost) return undefined
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => undefined)
    queue.count++
    queues.set(key, queue)
    try {
      return await mine
    } finally {
      if (--queue.count === 0) queues.delete(key)
    }
  }
}
