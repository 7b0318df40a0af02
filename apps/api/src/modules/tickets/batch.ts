import { monotonicMs } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import type { TicketIds } from './ids.ts'

/** Thrown by the write of a batch that a concurrent batch has outrun, with the keys of what both changed. The batch rolls back and is decided again. */
export class BatchConflict extends Error {
  readonly keys: readonly string[]
  constructor(keys: readonly string[]) {
    super('a concurrent batch changed the facts of this one')
    this.keys = keys
  }
}

/** Commands with the bet ids that they may use. `conflicts`: the keys of the conflicts that undid earlier tries. */
export type BatchTry<C> = {
  readonly commands: readonly C[]
  readonly ids: readonly bigint[]
  readonly conflicts: readonly string[]
}

/** A command that waits for its batch. It is not run after `untilMs`, in milliseconds of `monotonicMs`, and not committed either. */
export type Queued<C> = { readonly command: C; readonly untilMs: number }

type Deps<C, R> = {
  readonly moneyDb: Db
  readonly ids: TicketIds
  /** How many bet ids a command may use, by default one. */
  readonly idsFor?: (command: C) => number
  readonly run: (tx: Tx, batch: BatchTry<C>) => Promise<readonly R[]>
  /** The bet ids that a result has used. */
  readonly used: (result: R) => readonly bigint[]
  /** The result of a command whose time was over before its batch. */
  readonly late: R
  /** The longest transaction of a batch, by default `databaseMsMax`. */
  readonly msMax?: number
}

/** The longest transaction of a batch of stakes, in addition to the wait for it that is accepted. */
export const databaseMsMax = 10_000

/**
 * Runs batches of commands, each in one transaction that commits in time or not at all. The ids are reserved before it, because that may need
 * another connection. Returns a result for each command.
 */
export function batchRunner<C, R>({
  moneyDb,
  ids,
  idsFor = () => 1,
  run,
  used,
  late,
  msMax = databaseMsMax,
}: Deps<C, R>) {
  async function runInTime(inTime: readonly Queued<C>[], nowMs: number): Promise<readonly R[]> {
    const commands = inTime.map(({ command }) => command)
    const untilMs = Math.min(nowMs + msMax, ...inTime.map((one) => one.untilMs))
    const reserved = await ids.reserve(commands.reduce((sum, command) => sum + idsFor(command), 0))
    const conflicts: string[] = []
    for (;;) {
      try {
        const results = await transact(moneyDb, (tx) => run(tx, { commands, ids: reserved, conflicts }), { untilMs })
        const usedIds = new Set(results.flatMap(used))
        ids.release(reserved.filter((id) => !usedIds.has(id)))
        return results
      } catch (error) {
        if (!(error instanceof BatchConflict)) throw error
        conflicts.push(...error.keys)
      }
    }
  }

  return async (queued: readonly Queued<C>[]): Promise<R[]> => {
    const nowMs = monotonicMs()
    const inTime = queued.filter(({ untilMs }) => untilMs > nowMs)
    const results = inTime.length > 0 ? await runInTime(inTime, nowMs) : []
    const byCommand = new Map(inTime.map((one, n) => [one, results[n]]))
    return queued.map((one) => byCommand.get(one) ?? late)
  }
}
