import type { FanOut } from './live-fan-out.ts'
import type { Subscriber } from './live-subscriber.ts'

export type Subscriptions = ReturnType<typeof openSubscriptions>

/** The subscribers of each topic, by the server's names of topics. Subscribers share the string of a topic's name, to save memory. */
export function openSubscriptions(fanOut: FanOut) {
  const byTopic = new Map<string, { readonly key: string; readonly subscribers: Set<Subscriber> }>()
  let count = 0
  return {
    count: (): number => count,
    subscribersOf: (key: string): Iterable<Subscriber> => byTopic.get(key)?.subscribers ?? [],

    add(subscriber: Subscriber, key: string): void {
      if (subscriber.topics.has(key)) return
      const topic = byTopic.get(key) ?? { key, subscribers: new Set<Subscriber>() }
      if (topic.subscribers.size === 0) {
        byTopic.set(topic.key, topic)
        fanOut.subscribe(topic.key)
      }
      topic.subscribers.add(subscriber)
      subscriber.topics.add(topic.key)
      count++
    },

    remove(subscriber: Subscriber, key: string): void {
      if (!subscriber.topics.delete(key)) return
      count--
      const topic = byTopic.get(key)
      topic?.subscribers.delete(subscriber)
      if (topic?.subscribers.size !== 0) return
      byTopic.delete(key)
      fanOut.unsubscribe(key)
    },
  }
}
