import type { Entries } from '@nare/client/storage'

export type SentIds = ReturnType<typeof sentIds>

/** As long as somebody may come back to a command whose answer was lost on the way. */
const keptMs = 24 * 3_600_000
const most = 20

/**
 * The ids of commands that were sent and of which nobody knows yet, by what they asked for: sending the same again sends
 * its id, so it takes effect once, also after the page was closed while it waited. Under `key` the newest twenty are kept
 * for a day.
 */
export function sentIds(stored: Entries, key: string) {
  const read = (): [mark: string, id: string][] => {
    const kept = stored.read(key)
    return Array.isArray(kept) ? kept.filter(isPair) : []
  }
  const others = (mark: string) => read().filter(([each]) => each !== mark)
  return {
    of: (mark: string): string | undefined => read().find(([each]) => each === mark)?.[1],
    keep: (mark: string, id: string): void => stored.write(key, [...others(mark), [mark, id]].slice(-most), keptMs),
    drop: (mark: string): void => stored.write(key, others(mark), keptMs),
  }
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
