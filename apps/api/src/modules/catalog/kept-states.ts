import type { LiveMessage } from '@nare/contract/live'

/** A state of a topic with a text that differs whenever a state of the topic does. */
export type Stamped = { readonly message: LiveMessage; readonly stamp: string }

const topicsMax = 5_000

/**
 * Keeps the states of public topics that were read last. A reading passes the stamps that `stampOf` returns to the database, which sends the
 * states of changed topics only. One reading may run at a time.
 */
export function openKeptStates() {
  const kept = new Map<string, { readonly stamp: string; readonly messages: LiveMessage[] }>()
  return {
    /** The stamp of the kept states of a topic; empty without them. */
    stampOf: (topic: string): string => kept.get(topic)?.stamp ?? '',

    /** The states of these topics: those that were just read, or else those that are kept. Topics without states are left out. */
    update(topics: readonly string[], read: readonly Stamped[]): Map<string, LiveMessage[]> {
      const changed = Map.groupBy(read, ({ message }) => message.topic)
      const found = new Map<string, LiveMessage[]>()
      for (const topic of topics) {
        const rows = changed.get(topic)
        const stamp = rows?.[0]?.stamp
        const states =
          rows && stamp !== undefined ? { stamp, messages: rows.map(({ message }) => message) } : kept.get(topic)
        if (!states) continue
        kept.delete(topic)
        kept.set(topic, states)
        found.set(topic, states.messages)
      }
      for (const oldest of kept.keys()) if (kept.size > topicsMax) kept.delete(oldest)
      return found
    },
  }
}
