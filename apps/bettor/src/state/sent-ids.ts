import type { Entries } from '@nare/client/storage'

/** The entry of cash-outs whose answers are missing. */
export const cashOutIds = 'cash-out-ids'

export type SentIds = ReturnType<typeof sentIds>

/** How long a command whose answer was lost can still be resolved. */
const keptMs = 24 * 3_600_000
const most = 20

/**
 * The ids of unresolved commands, by their content: the same command is sent again under its id, so it takes effect once,
 * also after the page was closed while it waited. The newest twenty are stored under `key` for a day; without any, the
 * entry is removed.
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

/** The mark of a command: its bettor, and what it is about. */
export const markOf = (owner: unknown, about: readonly string[] = []): string =>
  JSON.stringify([owner ?? null, ...about])

export type SentId = { mark: string; id: string; about: readonly string[] }

/** The unresolved commands of this bettor. */
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
