import type { Tickets } from '#modules/tickets/tickets'
import { batcher } from '#platform/batcher'
import { monotonicMs } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { invariant } from '#platform/invariant'
import { applyBatch, type Applied, type Deps, type NotApplied, type Prepared } from './apply-batch.ts'

/** A prepared call. If it is not committed by `untilMs` (monotonic), it is not applied. */
export type Queued = Prepared & { readonly untilMs: number }

type BatchDeps = Deps & {
  /** The connection pool that only money commands use. */
  readonly money: Db
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
export function openBatches(deps: BatchDeps): (queued: Queued) => Promise<Applied | 'stale'> {
  const { money, tickets } = deps

  async function run(calls: readonly Queued[], { skipLocked }: { skipLocked: boolean }) {
    const stakes = calls.reduce((sum, { call }) => sum + call.commands.filter(({ kind }) => kind === 'debit').length, 0)
    // Reserved before the transaction: reserving may need another connection, and callers must not occupy one while they wait.
    const ids = await tickets.ids.reserve(stakes)
    const untilMs = Math.min(...calls.map((one) => one.untilMs))
    const applied = await transact(money, (tx) => applyBatch(deps, tx, { calls, ids, skipLocked }), { untilMs })
    const used = new Set(applied.flatMap((one) => (typeof one === 'string' ? [] : one.tickets)))
    tickets.ids.release(ids.filter((id) => !used.has(id)))
    return applied
  }

  async function applyInTime(queued: readonly Queued[], options: { skipLocked: boolean }) {
    const nowMs = monotonicMs()
    const live = queued.filter(({ untilMs }) => untilMs > nowMs)
    const applied = live.length > 0 ? await run(live, options) : []
    const byCall = new Map(live.map((one, n) => [one, applied[n]]))
    return queued.map((one) => byCall.get(one) ?? 'late')
  }

  const send = batcher<Queued, Applied | NotApplied | 'late'>({
    ...bounds,
    // A call that would wait for half of its time is refused immediately.
    waitMsMax: deps.answerMsMax / 2,
    weigh: ({ call }) => call.commands.length,
    run: (queued) => applyInTime(queued, { skipLocked: true }),
  })

  const sendSeparately = batcher<Queued, Applied | NotApplied | 'late'>({
    ...{ slots: waitingForLocksMax, itemsMax: 1, queueMax: bounds.queueMax },
    run: (queued) => applyInTime(queued, { skipLocked: false }),
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
