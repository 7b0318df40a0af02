/** About 30 days: how long an entry lives unless its writer says otherwise. */
export const defaultTtlMs = 26298e5

export type Entries = ReturnType<typeof entries>

type Entry = { value: unknown; created: number; ttl: number }

/**
 * Browser storage as entries with an expiry: { value, created, ttl }, times in milliseconds.
 * Nothing here throws: storage that is full, closed or holds foreign text reads as empty and forgets what is written.
 */
export function entries(storage: Storage | undefined, nowMs: () => number) {
  return {
    read(key: string): unknown {
      const entry = parse(attempt(() => storage?.getItem(key)))
      if (!entry) return undefined
      if (nowMs() - entry.created <= entry.ttl) return entry.value
      attempt(() => storage?.removeItem(key))
      return undefined
    },
    write(key: string, value: unknown, ttl: number = defaultTtlMs): void {
      attempt(() => storage?.setItem(key, JSON.stringify({ value, created: nowMs(), ttl } satisfies Entry)))
    },
    remove(key: string): void {
      attempt(() => storage?.removeItem(key))
    },
  }
}

/** The browser's own storage, or undefined where it may not even be named (a blocked frame, no browser). */
export function browserStorage(): Storage | undefined {
  return attempt(() => globalThis.localStorage)
}

function parse(text: string | null | undefined): Entry | undefined {
  if (!text) return undefined
  const read: unknown = attempt(() => JSON.parse(text))
  if (typeof read !== 'object' || read === null || !('value' in read)) return undefined
  const { created, ttl } = { created: undefined, ttl: undefined, ...read }
  return typeof created === 'number' && typeof ttl === 'number' ? { value: read.value, created, ttl } : undefined
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
