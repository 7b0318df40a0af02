import type { LiveMessage } from '@nare/contract/live'
import type { Permission } from '@nare/contract/permissions'
import { packetOf, topicKey, type Packet } from './live-messages.ts'
import { publicWork, runFor, type Work } from './public-work.ts'

/** Reads the current states of public topics in one query. A topic that is not in the result does not exist. */
export type PublicSnapshot = (topics: readonly string[]) => Promise<ReadonlyMap<string, readonly LiveMessage[]>>

/** One bettor's copy of a private topic. */
export type PrivateTopic = { readonly topic: string; readonly bettor: bigint }

/** Reads the current states of private topics, in the given order; undefined if the bettor has no such topic. */
export type PrivateSnapshot = (
  topics: readonly PrivateTopic[],
) => Promise<readonly (readonly LiveMessage[] | undefined)[]>

/** `urgent` states are sent within 20 ms, the others within 250 ms. */
export type TopicOptions = { readonly urgent?: boolean }

/** `permission` is what operators need for a topic of theirs. */
export type TopicKind = {
  readonly isPrivate: boolean
  readonly urgent: boolean
  readonly permission?: Permission | undefined
}

/** The registered topics, and the current states that all their subscribers share. */
export type Snapshots = {
  /** Registers public topics: one by its exact name, or all that begin with a name that ends with a colon. */
  publicTopics(name: string, read: PublicSnapshot, options?: TopicOptions): void
  /** Registers private topics by name in the same way. Every bettor has a separate copy, and its states are never cached. */
  privateTopics(name: string, read: PrivateSnapshot, options?: TopicOptions): void
  /** Registers operators' topics by name in the same way: one copy for all who have the permission. */
  operatorTopics(name: string, permission: Permission, read: PublicSnapshot): void
  /** The kind of a topic by its name; undefined for an unknown topic. */
  kindOf(topic: string): TopicKind | undefined
  /** The states of a topic, undefined if it does not exist. Throws if they cannot be read. */
  read(topic: string, bettor?: bigint): Promise<readonly Packet[] | undefined>
  /** Drops cached states of a topic after a change, by the server's name of the topic. */
  invalidate(key: string): void
}

type States = readonly Packet[] | undefined
/** A topic to be read; private topics have a bettor. */
type Topic = { readonly topic: string; readonly bettor: bigint | undefined }
type Reading = Topic & PromiseWithResolvers<States> & { readonly work: Work | undefined }
type Kind = TopicKind & { readonly name: string; readonly reader: ReturnType<typeof openReader> }

const cachedMsDefault = 500
const topicsPerQuery = 500
const waitingMax = 20_000

/**
 * Snapshots in the memory of this process. Topics of one kind are read by one query at a time, so any number of subscribers uses one
 * database connection for each kind. Subscribers of a topic that is being read, or was read less than `cachedMs` ago, share the result
 * until a change invalidates it. More than 20,000 waiting topics are refused.
 */
export function snapshotsInMemory({ cachedMs = cachedMsDefault }: { cachedMs?: number } = {}): Snapshots {
  const kinds: Kind[] = []
  const find = (topic: string): Kind | undefined =>
    kinds.find(({ name }) => (name.endsWith(':') ? topic.startsWith(name) : topic === name))
  return {
    publicTopics(name, read, { urgent = false } = {}) {
      kinds.push({ name, urgent, isPrivate: false, reader: openReader(queryOf(read), { urgent, cachedMs }) })
    },
    operatorTopics(name, permission, read) {
      const reader = openReader(queryOf(read), { urgent: false, cachedMs })
      kinds.push({ name, permission, urgent: false, isPrivate: false, reader })
    },
    privateTopics(name, read, { urgent = false } = {}) {
      const query: Query = (topics) => read(topics.map(({ topic, bettor = 0n }) => ({ topic, bettor })))
      kinds.push({ name, urgent, isPrivate: true, reader: openReader(query, { urgent, cachedMs: 0 }) })
    },
    kindOf: (topic) => (topic.includes('@') ? undefined : find(topic)),
    read: async (topic, bettor) => find(topic)?.reader.read(topic, bettor),
    invalidate: (key) => find(key.split('@', 1)[0] ?? key)?.reader.forget(key),
  }
}

const queryOf =
  (read: PublicSnapshot): Query =>
  async (topics) => {
    const found = await read(topics.map(({ topic }) => topic))
    return topics.map(({ topic }) => found.get(topic))
  }

type Query = (topics: readonly Topic[]) => Promise<readonly (readonly LiveMessage[] | undefined)[]>

function openReader(query: Query, { urgent, cachedMs }: { urgent: boolean; cachedMs: number }) {
  /** Reads that can be shared: recent, in progress, or waiting. */
  const shared = new Map<string, Promise<States>>()
  const waiting = new Map<string, Reading>()
  let reading = false

  async function readWaiting(): Promise<void> {
    if (reading) return
    reading = true
    // Subscribers of the same turn of the event loop share one query.
    await Promise.resolve()
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, topicsPerQuery)
      // The time of a batch counts for the call that asked first, and not for the one whose batch was before.
      await runFor(batch[0]?.[1].work, () => readBatch(batch))
    }
    reading = false
  }

  async function readBatch(batch: readonly (readonly [string, Reading])[]): Promise<void> {
    for (const [key] of batch) waiting.delete(key)
    try {
      const found = await query(batch.map(([, topic]) => topic))
      for (const [at, [key, { resolve }]] of batch.entries())
        resolve(found[at]?.map((message) => packetOf(key, message, { urgent })))
      if (cachedMs > 0) setTimeout(() => drop(batch), cachedMs).unref()
      else drop(batch)
    } catch (error) {
      for (const [, { reject }] of batch) reject(error)
      drop(batch)
    }
  }

  function drop(batch: readonly (readonly [string, Reading])[]): void {
    for (const [key, { promise }] of batch) if (shared.get(key) === promise) shared.delete(key)
  }

  return {
    read(topic: string, bettor: bigint | undefined): Promise<States> {
      const key = topicKey(topic, bettor)
      const existing = shared.get(key)
      if (existing) return existing
      if (waiting.size >= waitingMax) return Promise.reject(new SnapshotsBusy())
      const next: Reading = { topic, bettor, work: publicWork(), ...Promise.withResolvers<States>() }
      next.promise.catch(() => undefined)
      waiting.set(key, next)
      shared.set(key, next.promise)
      void readWaiting()
      return next.promise
    },
    /** Drops a cached result. A topic that still waits is kept, because it will be read after the change. */
    forget(key: string): void {
      if (!waiting.has(key)) shared.delete(key)
    },
  }
}

/** Thrown when too many topics wait to be read. */
class SnapshotsBusy extends Error {
  readonly statusCode = 503
  constructor() {
    super('too many live topics wait to be read')
    this.name = 'SnapshotsBusy'
  }
}
