import { isUrgentTopic } from '@nare/contract/live-topics'

/** A value with the version of the row it was read from. */
type Versioned = { version: number; state: unknown }
type Listener = () => void
type Schedule = (run: () => void) => void

export type LiveStore = ReturnType<typeof liveStore>

/**
 * The newest state of every topic and key. `receive` ignores a version that is not newer than the stored one. Listeners of
 * changed keys run at most once per frame: when `schedule` runs them, or `urgent` for urgent topics (isUrgentTopic). `subscribe`
 * counts the subscribers of a topic; `topics` lists the topics with at least one.
 */
export function liveStore(schedule: Schedule, urgent: Schedule = schedule) {
  const values = new Map<string, Map<string, Versioned>>()
  const listeners = new Map<string, Set<Listener>>()
  const subscribers = new Map<string, number>()
  const subscriptionListeners = new Set<(change: { topic: string; subscribed: boolean }) => void>()
  const batched = { normal: batcher(schedule), urgent: batcher(urgent) }

  /** Collects the changed keys until the scheduled flush. */
  function batcher(next: Schedule): (keys: readonly string[]) => void {
    const changed = new Set<string>()
    const flush = (): void => {
      const due = new Set<Listener>()
      for (const name of changed) for (const listener of listeners.get(name) ?? []) due.add(listener)
      changed.clear()
      for (const listener of due) listener()
    }
    return (keys) => {
      const isFirst = changed.size === 0
      for (const name of keys) changed.add(name)
      if (isFirst) next(flush)
    }
  }

  return {
    /** Stores a newer state; returns whether the message was newer than the stored one. */
    receive({ topic, key, version, state }: { topic: string; key: string; version: number; state: unknown }): boolean {
      const keys = values.get(topic) ?? new Map<string, Versioned>()
      const stored = keys.get(key)
      if (stored && stored.version >= version) return false
      values.set(topic, keys.set(key, { version, state }))
      batched[isUrgentTopic(topic) ? 'urgent' : 'normal']([listenerKey(topic, key), listenerKey(topic, undefined)])
      return true
    },

    /** The current state of a key; without `key`, of the only key of the topic. */
    read(topic: string, key?: string): unknown {
      const keys = values.get(topic)
      if (key !== undefined) return keys?.get(key)?.state
      return keys?.values().next().value?.state
    },

    /** The current states of all keys of a topic. */
    readAll: (topic: string): [key: string, state: unknown][] =>
      [...(values.get(topic) ?? [])].map(([key, { state }]) => [key, state]),

    listen(topic: string, key: string | undefined, listener: Listener): () => void {
      const name = listenerKey(topic, key)
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
      if (count === 0) for (const notify of subscriptionListeners) notify({ topic, subscribed: true })
      let active = true
      return () => {
        if (!active) return
        active = false
        const left = (subscribers.get(topic) ?? 1) - 1
        if (left > 0) subscribers.set(topic, left)
        else {
          subscribers.delete(topic)
          for (const notify of subscriptionListeners) notify({ topic, subscribed: false })
        }
      }
    },

    topics: (): string[] => [...subscribers.keys()],

    /**
     * Drops the values of a topic that has no subscribers and is no longer updated. Does not call listeners, so a row that
     * scrolled away keeps its values.
     */
    forget: (topic: string): void => void values.delete(topic),

    /** Calls `listener` when a topic gets its first subscriber or loses its last one. */
    onSubscription(listener: (change: { topic: string; subscribed: boolean }) => void): () => void {
      subscriptionListeners.add(listener)
      return () => subscriptionListeners.delete(listener)
    },
  }
}

function listenerKey(topic: string, key: string | undefined): string {
  return key === undefined ? topic : `${topic}\n${key}`
}
