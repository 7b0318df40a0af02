import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import { monotonicMs } from './clock.ts'
import { codeOf } from './db-faults.ts'
import type { FanOut } from './live-fan-out.ts'
import { ofTopicKey } from './live-messages.ts'
import type { Replica } from './replica.ts'

/** A read that may go to the replica: the call that makes it, and the caller whose own writes it must include. */
type ReplicaRead = { readonly call: string; readonly by: string | undefined }

/** The value of `by` that all operators share, so that each sees the changes of the others immediately. */
export const allOperators = 'operators'

export type Reads = ReturnType<typeof openReads>

type ReadsDeps = {
  readonly replica: Replica
  readonly mayBeOld: ReadonlySet<object>
  readonly writersMax?: number
  readonly now?: () => number
}

/** How many callers' last writes are remembered. The time of an evicted write applies to every caller. */
const writersMaxDefault = 100_000
const channel = 'wrote'

/**
 * Sends reads to the replica. During a call listed in `mayBeOld`, statements outside transactions go to the replica if its lag is small
 * and it already contains the caller's writes. A statement that fails there runs again on the primary. Transactions, and with them every
 * decision about money, are always on the primary.
 */
export function openReads({ replica, mayBeOld, writersMax = writersMaxDefault, now = monotonicMs }: ReadsDeps) {
  const storage = new AsyncLocalStorage<ReplicaRead>()
  const lastWriteMs = new Map<string, number>()
  const counts = new Map<string, { call: string; server: string; count: number }>()
  let bus: Bus | undefined
  /** Earlier writes may be missing from `lastWriteMs`: this process had just started, missed messages of others, or evicted them. */
  let unknownUntilMs = now()
  const sending: string[] = []

  function recordLocally(by: string): void {
    const nowMs = now()
    lastWriteMs.delete(by)
    lastWriteMs.set(by, nowMs)
    for (const [oldest, atMs] of lastWriteMs) {
      const isReplicated = atMs < replica.shownUntilMs()
      if (!isReplicated && lastWriteMs.size <= writersMax) return
      lastWriteMs.delete(oldest)
      if (!isReplicated) unknownUntilMs = Math.max(unknownUntilMs, atMs)
    }
  }

  /** Whether the replica includes everything that `by` has written. */
  function includesWritesOf(by: string | undefined): boolean {
    if (by === undefined) return true
    if (bus?.shared && !bus.isUp()) return false
    return replica.shownUntilMs() > Math.max(unknownUntilMs, lastWriteMs.get(by) ?? 0)
  }

  function count(call: string, server: 'replica' | 'primary'): void {
    const key = `${server} ${call}`
    const counter = counts.get(key) ?? { call, server, count: 0 }
    counts.set(key, counter)
    counter.count++
  }

  /** Records a write and notifies the other processes within this turn of the event loop. */
  function recordWrite(by: string): void {
    recordLocally(by)
    if (!bus?.shared) return
    if (sending.length === 0) setImmediate(() => bus?.publish(channel, sending.splice(0)))
    sending.push(by)
  }

  const withReplica = <T>(read: ReplicaRead, run: () => Promise<T>): Promise<T> => storage.run(read, run)

  return {
    /** Whether the replica can be reached and its lag is within the limit. */
    isClose: replica.isClose,

    /** Runs `run`, whose statements outside transactions may go to the replica. */
    withReplica,

    /**
     * Runs a call. A call listed in `mayBeOld` may read from the replica. After any other call except a GET, the caller's next reads
     * include what it wrote, even if it failed.
     */
    async serve<T>(call: { method: string; path: string }, by: string | undefined, run: () => Promise<T>): Promise<T> {
      if (mayBeOld.has(call)) return withReplica({ call: call.path, by }, run)
      if (call.method === 'GET' || by === undefined) return run()
      return run().finally(() => recordWrite(by))
    },

    async *rows<T>(call: string, by: string | undefined, batches: AsyncIterable<T>): AsyncGenerator<T> {
      const reading = batches[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await storage.run({ call, by }, () => reading.next())
          if (next.done) return
          yield next.value
        }
      } finally {
        await reading.return?.()
      }
    },

    /** A bettor who was sent a private change must also see it in the next reads, so a publication counts as a write. */
    follow(fanOut: Pick<FanOut, 'onPublished'>): void {
      fanOut.onPublished(({ topicKey }) => {
        const { bettor } = ofTopicKey(topicKey)
        if (bettor !== undefined) recordLocally(bettor.toString())
      })
    },

    /** Also learns of writes in other processes, over the bus. While the bus is down, private reads go to the primary. */
    connectBus(given: Bus): void {
      bus = given
      given.subscribe(channel, (written) => {
        if (Array.isArray(written)) for (const by of written) if (typeof by === 'string') recordLocally(by)
      })
      given.onUpChanged(() => (unknownUntilMs = now()))
    },

    /** A connection for one statement: to the replica if the statement may read from it, otherwise to the primary. */
    async connect(primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
      const read = storage.getStore()
      if (!read) return primary()
      if (!replica.isClose() || !includesWritesOf(read.by)) {
        count(read.call, 'primary')
        return primary()
      }
      const query = async (...given: unknown[]): Promise<unknown> => {
        try {
          const answer = await queryOn(() => replica.connect(), given)
          count(read.call, 'replica')
          return answer
        } catch (error) {
          if (codeOf(error) === cancelledCode) throw error
          count(read.call, 'primary')
          return queryOn(primary, given)
        }
      }
      return { query, release: () => undefined } as unknown as pg.PoolClient
    },

    measure(registry: Registry): void {
      measureReads(registry, { replica, counts: () => counts.values() })
    },

    close: () => replica.close(),
  }
}

/** A statement that took too long on the replica is not tried on the primary. */
const cancelledCode = '57014'

async function queryOn(connect: () => Promise<pg.PoolClient>, given: unknown[]): Promise<unknown> {
  const client = await connect()
  let broken = true
  try {
    const answer = await (client.query as (...all: unknown[]) => Promise<unknown>)(...given)
    broken = false
    return answer
  } catch (error) {
    broken = codeOf(error) === undefined
    throw error
  } finally {
    client.release(broken)
  }
}

type Count = { readonly call: string; readonly server: string; readonly count: number }

function measureReads(
  registry: Registry,
  { replica, counts }: { replica: Replica; counts: () => Iterable<Count> },
): void {
  const reported = new Map<string, number>()
  new Counter({
    name: 'nare_old_reads_total',
    help: 'Statements of calls that may read from the replica, by call and by the server that answered',
    labelNames: ['place', 'server'],
    registers: [registry],
    collect() {
      for (const { call, server, count } of counts()) {
        const key = `${server} ${call}`
        this.inc({ place: call, server }, count - (reported.get(key) ?? 0))
        reported.set(key, count)
      }
    },
  })
  new Gauge({
    name: 'nare_replica_lag_seconds',
    help: 'Upper bound of the lag of the replica; reads go to the replica while this is below DATABASE_REPLICA_LAG_MS',
    registers: [registry],
    collect() {
      this.set((monotonicMs() - replica.shownUntilMs()) / 1000)
    },
  })
}
