import type { Clock } from '#platform/clock'

/** Like the live states in memory: other processes' changes are seen this late at most. */
const keptMs = 500
const keptMax = 200
/** Reads of one list at a time. The second one serves everybody where the first one does not end. */
const atOnceMax = 2

type Reading<T> = { readonly atMs: number; readonly list: Promise<T>; made?: T }

type Kept<T> = {
  /** The newest reading; undefined if a change has come since it began. */
  last?: Reading<T> | undefined
  /** Resolve when a reading in progress has ended, however it has. */
  readonly running: Set<Promise<void>>
  /** The reading that begins when one of those has ended. */
  next?: Promise<T> | undefined
}

/**
 * Lists that are the same for everybody: however many ask, each is read once in half a second, and anew after a change that this
 * process has committed. A read that began before the change is not shared with anybody who asks after it. While a list is being read
 * twice they wait and share the next reading: else a slow database would be asked once more after each change, until the connections
 * with which the changes are written had all gone to readers.
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
    /** The list of this key, made by `read` unless a recent one is known. */
    get(key: string, read: () => Promise<T>): Promise<T> {
      const last = kept.get(key)?.last
      // The sandbox's clock moves in steps, also backwards.
      if (last && Math.abs(clock.now() - last.atMs) < keptMs) return last.list
      const entry = keptOf(key)
      if (!entry.next && entry.running.size < atOnceMax) return begin(entry, read)
      return (entry.next ??= beginAfterOne(entry, read))
    },
    /** Forgets the lists to which this applies, by default all, and those that are being read. */
    forget(applies: (list: T) => boolean = () => true): void {
      for (const entry of kept.values()) {
        const made = entry.last?.made
        if (made === undefined || applies(made)) entry.last = undefined
      }
    },
  }
}
