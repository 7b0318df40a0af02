import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'
import { queryRow, type Connection, type Tx } from './db.ts'
import { openOwnerSession, type OwnerSession } from './owner-session.ts'
import type { Log } from './log.ts'

/** Exclusive ownership of something by name, for example of a game or a feed, valid until `signal` aborts. */
export type Ownership = {
  readonly name: string
  readonly epoch: bigint
  /** Aborts when ownership ends: the process stops, or its connection was lost or silent. */
  readonly signal: AbortSignal
  /** Throws `NotOwner` unless this process is still the owner. Call it in each transaction that writes, before the first write. */
  check(tx: Tx): Promise<void>
}

/** Thrown when another process has become the owner, so that the transaction rolls back. */
export class NotOwner extends Error {}

export type Owners = {
  /**
   * Calls `run` again and again, in only one of the processes on this database. The returned function stops this and waits for the
   * current run to end. `run` must return soon after its signal aborts. A failed run is logged, and `run` is called again after a pause, which
   * doubles with each failure in a row up to half a minute.
   */
  ownAlone(name: string, run: (own: Ownership) => Promise<void>): () => Promise<void>
  /** Whether this process can own its names: there is no name to own, or the connection wrote a heartbeat recently. */
  isReady(): boolean
  /** A gauge of the failed runs in a row, by name. */
  readonly failuresGauge: {
    readonly name: string
    readonly help: string
    read(): Promise<readonly { readonly labels: { readonly part: string }; readonly value: number }[]>
  }
  /** Releases all ownership and closes the connection. */
  close(): Promise<void>
}

export type OwnersDeps = {
  /** A direct connection to PostgreSQL: a session-level lock does not work through a transaction pooler. */
  readonly connection: Connection
  readonly log: Log
  /** Longer in tests, so that a pause of the machine ends no ownership. */
  readonly times?: OwnerTimes
}

export type OwnerTimes = {
  /** An owner that could not write its heartbeat for this long stops, before a successor would take over. */
  readonly silentMaxMs: number
  /** The longest time for a connection or a response of PostgreSQL. */
  readonly responseMsMax: number
}

/** The pause after a failed run doubles with each further failure in a row, from this up to the maximum. */
const pauseMs = { first: 250, max: 30_000 }
/** A run that lasted this long was healthy, so its failure is the first in a row. */
const healthyMs = 60_000

/** The failed runs in a row after another one that lasted `ranMs`. */
export const failuresAfter = (failures: number, ranMs: number): number => (ranMs >= healthyMs ? 1 : failures + 1)
/** The pause in milliseconds after this number of failed runs in a row. */
export const pauseAfter = (failures: number): number => Math.min(pauseMs.max, pauseMs.first * 2 ** (failures - 1))

/** How often a process tries to own its names: often enough to take over within five seconds of an owner's last heartbeat. */
export const checkEveryMs = 250
const beatEveryMs = 1_000
export const usualTimes: OwnerTimes = { silentMaxMs: 3_000, responseMsMax: 2_500 }

/**
 * Gives each name one owner among all processes, by session-level advisory locks on one connection with a heartbeat each second. Every write
 * of an owner checks its epoch, so that a process that was paused or disconnected changes nothing when it continues.
 */
