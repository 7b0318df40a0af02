import type { Entries } from '@nare/client/storage'

/** The storage key for the ids of cash-outs without a response. */
export const cashOutIds = 'cash-out-ids'

export type SentIds = ReturnType<typeof sentIds>

/** The time within which a command without a response can be resolved. */
const storedMs = 24 * 3_600_000
const idsMax = 20

/**
 * Stores the ids of unresolved commands by content. Repeating a command reuses its id, so it takes effect once, even if the page
 * was closed in between. Stores the newest twenty under `key` for a day and removes the entry if there are none.
 */
export function sentIds(stored: Entries, key: string) {
  const read = (): [mark: string, id: string][] => {
    const value = stored.read(key)
    return Array.isArray(value) ? value.filter(isPair) : []
  }
  const write = (pairs: [mark: string, id: string][]): void =>
    pairs.length > 0 ? stored.write(key, pairs.slice(-idsMax), storedMs) : stored.remove(key)
  const others = (mark: string) => read().filter(([storedMark]) => storedMark !== mark)
  return {
    of: (mark: string): string | undefined => read().find(([storedMark]) => storedMark === mark)?.[1],
    all: (): readonly (readonly [mark: string, id: string])[] => read(),
    keep: (mark: string, id: string): void => write([...others(mark), [mark, id]]),
    drop: (mark: string): void => write(others(mark)),
  }
}

/** The key of a command: its bettor and its content. */
export const markOf = (owner: unknown, about: readonly string[] = []): string =>
  JSON.stringify([owner ?? null, ...about])

export type SentId = { mark: string; id: string; about: readonly string[] }

/** The unresolved commands of this bettor. */
export function unresolvedOf(ids: SentIds, owner: unknown): SentId[] {
  return ids.all().flatMap(([mark, id]) => {
    const [bettor, ...about] = partsOf(mark)
    return bettor === (owner ?? null) ? [{ mark, id, about: about.map(String) }] : []
  })
}

function partsOf(mark: string): unknown[] {
  try {
    const read: unknown = JSON.parse(mark)
    return Array.isArray(read) ? read : []
  } catch {
    return []
  }
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
