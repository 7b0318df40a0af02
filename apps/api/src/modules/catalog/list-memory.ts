import type { Clock } from '#platform/clock'

/** The maximum age of a shared list. Changes of other processes are visible after at most this time. */
export const maxAgeMs = 500
const entriesMax = 200
/** The maximum number of concurrent reads of one list. The second read serves new requests if the first one does not finish. */
const concurrentReadsMax = 2

type Read<T> = { readonly atMs: number; readonly list: Promise<T>; value?: T }

type Entry<T> = {
  /** The newest read; undefined if a change was committed after it began. */
  last?: Read<T> | undefined
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
  const entries = new Map<string, Entry<T>>()

  function entryOf(key: string): Entry<T> {
    const entry: Entry<T> = entries.get(key) ?? { running: new Set() }
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest] of entries) if (entries.size > entriesMax) entries.delete(oldest)
    return entry
  }

  function begin(entry: Entry<T>, read: () => Promise<T>): Promise<T> {
    const list = read()
    const current: Read<T> = { atMs: clock.now(), list }
    entry.last = current
    const done: Promise<void> = list
      .then(
        (value) => void (current.value = value),
        () => void (entry.last === current && (entry.last = undefined)),
      )
      .finally(() => entry.running.delete(done))
    entry.running.add(done)
    return list
  }

  async function beginAfterRunning(entry: Entry<T>, read: () => Promise<T>): Promise<T> {
    await Promise.race(entry.running)
    entry.next = undefined
    return begin(entry, read)
  }

  return {
    /** The list of this key: a recent one, or else a new one from `read`. */
    get(key: string, read: () => Promise<T>): Promise<T> {
      const last = entries.get(key)?.last
      // The sandbox's clock moves in steps, also backwards.
      if (last && Math.abs(clock.now() - last.atMs) < maxAgeMs) return last.list
      const entry = entryOf(key)
      if (!entry.next && entry.running.size < concurrentReadsMax) return begin(entry, read)
      return (entry.next ??= beginAfterRunning(entry, read))
    },
    /** Drops the lists for which `applies` is true, by default all, and every list that is being read. */
    forget(applies: (list: T) => boolean = () => true): void {
      for (const entry of entries.values()) {
        const value = entry.last?.value
        if (value === undefined || applies(value)) entry.last = undefined
      }
    },
  }
}