export function openOwners({ connection, log, times = usualTimes }: OwnersDeps): Owners {
  const { silentMaxMs, responseMsMax } = times
  const works = new Set<Work>()
  let session: OwnerSession | undefined
  let lastBeat = 0
  let closing = false
  let failing = false
  let checking: Promise<void> | undefined

  const timer = setInterval(() => {
    if (owned().length > 0 && lastBeat + silentMaxMs < monotonicMs()) lose('the heartbeat was not written')
    startCheck()
  }, checkEveryMs)
  timer.unref()

  /** The works whose locks belong to the current session. A run that began in a lost session owns nothing. */
  const owned = (): Work[] => [...works].filter(({ own }) => own !== undefined && own.on === session)

  /** Whether a run of this process owns the name. PostgreSQL would not stop a second one: a session that holds a lock gets it again. */
  const isOwnedHere = (name: string): boolean => [...works].some((work) => work.name === name && work.own !== undefined)

  /** Starts a check, unless one is running: a hung connection delays a check by seconds. */
  function startCheck(): void {
    checking ??= check().finally(() => (checking = undefined))
  }

  /** Opens the connection, writes the heartbeat and tries to own free names. */
  async function check(): Promise<void> {
    if (closing || works.size === 0) return
    let on: OwnerSession | undefined
    try {
      on = session ??= await openSession()
      await beatIfDue(on)
      for (const work of works) {
        if (!work.own && !work.stopped && work.restartsAtMs <= monotonicMs() && !isOwnedHere(work.name))
          await tryToOwn(on, work)
        await beatIfDue(on)
      }
      failing = false
    } catch (error) {
      // The session was lost before, so this failure is not the cause.
      if (session !== on) return
      if (!failing) log.warn({ err: error }, 'names could not be owned; the connection will be reopened')
      failing = true
      lose('a statement failed')
    }
  }

  async function openSession(): Promise<OwnerSession> {
    const opened = await openOwnerSession({ connection, responseMsMax })
    void opened.lost.then(() => session === opened && lose('the connection was lost'))
    lastBeat = -Infinity
    return opened
  }

  async function beatIfDue(on: OwnerSession): Promise<void> {
    const startedAt = monotonicMs()
    if (lastBeat + beatEveryMs > startedAt) return
    await on.beat(owned().map(({ name }) => name))
    lastBeat = startedAt
  }

  async function tryToOwn(on: OwnerSession, work: Work): Promise<void> {
    const epoch = await on.acquire(work.name)
    if (epoch === undefined || session !== on) return
    if (work.stopped || closing) return on.release(work.name)
    log.info({ name: work.name, epoch: String(epoch) }, 'this process became the owner')
    const own = { on, end: new AbortController() }
    work.own = own
    work.running = runOnce(work, own, epoch)
  }

  async function runOnce(work: Work, { on, end }: Owned, epoch: bigint): Promise<void> {
    const startedMs = monotonicMs()
    try {
      await work.run(ownership(work.name, epoch, end.signal))
      work.failures = 0
    } catch (error) {
      if (!end.signal.aborted) {
        work.failures = failuresAfter(work.failures, monotonicMs() - startedMs)
        const inMs = pauseAfter(work.failures)
        work.restartsAtMs = monotonicMs() + inMs
        log.error({ err: error, name: work.name, inMs }, 'the owned work failed and will be restarted')
      }
    }
    // A lost session has lost its locks, so a successor may be the owner by now.
    if (session === on) await on.release(work.name).catch((error: unknown) => releaseFailed(on, error))
    work.own = undefined
  }

  /** Closes the connection: it may still have the lock, and locking a name twice would need two releases. */
  function releaseFailed(on: OwnerSession, error: unknown): void {
    if (session !== on) return
    log.warn({ err: error }, 'a name could not be released; the connection will be reopened')
    lose('a name could not be released')
  }

  /** Ends everything this process owned and closes the connection immediately, which releases the locks. */
  function lose(why: string): void {
    const lost = session
    const names = owned().map(({ name }) => name)
    session = undefined
    lost?.destroy(why)
    if (names.length > 0) log.warn({ names, why }, 'this process lost its ownership')
    for (const { own } of works) own?.end.abort()
  }

  async function end(work: Work): Promise<void> {
    work.stopped = true
    work.own?.end.abort()
    await work.running
    works.delete(work)
  }

  return {
    ownAlone(name, run) {
      const work: Work = {
        name,
        run,
        stopped: false,
        own: undefined,
        running: Promise.resolve(),
        failures: 0,
        restartsAtMs: 0,
      }
      works.add(work)
      startCheck()
      return () => end(work)
    },
    isReady: () => works.size === 0 || (session !== undefined && lastBeat + silentMaxMs >= monotonicMs()),
    failuresGauge: {
      name: 'nare_owner_failures',
      help: 'Failed runs in a row of work that only one process does',
      read: async () => [...works].map(({ name, failures }) => ({ labels: { part: name }, value: failures })),
    },
    async close() {
      closing = true
      clearInterval(timer)
      await Promise.all([...works].map(end))
      await checking
      const last = session
      session = undefined
      await last?.close()
    },
  }
}

type Work = {
  readonly name: string
  readonly run: (own: Ownership) => Promise<void>
  stopped: boolean
  own: Owned | undefined
  running: Promise<void>
  /** The failed runs in a row. Another process may own the name during the pause. */
  failures: number
  restartsAtMs: number
}

/** A current run and the session whose lock it depends on. */
type Owned = { readonly on: OwnerSession; readonly end: AbortController }

function ownership(name: string, epoch: bigint, signal: AbortSignal): Ownership {
  return {
    name,
    epoch,
    signal,
    async check(tx) {
      const found = await queryRow<{ owns: boolean }>(tx)`select platform.owns(${name}, ${epoch}::bigint) as owns`
      if (!found?.owns || signal.aborted) throw new NotOwner(`this process does not own ${name}`)
    },
  }
}

/** Waits `ms` milliseconds, or until the signal aborts. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Returns when the signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
