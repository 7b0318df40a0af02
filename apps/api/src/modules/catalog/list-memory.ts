import type { Clock } from '#platform/clock'

/** The maximum age of a shared list. Changes of other processes are visible after at most this time. */
const keptMs = 500
const keptMax = 200
/** The maximum number of concurrent reads of one list. The second read serves new requests if the first one does not finish. */
const atOnceMax = 2

type Reading<T> = { readonly atMs: number; readonly list: Promise<T>; made?: T }

type Kept<T> = {
  /** The newest read; undefined if a change was committed after it began. */
  last?: Reading<T> | undefined
  /** Promises of the reads in progress. They resolve when the read succeeds or fails. */
  readonly running: Set<Promise<void>>
  /** The read that begins when one of `running` has finished. */
  next?: Promise<T> | undefined
}

/**
 * A cache of lists that are the same for everybody. Each list is read at most once in half a second, and again after a change that this
 * process commits. A read that began before the change is not shared with requests that arrive after it. While two reads of a list are in
 * progress, further requests wait and share the next read. Without this limit each change would add a read to a slow database, until
 * readers used all the connections with which changes are written.
 */
export function openListMemory<T>(clock: Pick<Clock, 'now'>) {
  const kept = new Map<string, Kept<T>>()

  function keptOf(key: string): Kept<T> {
    const entry: Kept<T> = kept.get(key) ?? { running: new Set() }
    kept.delete(key)
    kept.set(key, entry)
    for (const [oldest] of kept) if (kept.size > keptMax) kept.delete(oldest)
    return entry
  }

  function begin(entry: Kept<T>, read: () => Promise<T>): Promise<T> {
    const list = read()
    const reading: Reading<T> = { atMs: clock.now(), list }
    entry.last = reading
    const ended: Promise<void> = list
      .then(
        (made) => void (reading.made = made),
        () => void (entry.last === reading && (entry.last = undefined)),
      )
      .finally(() => entry.running.delete(ended))
    entry.running.add(ended)
    return list
  }

  async function beginAfterOne(entry: Kept<T>, read: () => Promise<T>): Promise<T> {
    await Promise.race(entry.running)
    entry.next = undefined
    return begin(entry, read)
  }

  return {
    /** The list of this key: a recent one, or else a new one from `read`. */
    get(key: string, read: () => Promise<T>): Promise<T> {
      const last = kept.get(key)?.last
      // The sandbox's clock moves in steps, also backwards.
      if (last && Math.abs(clock.now() - last.atMs) < keptMs) return last.list
      const entry = keptOf(key)
      if (!entry.next && entry.running.size < atOnceMax) return begin(entry, read)
      return (entry.next ??= beginAfterOne(entry, read))
    },
    /** Drops the lists for which `applies` is true, by default all, and every list that is being read. */
    forget(applies: (list: T) => boolean = () => true): void {
      for (const entry of kept.values()) {
        const made = entry.last?.made
        if (made === undefined || applies(made)) entry.last = undefined
      }
    },
  }
}
