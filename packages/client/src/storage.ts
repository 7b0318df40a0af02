/** The default time to live of an entry: about 30 days. */
export const defaultTtlMs = 26298e5

/** The entry with the tokens whose sessions are still to be ended at the server (log-outs.ts). */
export const logOutsKey = 'log-outs'

export type Entries = ReturnType<typeof entries>

type Entry = { value: unknown; created: number; ttl: number }

/** The part of the browser's storage that is used here. */
export type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The keys of the specification. All other entries of the app get the prefix `bettor:`. */
const specified = new Set([
  ...['user', 'skipUserUpdate', 'betslip', 'kironbetslip', 'jackpotbetslip', 'markets', 'competitions'],
  ...['utm_source', 'utm_campaign', 'btag'],
])

/** The key of an entry in the browser's storage. Another app on the same origin uses another prefix. */
export const storageKey = (name: string): string => (specified.has(name) ? name : `bettor:${name}`)

/** A storage under the keys of this app, so that an entry of another app on the same origin is neither read nor overwritten. */
export function appStorage(storage: Texts | undefined): Texts | undefined {
  return (
    storage && {
      getItem: (name) => storage.getItem(storageKey(name)),
      setItem: (name, text) => storage.setItem(storageKey(name), text),
      removeItem: (name) => storage.removeItem(storageKey(name)),
    }
  )
}

/**
 * Browser storage as entries with an expiry: { value, created, ttl }, times in milliseconds. `flag` stores a plain text. Never
 * throws. A text that is not an entry reads as missing. If the storage is full or blocked, entries stay in memory until the app
 * is closed, and the old value is removed. An entry with a creation time in the future (the clock was wrong) starts its time to live now.
 */
export function entries(storage: Texts | undefined, nowMs: () => number) {
  const inMemory = new Map<string, string>()

  const textOf = (key: string): string | undefined =>
    inMemory.get(key) ?? attempt(() => storage?.getItem(key)) ?? undefined
  const keep = (key: string, text: string): void => {
    const store = () => attempt(() => (storage?.setItem(key, text), storage !== undefined))
    const removeAndStore = (): boolean | undefined => {
      // An old value must not return when the page is opened again. Without it there may be room.
      attempt(() => storage?.removeItem(key))
      return store()
    }
    if (store() || removeAndStore()) inMemory.delete(key)
    else inMemory.set(key, text)
  }
  const remove = (key: string): void => {
    inMemory.delete(key)
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

/** The browser's storage, or undefined if even reading the property fails (a blocked frame, no browser). */
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
