/** One present value and the version of the row that it came from. */
type Held = { version: number; state: unknown }
type Listener = () => void

export type LiveStore = ReturnType<typeof liveStore>

/**
 * The newest state of every topic and key. `take` drops what is older than what is held; listeners of changed keys
 * are called once a frame (`nextFrame`). `holders` counts who wants a topic; `wanted` names the topics to subscribe.
 */
export function liveStore(nextFrame: (run: () => void) => void) {
  const topics = new Map<string, Map<string, Held>>()
  const listeners = new Map<string, Set<Listener>>()
  const holders = new Map<string, number>()
  const changed = new Set<string>()
  const watchers = new Set<(change: { topic: string; wanted: boolean }) => void>()

  const flush = (): void => {
    const due = new Set<Listener>()
    for (const name of changed) for (const listener of listeners.get(name) ?? []) due.add(listener)
    changed.clear()
    for (const listener of due) listener()
  }
  const mark = (topic: string, key: string): void => {
    if (changed.size === 0) nextFrame(flush)
    changed.add(slot(topic, key))
    changed.add(slot(topic, undefined))
  }

  return {
    /** True when the message was newer than what was held. */
    take({ topic, key, version, state }: { topic: string; key: string; version: number; state: unknown }): boolean {
      const keys = topics.get(topic) ?? new Map<string, Held>()
      const held = keys.get(key)
      if (held && held.version >= version) return false
      topics.set(topic, keys.set(key, { version, state }))
      mark(topic, key)
      return true
    },

    /** The present state of a key; without a key, of the topic's only one. */
    read(topic: string, key?: string): unknown {
      const keys = topics.get(topic)
      if (key !== undefined) return keys?.get(key)?.state
      return keys?.values().next().value?.state
    },

    listen(topic: string, key: string | undefined, listener: Listener): () => void {
      const name = slot(topic, key)
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(name) === set) listeners.delete(name)
      }
    },

    /** Wants a topic until the returned function is called. */
    hold(topic: string): () => void {
      const count = holders.get(topic) ?? 0
      holders.set(topic, count + 1)
      if (count === 0) for (const watch of watchers) watch({ topic, wanted: true })
      let held = true
      return () => {
        if (!held) return
        held = false
        const left = (holders.get(topic) ?? 1) - 1
        if (left > 0) holders.set(topic, left)
        else {
          holders.delete(topic)
          for (const watch of watchers) watch({ topic, wanted: false })
        }
      }
    },

    wanted: (): string[] => [...holders.keys()],

    /**
     * Forgets a topic's values once nobody is subscribed to it, since they would only grow old. Nobody is told: a row that
     * left the screen is not drawn for that, and does not go back to the price it was listed with.
     */
    forget: (topic: string): void => void topics.delete(topic),

    watch(watcher: (change: { topic: string; wanted: boolean }) => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

function slot(topic: string, key: string | undefined): string {
  return key === undefined ? topic : `${topic}\n${key}`
}
