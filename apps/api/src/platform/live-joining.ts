import { ofTopicKey, topicKey, type Packet } from './live-messages.ts'
import { mayReadTopic, type LiveOperators } from './live-operators.ts'
import type { Outbox } from './live-outbox.ts'
import { answer, type Reader } from './live-reader.ts'
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

/** Subscribes readers to topics. A subscription starts with the current states. */
export function openJoining(deps: JoiningDeps) {
  const { subscriptions, snapshots, outbox, operators } = deps

  /** Starts a subscription and the read of its states, or refuses it. */
  function join(reader: Reader, topic: string): Joining {
    const kind = snapshots.kindOf(topic)
    if (!kind) return { topic, error: 'unknown topic' }
    if (!mayReadTopic(kind, reader.operator))
      return { topic, error: reader.operator ? 'not_allowed' : 'session_required' }
    const bettor = kind.isPrivate ? reader.bettor : undefined
    if (kind.isPrivate && bettor === undefined) return { topic, error: 'session_required' }
    if (reader.topics.size >= topicsMax) return { topic, error: 'too many topics' }
    if (subscriptions.count() >= subscriptionsMax) return { topic, error: 'try again' }
    const key = topicKey(topic, bettor)
    subscriptions.add(reader, key)
    return { topic, key, read: readStates(deps, key) }
  }

  async function finish(reader: Reader, joining: Joining): Promise<void> {
    const { topic } = joining
    if ('error' in joining) return answer(reader, { error: joining.error, topic })
    const states = await joining.read
    if (!reader.topics.has(joining.key)) return
    if (Array.isArray(states)) return states.forEach((packet) => outbox.queue(reader, packet))
    subscriptions.remove(reader, joining.key)
    answer(reader, { error: states ?? 'unknown topic', topic })
  }

  return {
    async joinAll(reader: Reader, topics: readonly string[]): Promise<void> {
      await operators.identifyFor(reader, topics)
      const joining = topics.map((topic) => join(reader, topic))
      for (const joined of joining) await finish(reader, joined)
    },

    leave(reader: Reader, topic: string): void {
      const bettor = snapshots.kindOf(topic)?.isPrivate ? reader.bettor : undefined
      subscriptions.remove(reader, topicKey(topic, bettor))
    },

    /** Sends the current states of a topic to all its readers. If they cannot be read, the readers must subscribe again. */
    async resend(key: string): Promise<void> {
      const readers = [...subscriptions.readersOf(key)]
      if (readers.length === 0) return
      const joined = { topic: ofTopicKey(key).name, key, read: readStates(deps, key) }
      for (const reader of readers) await finish(reader, joined)
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
