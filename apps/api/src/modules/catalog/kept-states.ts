import type { LiveMessage } from '@nare/contract/live'

/** A text that differs whenever a state of the topic does, and a state, unless the states of this stamp are kept. */
export type Stamped = { readonly topic: string; readonly stamp: string; readonly message?: LiveMessage }

const topicsMax = 5_000

/**
 * Keeps the states of public topics that were read last. A reading passes the stamps that `stampOf` returns to the database, which sends the
 * states of changed topics, and only the stamps of the others. One reading may run at a time.
 */
export function openKeptStates() {
  const kept = new Map<string, { readonly stamp: string; readonly messages: LiveMessage[] }>()
  return {
    /** The stamp of the kept states of a topic; empty without them. */
    stampOf: (topic: string): string => kept.get(topic)?.stamp ?? '',

    /**
     * The states of these topics: those that were just read, or those that are kept with the stamp that was read. Topics of which nothing was
     * read have no states any more and are left out.
     */
    update(topics: readonly string[], read: readonly Stamped[]): Map<string, LiveMessage[]> {
      const byTopic = Map.groupBy(read, ({ topic }) => topic)
      const found = new Map<string, LiveMessage[]>()
      for (const topic of topics) {
        const rows = byTopic.get(topic) ?? []
        const stamp = rows[0]?.stamp
        const before = kept.get(topic)
        kept.delete(topic)
        if (stamp === undefined) continue
        const states =
          before?.stamp === stamp ? before : { stamp, messages: rows.flatMap(({ message }) => message ?? []) }
        kept.set(topic, states)
        found.set(topic, states.messages)
      }
      for (const oldest of kept.keys()) if (kept.size > topicsMax) kept.delete(oldest)
      return found
    },
  }
}
