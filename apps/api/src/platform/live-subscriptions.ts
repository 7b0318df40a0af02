import type { FanOut } from './live-fan-out.ts'
import type { Reader } from './live-reader.ts'

export type Subscriptions = ReturnType<typeof openSubscriptions>

/** The readers of each topic, by the server's names of topics. Readers share the string of a topic's name, to save memory. */
export function openSubscriptions(fanOut: FanOut) {
  const byTopic = new Map<string, { readonly key: string; readonly readers: Set<Reader> }>()
  let count = 0
  return {
    count: (): number => count,
    readersOf: (key: string): Iterable<Reader> => byTopic.get(key)?.readers ?? [],

    add(reader: Reader, key: string): void {
      if (reader.topics.has(key)) return
      const topic = byTopic.get(key) ?? { key, readers: new Set<Reader>() }
      if (topic.readers.size === 0) {
        byTopic.set(topic.key, topic)
        fanOut.subscribe(topic.key)
      }
      topic.readers.add(reader)
      reader.topics.add(topic.key)
      count++
    },

    remove(reader: Reader, key: string): void {
      if (!reader.topics.delete(key)) return
      count--
      const topic = byTopic.get(key)
      topic?.readers.delete(reader)
      if (topic?.readers.size !== 0) return
      byTopic.delete(key)
      fanOut.unsubscribe(key)
    },
  }
}
