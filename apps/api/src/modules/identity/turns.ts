/** Runs the work of one key one after the other; answers undefined where too many wait for that key. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>

/** Turns within this process, with at most `waitingMost` at a time for each key. */
export function openTurns({ waitingMost }: { waitingMost: number }): Turns {
  const lines = new Map<string, { last: Promise<unknown>; count: number }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), count: 0 }
    if (line.count >= waitingMost) return undefined
    const mine = line.last.then(work)
    line.last = mine.catch(() => undefined)
    line.count++
    lines.set(key, line)
    try {
      return await mine
    } finally {
      if (--line.count === 0) lines.delete(key)
    }
  }
}
