import type { Clock } from '#platform/clock'

/** Like the live states in memory: other processes' changes are seen this late at most. */
const keptMs = 500
const keptMost = 200

type Kept<T> = { readonly atMs: number; readonly list: Promise<T>; made?: T }

/**
 * Lists that are the same for everybody: however many ask, each is read once in half a second, and anew after a change that this
 * process has committed. A read that began before the change is not shared with anybody who asks after it.
 */
export function openListMemory<T>(clock: Pick<Clock, 'now'>) {
  const kept = new Map<string, Kept<T>>()

  function keep(key: string, list: Promise<T>): void {
    const entry: Kept<T> = { atMs: clock.now(), list }
    kept.delete(key)
    kept.set(key, entry)
    list.then(
      (made) => (entry.made = made),
      () => kept.get(key) === entry && kept.delete(key),
    )
    for (const [oldest] of kept) if (kept.size > keptMost) kept.delete(oldest)
  }

  return {
    /** The list of this key, made by `read` unless a recent one is known. */
    get(key: string, read: () => Promise<T>): Promise<T> {
      const last = kept.get(key)
      // The sandbox's clock moves in steps, also backwards.
      if (last && Math.abs(clock.now() - last.atMs) < keptMs) return last.list
      const list = read()
      keep(key, list)
      return list
    },
    /** Forgets the lists to which this applies, by default all, and those that are being read. */
    forget(applies: (list: T) => boolean = () => true): void {
      for (const [key, { made }] of kept) if (made === undefined || applies(made)) kept.delete(key)
    },
  }
}
