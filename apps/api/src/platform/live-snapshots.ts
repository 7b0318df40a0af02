import type { LiveMessage } from '@nare/contract/live'

/**
 * Reads the present states of topics of one kind, in one question to the database. A topic that is missing in the answer
 * does not exist.
 */
export type Snapshot = (topics: readonly string[]) => Promise<ReadonlyMap<string, readonly LiveMessage[]>>

/** A state with the text that goes over the wire, made once for all who read it. `slot` names its topic and key. */
export type Packet = { readonly slot: string; readonly text: string; readonly message: LiveMessage }

/** What topics hold now, shared by everybody who asks. */
export type Snapshots = {
  /** Says who answers for the topics that begin with `prefix`. `own` ones belong to a bettor and are never kept. */
  addTopics(prefix: string, snapshot: Snapshot, options?: { own?: boolean }): void
  /** Whether somebody answers for a topic: 'own' where it belongs to a bettor. */
  kindOf(topic: string): 'public' | 'own' | undefined
  /** The states of a topic, or undefined where there is no such topic. Throws where they cannot be read. */
  read(topic: string): Promise<readonly Packet[] | undefined>
  /** Forgets what was read before a commit that changed these topics. */
  invalidate(topics: Iterable<string>): void
}

type Asked = PromiseWithResolvers<readonly Packet[] | undefined>

const keptMsUsual = 500
const topicsPerQuestion = 500
const waitingMost = 20_000

/**
 * Snapshots in the memory of this process. Those of one kind are read one question at a time, so any number of readers takes
 * one database connection a kind; who asks for a topic that is being read, or was read less than `keptMs` ago, shares
 * that answer. A change forgets it. More than 20,000 topics waiting are refused.
 */
export function snapshotsInMemory({ keptMs = keptMsUsual }: { keptMs?: number } = {}): Snapshots {
  const kinds: { prefix: string; own: boolean; reader: ReturnType<typeof openReader> }[] = []
  const find = (topic: string) => kinds.find(({ prefix }) => topic.startsWith(prefix))
  return {
    addTopics(prefix, snapshot, { own = false } = {}) {
      kinds.push({ prefix, own, reader: openReader(snapshot, own ? 0 : keptMs) })
    },
    kindOf(topic) {
      const kind = find(topic)
      return kind && (kind.own ? 'own' : 'public')
    },
    read: async (topic) => find(topic)?.reader.read(topic),
    invalidate(topics) {
      for (const topic of topics) find(topic)?.reader.forget(topic)
    },
  }
}

function openReader(snapshot: Snapshot, keptMs: number) {
  /** What can be shared: read a moment ago, being read, or about to be. */
  const shared = new Map<string, Promise<readonly Packet[] | undefined>>()
  const waiting = new Map<string, Asked>()
  let reading = false

  async function work(): Promise<void> {
    if (reading) return
    reading = true
    // Whoever asks in the same turn of the event loop is served by the same question.
    await Promise.resolve()
    while (waiting.size > 0) await ask([...waiting].slice(0, topicsPerQuestion))
    reading = false
  }

  async function ask(batch: readonly (readonly [string, Asked])[]): Promise<void> {
    for (const [topic] of batch) waiting.delete(topic)
    try {
      const found = await snapshot(batch.map(([topic]) => topic))
      for (const [topic, asked] of batch) asked.resolve(found.get(topic)?.map(packetOf))
      if (keptMs > 0) setTimeout(() => drop(batch), keptMs).unref()
      else drop(batch)
    } catch (error) {
      for (const [, asked] of batch) asked.reject(error)
      drop(batch)
    }
  }

  function drop(batch: readonly (readonly [string, Asked])[]): void {
    for (const [topic, asked] of batch) if (shared.get(topic) === asked.promise) shared.delete(topic)
  }

  return {
    read(topic: string): Promise<readonly Packet[] | undefined> {
      const there = shared.get(topic)
      if (there) return there
      if (waiting.size >= waitingMost) return Promise.reject(new SnapshotsBusy())
      const asked: Asked = Promise.withResolvers()
      asked.promise.catch(() => undefined)
      waiting.set(topic, asked)
      shared.set(topic, asked.promise)
      void work()
      return asked.promise
    },
    /** One that waits to be read is read after the change anyway. */
    forget(topic: string): void {
      if (!waiting.has(topic)) shared.delete(topic)
    },
  }
}

/** Too many topics wait to be read. */
export class SnapshotsBusy extends Error {
  readonly statusCode = 503
  constructor() {
    super('too many live topics wait to be read')
    this.name = 'SnapshotsBusy'
  }
}

/** A message as a packet. A balance goes by the name that its owner knows it by. */
export function packetOf(message: LiveMessage): Packet {
  const topic = message.topic.startsWith('balance:') ? 'balance' : message.topic
  return { slot: `${message.topic} ${message.key}`, text: JSON.stringify({ ...message, topic }), message }
}
