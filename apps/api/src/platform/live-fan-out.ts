import type { LiveMessage } from '@nare/contract/live'
import { ofTopicKey } from './live-messages.ts'

/**
 * A published state, or without a message only the notice that a topic changed. `topicKey` is the server's name of the topic. `missed` says
 * that a state may have been published without reaching this process: its readers need the present one.
 */
export type Published = { readonly topicKey: string; readonly message?: LiveMessage; readonly missed?: boolean }

/**
 * Carries published states from the process that made them to the processes whose readers subscribe to them. States are whole, so an
 * adapter may drop all but the newest of a key.
 */
export type FanOut = {
  /** Sends to every process with subscribers, this one included. */
  publish(event: Published): void
  /** Sends to this process only. */
  publishHere(event: Published): void
  /** Calls `receive` for each event that is published for this process. */
  onPublished(receive: (event: Published) => void): void
  /** This process has its first reader of a topic. */
  subscribe(topicKey: string): void
  /** This process has no more readers of a topic. */
  unsubscribe(topicKey: string): void
  /** Whether this process has a subscriber. */
  hasSubscribersHere(topicKey: string): boolean
  /** Whether any process has a subscriber. It may be true if that is uncertain, but is never wrongly false. */
  hasSubscribers(topicKey: string): boolean
  /** The bettors who subscribe to their own private topic of this name, in any process. */
  subscribedBettors(name: string): bigint[]
  /** Whether what other processes publish arrives here. It was lost while this was false. */
  isUp(): boolean
  onUpChanged(listener: (up: boolean) => void): void
  close(): void
}

/** Fan-out within this process. */
export function fanOutInMemory(): FanOut {
  const topics = new Set<string>()
  const bettorsOf = new Map<string, Set<bigint>>()
  const receivers: ((event: Published) => void)[] = []

  function publish(event: Published): void {
    for (const receive of receivers) receive(event)
  }

  return {
    publish,
    publishHere: publish,
    onPublished: (receive) => void receivers.push(receive),
    subscribe(key) {
      topics.add(key)
      const { name, bettor } = ofTopicKey(key)
      if (bettor !== undefined) bettorsOf.set(name, (bettorsOf.get(name) ?? new Set()).add(bettor))
    },
    unsubscribe(key) {
      topics.delete(key)
      const { name, bettor } = ofTopicKey(key)
      if (bettor !== undefined) bettorsOf.get(name)?.delete(bettor)
    },
    hasSubscribersHere: (key) => topics.has(key),
    hasSubscribers: (key) => topics.has(key),
    subscribedBettors: (name) => [...(bettorsOf.get(name) ?? [])],
    isUp: () => true,
    onUpChanged: () => undefined,
    close: () => undefined,
  }
}
