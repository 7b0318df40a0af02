/** About 30 days: how long an entry lives unless its writer says otherwise. */
export const defaultTtlMs = 26298e5

export type Entries = ReturnType<typeof entries>

type Entry = { value: unknown; created: number; ttl: number }

/**
 * Browser storage as entries with an expiry: { value, created, ttl }, times in milliseconds. `flag` keeps a bare text.
 * Nothing here throws. Foreign text reads as empty; what a full or closed storage refuses is kept in memory, so that
 * the app works on until it is closed. An entry from a time to come (the clock was wrong) lives its time from now.
 */
export function entries(storage: Storage | undefined, nowMs: () => number) {
  const refused = new Map<string, string>()

  const textOf = (key: string): string | undefined =>
    refused.get(key) ?? attempt(() => storage?.getItem(key)) ?? undefined
  const keep = (key: string, text: string): void => {
    const kept = storage !== undefined && attempt(() => (storage.setItem(key, text), true))
    if (kept) refused.delete(key)
    else refused.set(key, text)
  }
  const remove = (key: string): void => {
    refused.delete(key)
    attempt(() => storage?.removeItem(key))
  }
  const write = (key: string, value: unknown, ttl: number = defaultTtlMs): void =>
    keep(key, JSON.stringify({ value, created: nowMs(), ttl } satisfies Entry))

  return {
    read(key: string): unknown {
      const entry = parse(textOf(key))
      if (!entry) return undefined
      const ageMs = nowMs() - entry.created
      if (ageMs < 0) write(key, entry.value, entry.ttl)
      if (ageMs <= entry.ttl) return entry.value
      remove(key)
      return undefined
    },
    write,
    remove,
    flag: {
      isSet: (key: string): boolean => textOf(key) === 'true',
      set: (key: string): void => keep(key, 'true'),
    },
  }
}

/** The browser's own storage, or undefined where it may not even be named (a blocked frame, no browser). */
export function browserStorage(): Storage | undefined {
  return attempt(() => globalThis.localStorage)
}

function parse(text: string | undefined): Entry | undefined {
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
