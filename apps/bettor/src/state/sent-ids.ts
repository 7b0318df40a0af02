import type { Entries } from '@nare/client/storage'

export type SentIds = ReturnType<typeof sentIds>

/** As long as somebody may come back to a command whose answer was lost on the way. */
const keptMs = 24 * 3_600_000
const most = 20

/**
 * The ids of commands that were sent and of which nobody knows yet, by what they asked for: sending the same again sends
 * its id, so it takes effect once, also after the page was closed while it waited. Under `key` the newest twenty are kept
 * for a day; where there is none, nothing is kept.
 */
export function sentIds(stored: Entries, key: string) {
  const read = (): [mark: string, id: string][] => {
    const kept = stored.read(key)
    return Array.isArray(kept) ? kept.filter(isPair) : []
  }
  const write = (pairs: [mark: string, id: string][]): void =>
    pairs.length > 0 ? stored.write(key, pairs.slice(-most), keptMs) : stored.remove(key)
  const others = (mark: string) => read().filter(([each]) => each !== mark)
  return {
    of: (mark: string): string | undefined => read().find(([each]) => each === mark)?.[1],
    all: (): readonly (readonly [mark: string, id: string])[] => read(),
    keep: (mark: string, id: string): void => write([...others(mark), [mark, id]]),
    drop: (mark: string): void => write(others(mark)),
  }
}

/** The mark of a command: whose it is, and what it is about. */
export const markOf = (owner: unknown, about: readonly string[] = []): string =>
  JSON.stringify([owner ?? null, ...about])

export type SentId = { mark: string; id: string; about: readonly string[] }

/** The commands of this bettor of which nobody knows yet what became of them. */
export function sentBy(ids: SentIds, owner: unknown): SentId[] {
  return ids.all().flatMap(([mark, id]) => {
    const [by, ...about] = partsOf(mark)
    return by === (owner ?? null) ? [{ mark, id, about: about.map(String) }] : []
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
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
