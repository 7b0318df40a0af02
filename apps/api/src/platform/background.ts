import { monotonicMs } from './clock.ts'
import { isReachable, type Db } from './db.ts'
import { isUnavailable } from './db-faults.ts'
import { openRepeatedFailures, type Log } from './log.ts'
import { NotOwner } from './owners.ts'

/** Rows that background work is due on. */
export type DueRows<T> = {
  /** What a row is, for the log and the gauge: 'fantasy week'. */
  readonly what: string
  /** The id of a row in the log. */
  readonly id: (row: T) => string | number | bigint
  /**
   * Reads or claims the next due rows, at most `count`; `after` is the last row of the read before. A row that comes again in one run is left
   * out, and the run ends when a read has no other.
   */
  readonly next: (given: { after: T | undefined; count: number }) => Promise<readonly T[]>
  /** Works on a row, in transactions of its own. Several processes may do so at the same time. */
  readonly work: (row: T) => Promise<unknown>
  /** Stores the failure of a row, for example when it is due again. */
  readonly failed?: (row: T, error: unknown) => Promise<unknown>
  /** The maximum number of rows of a run, by default 5,000. */
  readonly most?: number
  /** How many rows are worked on at the same time, by default one. */
  readonly atOnce?: number
  /** Reads no more rows after this time, by default without a limit, so that slow rows delay other work of the same job only so long. */
  readonly forMs?: number
  /** Ends the run before the next row. */
  readonly signal?: AbortSignal
}

export type Background = ReturnType<typeof openBackground>

type Deps = { readonly db: Db; readonly log: Log; readonly nowMs?: () => number }

const mostDefault = 5_000
/** How many rows a read asks for. Rows that are worked on at the same time may be claimed, so no more are read than are begun now. */
const rowsInRead = 200

/**
 * Opens the background work on rows, in one way for all areas: a row that fails is logged by its id, less and less often, and never stops the next
 * one. After five failures in a row it rests, from one second up to about four minutes.
 */
export function openBackground({ db, log, nowMs = monotonicMs }: Deps) {
  const failuresByKind = new Map<string, ReturnType<typeof openRepeatedFailures>>()
  let stopped = false

  function failuresOf(what: string): ReturnType<typeof openRepeatedFailures> {
    const failures = failuresByKind.get(what) ?? openRepeatedFailures(nowMs)
    failuresByKind.set(what, failures)
    return failures
  }

  function logFailure(what: string, id: string, error: unknown): void {
    const tries = failuresOf(what).failed(id)
    if (tries !== undefined) log.error({ err: error, what, row: id, tries }, 'work on a row failed and will be retried')
  }

  /** Runs work on one row. Its failure is logged as those of due rows, not thrown. Returns whether it succeeded. */
  async function attempt(what: string, id: string | number | bigint, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      failuresOf(what).done(String(id))
      return true
    } catch (error) {
      logFailure(what, String(id), error)
      return false
    }
  }

  /**
   * Works through the rows that are due, at most `most`; every row that was read is begun. Throws if the rows cannot be read,
   * if the database does not answer, and if ownership was lost.
   */
  async function workThroughDue<T>(due: DueRows<T>): Promise<{ done: number; failed: number }> {
    const { what, work, most = mostDefault, atOnce = 1, forMs = Infinity, signal } = due
    const endsAtMs = nowMs() + forMs
    const seen = new Set<string>()
    const waiting: T[] = []
    const count = { done: 0, failed: 0 }
    const failures = failuresOf(what)
    const idOf = (row: T): string => String(due.id(row))
    let begun = 0
    let isEmpty = false
    let after: T | undefined
    let reading: Promise<void> | undefined
    let fault: { readonly error: unknown } | undefined

    const mayBegin = (): boolean => !fault && !stopped && !signal?.aborted

    async function read(): Promise<void> {
      const rows = await due.next({ after, count: Math.min(atOnce > 1 ? atOnce : rowsInRead, most - begun) })
      after = rows.at(-1)
      const fresh = rows.filter((row) => !seen.has(idOf(row)))
      isEmpty = fresh.length === 0
      for (const row of fresh) seen.add(idOf(row))
      waiting.push(...fresh.filter((row) => !failures.rests(idOf(row))))
    }

    async function workOn(row: T): Promise<void> {
      begun++
      try {
        await work(row)
        failures.done(idOf(row))
        count.done++
      } catch (error) {
        await throwIfAll(error, signal)
        count.failed++
        logFailure(what, idOf(row), error)
        await due.failed?.(row, error).catch((second: unknown) => throwIfAll(second, signal))
      }
    }

    async function lane(): Promise<void> {
      while (mayBegin()) {
        const row = waiting.shift()
        if (row !== undefined) await workOn(row)
        else if (isEmpty || begun >= most || nowMs() >= endsAtMs) return
        else await (reading ??= read().finally(() => (reading = undefined)))
      }
    }

    await Promise.all(
      Array.from({ length: atOnce }, () => lane().catch((error: unknown) => void (fault ??= { error }))),
    )
    if (fault) throw fault.error
    return count
  }

  /** Throws a failure that concerns all rows: ownership was lost, or the database does not answer. Other services may fail for one row. */
  async function throwIfAll(error: unknown, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted || error instanceof NotOwner) throw error
    if (isUnavailable(error) && !(await isReachable(db))) throw error
  }

  return {
    attempt,
    workThroughDue,
    /** Begins no more rows: the server closes. */
    stop: (): void => void (stopped = true),
    /** A gauge of the age of the oldest row that still fails, by what the rows are. */
    failingGauge: {
      name: 'nare_row_failing_seconds',
      help: 'Seconds since the first failure of the oldest row that background work fails on',
      read: async () =>
        [...failuresByKind].map(([part, failures]) => ({ labels: { part }, value: failures.oldestMs() / 1000 })),
    },
  }
}
