import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import type pg from 'pg'
import type { Bus } from './bus.ts'
import { monotonicMs } from './clock.ts'
import { codeOf } from './db-faults.ts'
import type { FanOut } from './live-fan-out.ts'
import { ofTopicKey } from './live-messages.ts'
import type { Replica } from './replica.ts'

/** A read that may be a second old: the call that it belongs to, and whose own writes it must show. */
type OldRead = { readonly place: string; readonly by: string | undefined }

/** What `by` is for all operators together: each sees at once what another has done. */
export const operatorsTogether = 'operators'

export type Reads = ReturnType<typeof openReads>

type ReadsDeps = {
  readonly replica: Replica
  readonly mayBeOld: ReadonlySet<object>
  readonly marksMax?: number
  readonly now?: () => number
}

/** The writers whose last writes are remembered one by one; a write that is forgotten counts for everybody. */
const marksMaxDefault = 100_000
const channel = 'wrote'

/**
 * The one way to the replica. While a call of `mayBeOld` runs, statements outside transactions go to the replica, as long as it is
 * followed closely and shows what the caller has written. A statement that fails there runs again on the primary. Transactions, and
 * with them every decision about money, are always on the primary.
 */
export function openReads({ replica, mayBeOld, marksMax = marksMaxDefault, now = monotonicMs }: ReadsDeps) {
  const storage = new AsyncLocalStorage<OldRead>()
  const marks = new Map<string, number>()
  const answered = new Map<string, { place: string; server: string; count: number }>()
  let bus: Bus | undefined
  /** Writes of before may be unknown here: this process has just started, missed messages, or forgot them. */
  let unknownUntilMs = now()
  const sending: string[] = []

  function mark(by: string): void {
    const nowMs = now()
    marks.delete(by)
    marks.set(by, nowMs)
    for (const [oldest, atMs] of marks) {
      const shown = atMs < replica.shownUntilMs()
      if (!shown && marks.size <= marksMax) return
      marks.delete(oldest)
      if (!shown) unknownUntilMs = Math.max(unknownUntilMs, atMs)
    }
  }

  /** Whether the replica shows all that `by` has written. */
  function shows(by: string | undefined): boolean {
    if (by === undefined) return true
    if (bus?.shared && !bus.isUp()) return false
    return replica.shownUntilMs() > Math.max(unknownUntilMs, marks.get(by) ?? 0)
  }

  function count(place: string, server: 'replica' | 'primary'): void {
    const key = `${server} ${place}`
    const counter = answered.get(key) ?? { place, server, count: 0 }
    answered.set(key, counter)
    counter.count++
  }

  /** Remembers a write and notifies the other processes within this turn of the event loop. */
  function wrote(by: string): void {
    mark(by)
    if (!bus?.shared) return
    if (sending.length === 0) setImmediate(() => bus?.publish(channel, sending.splice(0)))
    sending.push(by)
  }

  const mayBe = <T>(read: OldRead, run: () => Promise<T>): Promise<T> => storage.run(read, run)

  return {
    /** Runs a read that may be old. */
    mayBe,

    /**
     * Serves a call: one of the list runs so that its reads may be old; after any other that is no GET the caller's next reads show what
     * it wrote, whatever its answer was.
     */
    async serve<T>(call: { method: string; path: string }, by: string | undefined, run: () => Promise<T>): Promise<T> {
      if (mayBeOld.has(call)) return mayBe({ place: call.path, by }, run)
      if (call.method === 'GET' || by === undefined) return run()
      return run().finally(() => wrote(by))
    },

    /** The same for a file of rows: each of its batches is read so that it may be old. */
    async *rows<T>(place: string, by: string | undefined, batches: AsyncIterable<T>): AsyncGenerator<T> {
      const reading = batches[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await storage.run({ place, by }, () => reading.next())
          if (next.done) return
          yield next.value
        }
      } finally {
        await reading.return?.()
      }
    },

    /** Who sees a private state change and reads more shows that change. */
    follow(fanOut: Pick<FanOut, 'onPublished'>): void {
      fanOut.onPublished(({ topicKey }) => {
        const { bettor } = ofTopicKey(topicKey)
        if (bettor !== undefined) mark(bettor.toString())
      })
    },

    /** Writes in other processes count too. While these cannot be reached, private reads go to the primary. */
    shareBy(given: Bus): void {
      bus = given
      given.subscribe(channel, (written) => {
        if (Array.isArray(written)) for (const by of written) if (typeof by === 'string') mark(by)
      })
      given.onUpChanged(() => (unknownUntilMs = now()))
    },

    /** A connection for one statement of the pool: to the replica where the statement may be old. */
    async connect(primary: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
      const read = storage.getStore()
      if (!read) return primary()
      if (!replica.isClose() || !shows(read.by)) {
        count(read.place, 'primary')
        return primary()
      }
      const query = async (...given: unknown[]): Promise<unknown> => {
        try {
          const answer = await queryOn(() => replica.connect(), given)
          count(read.place, 'replica')
          return answer
        } catch (error) {
          if (codeOf(error) === cancelledCode) throw error
          count(read.place, 'primary')
          return queryOn(primary, given)
        }
      }
      return { query, release: () => undefined } as unknown as pg.PoolClient
    },

    measure(registry: Registry): void {
      measureReads(registry, { replica, answered: () => answered.values() })
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

type Answered = { readonly place: string; readonly server: string; readonly count: number }

function measureReads(
  registry: Registry,
  { replica, answered }: { replica: Replica; answered: () => Iterable<Answered> },
): void {
  const seen = new Map<string, number>()
  new Counter({
    name: 'nare_old_reads_total',
    help: 'Statements of calls that may be a second old, by call and by the server that answered',
    labelNames: ['place', 'server'],
    registers: [registry],
    collect() {
      for (const { place, server, count } of answered()) {
        const key = `${server} ${place}`
        this.inc({ place, server }, count - (seen.get(key) ?? 0))
        seen.set(key, count)
      }
    },
  })
  new Gauge({
    name: 'nare_replica_lag_seconds',
    help: 'How old the replica is at most; it takes reads where it is below DATABASE_REPLICA_LAG_MS',
    registers: [registry],
    collect() {
      this.set((monotonicMs() - replica.shownUntilMs()) / 1000)
    },
  })
}
