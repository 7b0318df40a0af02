import { ofTopicKey, topicKey, type Packet } from './live-messages.ts'
import { mayReadTopic, type LiveOperators } from './live-operators.ts'
import type { Outbox } from './live-outbox.ts'
import { answer, type Subscriber } from './live-subscriber.ts'
import type { Snapshots } from './live-snapshots.ts'
import type { Subscriptions } from './live-subscriptions.ts'

const topicsMax = 500
const subscriptionsMax = 1_000_000

type JoiningDeps = {
  readonly subscriptions: Subscriptions
  readonly snapshots: Snapshots
  readonly outbox: Outbox
  readonly operators: LiveOperators
  readonly failed: (facts: Record<string, unknown>) => void
}

type Joining =
  | { readonly topic: string; readonly error: string }
  | { readonly topic: string; readonly key: string; readonly read: ReturnType<typeof readStates> }

type States = readonly Packet[] | 'try again' | undefined

/** Subscribes subscribers to topics. A subscription starts with the current states. */
export function openJoining(deps: JoiningDeps) {
  const { subscriptions, snapshots, outbox, operators } = deps

  /** Starts a subscription and the read of its states, or refuses it. */
  function join(subscriber: Subscriber, topic: string): Joining {
    const kind = snapshots.kindOf(topic)
    if (!kind) return { topic, error: 'unknown topic' }
    if (!mayReadTopic(kind, subscriber.operator))
      return { topic, error: subscriber.operator ? 'not_allowed' : 'session_required' }
    const bettor = kind.isPrivate ? subscriber.bettor : undefined
    if (kind.isPrivate && bettor === undefined) return { topic, error: 'session_required' }
    if (subscriber.topics.size >= topicsMax) return { topic, error: 'too many topics' }
    if (subscriptions.count() >= subscriptionsMax) return { topic, error: 'try again' }
    const key = topicKey(topic, bettor)
    subscriptions.add(subscriber, key)
    return { topic, key, read: readStates(deps, key) }
  }

  async function finish(subscriber: Subscriber, joining: Joining): Promise<void> {
    const { topic } = joining
    if ('error' in joining) return answer(subscriber, { error: joining.error, topic })
    const states = await joining.read
    if (!subscriber.topics.has(joining.key)) return
    if (Array.isArray(states)) return states.forEach((packet) => outbox.queue(subscriber, packet))
    subscriptions.remove(subscriber, joining.key)
    answer(subscriber, { error: states ?? 'unknown topic', topic })
  }

  return {
    async joinAll(subscriber: Subscriber, topics: readonly string[]): Promise<void> {
      await operators.identifyFor(subscriber, topics)
      const joining = topics.map((topic) => join(subscriber, topic))
      for (const joined of joining) await finish(subscriber, joined)
    },

    leave(subscriber: Subscriber, topic: string): void {
      const bettor = snapshots.kindOf(topic)?.isPrivate ? subscriber.bettor : undefined
      subscriptions.remove(subscriber, topicKey(topic, bettor))
    },

    /** Sends the current states of a topic to all its subscribers. If they cannot be read, the subscribers must subscribe again. */
    async resend(key: string): Promise<void> {
      const subscribers = [...subscriptions.subscribersOf(key)]
      if (subscribers.length === 0) return
      const joined = { topic: ofTopicKey(key).name, key, read: readStates(deps, key) }
      for (const subscriber of subscribers) await finish(subscriber, joined)
    },
  }
}

async function readStates({ snapshots, failed }: JoiningDeps, key: string): Promise<States> {
  const { name, bettor } = ofTopicKey(key)
  return snapshots.read(name, bettor).catch((error: unknown) => {
    failed({ err: error, topic: name })
    return 'try again' as const
  })
}
