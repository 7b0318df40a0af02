import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { monotonicMs } from './clock.ts'
import type { Connection, Tx } from './db.ts'
import { openOwnerSession, type OwnerSession } from './owner-session.ts'
import type { Log } from './log.ts'

/** The right to do a named thing alone, for as long as `signal` has not aborted. */
export type Ownership = {
  readonly epoch: bigint
  /** Aborts when the right ends: the process stops, or its connection was silent. */
  readonly signal: AbortSignal
  /** Throws `NotOwner` unless this is still the owner. To be called in each transaction that writes, before it writes. */
  check(tx: Tx): Promise<void>
}

/** Another process has taken over meanwhile; the transaction rolls back. */
export class NotOwner extends Error {}

export type Owners = {
  /**
   * Runs `run` in one process among all that work on this database, again and again until the function that is returned
   * is called, which waits for its end. `run` returns soon after its signal aborts. A fault is logged and it runs again.
   */
  ownAlone(name: string, run: (own: Ownership) => Promise<void>): () => Promise<void>
  /** Gives everything up and closes the connection. */
  close(): Promise<void>
}

export type OwnersDeps = {
  /** Straight to PostgreSQL: a session's lock does not survive a pooler that hands its connections around. */
  readonly connection: Connection
  readonly log: Log
}

const lookEveryMs = 500
const beatEveryMs = 1_000
/** An owner that could not write its heartbeat for so long stops by itself; it is shorter than a successor's patience. */
const silentMostMs = 3_000

/**
 * One owner among all processes for each named thing. Holds session-level advisory locks on one connection with a
 * heartbeat a second. What an owner writes is checked against its epoch, so that a process that was frozen or cut off
 * changes nothing when it wakes.
 */
export function openOwners({ connection, log }: OwnersDeps): Owners {
  const works = new Set<Work>()
  let session: OwnerSession | undefined
  let lastBeat = 0
  let closing = false
  let failing = false
  let turn: Promise<void> = Promise.resolve()

  const timer = setInterval(() => {
    if (owned().length > 0 && lastBeat + silentMostMs < monotonicMs()) lose('its heartbeat was not written')
    turn = turn.then(look, look)
  }, lookEveryMs)
  timer.unref()

  /** What the present session holds: a run that ends late under one that was lost owns nothing. */
  const owned = (): Work[] => [...works].filter(({ own }) => own !== undefined && own.on === session)

  /** One look at a time: the connection is opened, the heartbeat written, and what is free is taken. */
  async function look(): Promise<void> {
    if (closing || works.size === 0) return
    try {
      session ??= await openSession()
      const on = session
      await beatIfDue(on)
      for (const work of works) {
        if (!work.own && !work.stopped) await take(on, work)
        await beatIfDue(on)
      }
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'the connection that owns live things failed; it is tried again')
      failing = true
      lose('the connection failed')
    }
  }

  async function openSession(): Promise<OwnerSession> {
    const opened = await openOwnerSession({ connection })
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

  async function take(on: OwnerSession, work: Work): Promise<void> {
    const epoch = await on.take(work.name)
    if (epoch === undefined || session !== on) return
    if (work.stopped || closing) return on.release(work.name)
    log.info({ name: work.name, epoch: String(epoch) }, 'this process owns a live thing')
    const own = { on, end: new AbortController() }
    work.own = own
    work.running = runOnce(work, own, epoch)
  }

  async function runOnce(work: Work, { on, end }: Owned, epoch: bigint): Promise<void> {
    try {
      await work.run(ownership(work.name, epoch, end.signal))
    } catch (error) {
      if (!end.signal.aborted) log.error({ err: error, name: work.name }, 'a live thing failed; it starts again')
    }
    // The locks of a session that was lost went with it: what it held may be a successor's by now.
    if (session === on) await on.release(work.name).catch(() => undefined)
    work.own = undefined
  }

  /** Everything that this process owned ends; the connection is closed at once, and with it the locks. */
  function lose(why: string): void {
    const lost = session
    const names = owned().map(({ name }) => name)
    session = undefined
    lost?.destroy()
    if (names.length > 0) log.warn({ names, why }, 'this process owns nothing any more')
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
      const work: Work = { name, run, stopped: false, own: undefined, running: Promise.resolve() }
      works.add(work)
      turn = turn.then(look, look)
      return () => end(work)
    },
    async close() {
      closing = true
      clearInterval(timer)
      await Promise.all([...works].map(end))
      await turn.catch(() => undefined)
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
}

/** A right while its run goes on, and the session whose lock it is. */
type Owned = { readonly on: OwnerSession; readonly end: AbortController }

function ownership(name: string, epoch: bigint, signal: AbortSignal): Ownership {
  return {
    epoch,
    signal,
    async check(tx) {
      const found = await sql<{ owns: boolean }>`select platform.owns(${name}, ${epoch}::bigint) as owns`.execute(tx)
      if (!found.rows[0]?.owns || signal.aborted) throw new NotOwner(`${name} has another owner`)
    },
  }
}

/** Waits, or returns at once when the right to go on ends. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/** Returns when the right to go on ends. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
