import type { LiveMessage } from '@nare/contract/live'
import { ofTopicKey } from './live-messages.ts'

/**
 * A published state, or without a message only the notice that a topic changed. `topicKey` is the server's name of the topic. `missed` means
 * that a state may have been published without reaching this process: its subscribers need the current state.
 */
export type Published = { readonly topicKey: string; readonly message?: LiveMessage; readonly missed?: boolean }

/**
 * Sends published states from the process that created them to the processes with subscribers. Each state is complete, so an adapter may
 * drop all but the newest of a key.
 */
export type FanOut = {
  /** Sends to every process with subscribers, including this one. */
  publish(event: Published): void
  /** Sends to this process only. */
  publishLocally(event: Published): void
  /** Calls `receive` for each event that is published for this process. */
  onPublished(receive: (event: Published) => void): void
  /** Registers the first subscriber of a topic in this process. */
  subscribe(topicKey: string): void
  /** Reports that this process has no more subscribers of a topic. */
  unsubscribe(topicKey: string): void
  /** Whether this process has a subscriber. */
  hasLocalSubscribers(topicKey: string): boolean
  /** Whether any process has a subscriber. True if this is uncertain. */
  hasSubscribers(topicKey: string): boolean
  /** The bettors who subscribe to their private topic of this name, in any process. */
  subscribedBettors(name: string): bigint[]
  /** Whether states of other processes arrive here. They are lost while this is false. */
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
    publishLocally: publish,
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
    hasLocalSubscribers: (key) => topics.has(key),
    hasSubscribers: (key) => topics.has(key),
    subscribedBettors: (name) => [...(bettorsOf.get(name) ?? [])],
    isUp: () => true,
    onUpChanged: () => undefined,
    close: () => undefined,
  }
}
