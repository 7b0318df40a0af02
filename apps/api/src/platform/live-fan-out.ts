import type { LiveMessage } from '@nare/contract/live'
import { nameOfTopic } from './live-messages.ts'

/** A published state, or without a message only the notice that a topic changed. `topicKey` is the server's name of the topic. */
export type Published = { readonly topicKey: string; readonly message?: LiveMessage }

/**
 * Carries published states from the process that made them to the processes whose readers subscribe to them. States are whole, so an
 * adapter may drop all but the newest of a key.
 */
export type FanOut = {
  /** Sends to every process with subscribers, this one included. */
  publish(event: Published): void
  /** Calls `receive` for each event that is published for this process. */
  onPublished(receive: (event: Published) => void): void
  /** This process has its first reader of a topic. */
  subscribe(topicKey: string): void
  /** This process has no more readers of a topic. */
  unsubscribe(topicKey: string): void
  /** Whether any process has a subscriber. It may be true where that is uncertain, but is never wrongly false. */
  hasSubscribers(topicKey: string): boolean
  /** Whether any process has a subscriber of a private topic of this name, for any bettor. */
  isSubscribed(name: string): boolean
}

/** Fan-out within this process. */
export function fanOutInMemory(): FanOut {
  const topics = new Set<string>()
  const ofName = new Map<string, number>()
  const receivers: ((event: Published) => void)[] = []

  function count(key: string, by: 1 | -1): void {
    const name = nameOfTopic(key)
    const subscribed = (ofName.get(name) ?? 0) + by
    if (subscribed > 0) ofName.set(name, subscribed)
    else ofName.delete(name)
  }

  return {
    publish(event) {
      for (const receive of receivers) receive(event)
    },
    onPublished: (receive) => void receivers.push(receive),
    subscribe(key) {
      if (!topics.has(key)) count(key, 1)
      topics.add(key)
    },
    unsubscribe(key) {
      if (topics.delete(key)) count(key, -1)
    },
    hasSubscribers: (key) => topics.has(key),
    isSubscribed: (name) => ofName.has(name),
  }
}
