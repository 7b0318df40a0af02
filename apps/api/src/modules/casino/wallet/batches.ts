import { batchRunner, type Queued, type Tickets } from '#modules/tickets/tickets'
import { batcher } from '#platform/batcher'
import type { Db } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { invariant } from '#platform/invariant'
import { applyBatch, type Applied, type Deps, type NotApplied, type Prepared } from './apply-batch.ts'

type BatchDeps = Deps & {
  /** The connection pool that only money commands use. */
  readonly moneyDb: Db
  readonly tickets: Pick<Tickets, 'ids'>
  readonly answerMsMax: number
}

/** The weight of a call is its number of commands. */
const bounds = {
  slots: 3,
  partialBatchDelayMs: [6],
  itemsMax: 64,
  weightMax: 500,
  queueMax: 2000,
} as const
/**
 * How many calls may wait for locks at the same time, each with a connection. Further calls wait without one, so that locked bettors do not
 * use up the pool.
 */
const waitingForLocksMax = 4

/**
 * Applies calls in batches of one transaction each: a single call starts immediately, and calls that arrive meanwhile share the next batch.
 * The caller passes at most one call of a bettor at a time. A batch does not wait for locks: a call whose rows are locked is applied
 * separately, a few such calls at a time. A failing batch is split until the failing call is alone, so two calls with the same transaction
 * id are applied one after the other.
 */
export function openBatches(deps: BatchDeps): (queued: Queued<Prepared>) => Promise<Applied | 'stale'> {
  const { moneyDb, tickets } = deps
  const runner = (skipLocked: boolean) =>
    batchRunner<Prepared, Applied | NotApplied | 'late'>({
      ...{ moneyDb, ids: tickets.ids, msMax: Infinity, late: 'late' },
      idsFor: ({ call }) => call.commands.filter(({ kind }) => kind === 'debit').length,
      run: (tx, { commands: calls, ids }) => applyBatch(deps, tx, { calls, ids, skipLocked }),
      used: (applied) => (typeof applied === 'string' ? [] : applied.tickets),
    })

  const send = batcher<Queued<Prepared>, Applied | NotApplied | 'late'>({
    ...bounds,
    // A call that would wait for half of its time is refused immediately.
    waitMsMax: deps.answerMsMax / 2,
    weigh: ({ command: { call } }) => call.commands.length,
    run: runner(true),
  })

  const sendSeparately = batcher<Queued<Prepared>, Applied | NotApplied | 'late'>({
    ...{ slots: waitingForLocksMax, itemsMax: 1, queueMax: bounds.queueMax },
    run: runner(false),
  })

  return async (queued) => {
    const result = await send(queued)
    if (result === 'late') throw new Overloaded('a call waited too long for its batch')
    if (result !== 'locked') return result
    const separate = await sendSeparately(queued)
    if (separate === 'late') throw new Overloaded('a call waited too long for a lock')
    invariant(typeof separate === 'object' || separate === 'stale', 'a call that waits for its locks is applied')
    return separate
  }
}
