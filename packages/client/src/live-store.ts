import { isUrgentTopic } from '@nare/contract/live-topics'

/** One value and the version of the row that it came from. */
type Versioned = { version: number; state: unknown }
type Listener = () => void
type Schedule = (run: () => void) => void

export type LiveStore = ReturnType<typeof liveStore>

/**
 * The newest state of every topic and key. `receive` ignores a version that is not newer than the stored one. Listeners of
 * changed keys run once per drawing: `schedule` decides when, and for urgent topics (isUrgentTopic) `urgent` does. `subscribe`
 * counts the subscribers of a topic; `topics` lists those with at least one.
 */
export function liveStore(schedule: Schedule, urgent: Schedule = schedule) {
  const values = new Map<string, Map<string, Versioned>>()
  const listeners = new Map<string, Set<Listener>>()
  const subscribers = new Map<string, number>()
  const watchers = new Set<(change: { topic: string; subscribed: boolean }) => void>()
  const lanes = { paced: lane(schedule), urgent: lane(urgent) }

  /** Collects the changed slots until the next drawing. */
  function lane(next: Schedule): (slots: readonly string[]) => void {
    const changed = new Set<string>()
    const flush = (): void => {
      const due = new Set<Listener>()
      for (const name of changed) for (const listener of listeners.get(name) ?? []) due.add(listener)
      changed.clear()
      for (const listener of due) listener()
    }
    return (slots) => {
      const first = changed.size === 0
      for (const name of slots) changed.add(name)
      if (first) next(flush)
    }
  }

  return {
    /** True when the message was newer than the stored value. */
    receive({ topic, key, version, state }: { topic: string; key: string; version: number; state: unknown }): boolean {
      const keys = values.get(topic) ?? new Map<string, Versioned>()
      const stored = keys.get(key)
      if (stored && stored.version >= version) return false
      values.set(topic, keys.set(key, { version, state }))
      lanes[isUrgentTopic(topic) ? 'urgent' : 'paced']([slot(topic, key), slot(topic, undefined)])
      return true
    },

    /** The current state of a key; without a key, of the topic's only one. */
    read(topic: string, key?: string): unknown {
      const keys = values.get(topic)
      if (key !== undefined) return keys?.get(key)?.state
      return keys?.values().next().value?.state
    },

    /** The current states of all keys of a topic. */
    readAll: (topic: string): [key: string, state: unknown][] =>
      [...(values.get(topic) ?? [])].map(([key, { state }]) => [key, state]),

    listen(topic: string, key: string | undefined, listener: Listener): () => void {
      const name = slot(topic, key)
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(name) === set) listeners.delete(name)
      }
    },

    /** Subscribes to a topic until the returned function is called. */
    subscribe(topic: string): () => void {
      const count = subscribers.get(topic) ?? 0
      subscribers.set(topic, count + 1)
      if (count === 0) for (const watch of watchers) watch({ topic, subscribed: true })
      let active = true
      return () => {
        if (!active) return
        active = false
        const left = (subscribers.get(topic) ?? 1) - 1
        if (left > 0) subscribers.set(topic, left)
        else {
          subscribers.delete(topic)
          for (const watch of watchers) watch({ topic, subscribed: false })
        }
      }
    },

    topics: (): string[] => [...subscribers.keys()],

    /**
     * Drops the values of a topic without subscribers, since nothing updates them any more. Listeners are not called: a row
     * that scrolled away keeps what it shows.
     */
    forget: (topic: string): void => void values.delete(topic),

    /** Calls back when a topic gets its first subscriber or loses its last one. */
    onSubscription(watcher: (change: { topic: string; subscribed: boolean }) => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

function slot(topic: string, key: string | undefined): string {
  return key === undefined ? topic : `${topic}\n${key}`
}
