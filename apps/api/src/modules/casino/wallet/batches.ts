import type { Betting } from '#modules/betting/betting'
import { batcher } from '#platform/batcher'
import { monotonicMs } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { invariant } from '#platform/invariant'
import { applyTogether, type Applied, type Deps, type NotApplied, type Prepared } from './together.ts'

/** A prepared call; what is not committed at `untilMs`, monotonic, is not done at all. */
export type Queued = Prepared & { readonly untilMs: number }

type BatchDeps = Deps & {
  /** The database over the connections for money. */
  readonly money: Db
  readonly betting: Pick<Betting, 'ticketIds'>
}

/** Providers wait three to five seconds, so a call that would wait longer than two is refused at once. A call weighs its commands. */
const bounds = {
  slots: 3,
  partialBatchDelayMs: [6],
  itemsMax: 64,
  weightMax: 500,
  queueMax: 2000,
  waitMsMax: 2000,
} as const
/** How many calls wait for locks at once, each with a connection. Further ones wait without, so that locked bettors leave the rest to all others. */
const waitingForLocksMax = 4

/**
 * Applies calls in batches, each one transaction: a lone call starts at once, and those that arrive meanwhile share the next one. The
 * caller passes at most one call of a bettor at a time. A batch waits for no lock: a call whose rows are locked is applied by itself, a few
 * of these at a time. A batch that fails is split down to the call at fault, so two calls with one transaction id are applied one after the other.
 */
export function openBatches(deps: BatchDeps): (queued: Queued) => Promise<Applied | 'stale'> {
  const { money, betting } = deps

  async function run(calls: readonly Queued[], { skipLocked }: { skipLocked: boolean }) {
    const stakes = calls.reduce((sum, { call }) => sum + call.commands.filter(({ kind }) => kind === 'debit').length, 0)
    // Reserved here: it may need a connection of its own, and those who wait for it must not hold one.
    const ids = await betting.ticketIds.reserve(stakes)
    const untilMs = Math.min(...calls.map((one) => one.untilMs))
    const applied = await transact(money, (tx) => applyTogether(deps, tx, { calls, ids, skipLocked }), { untilMs })
    const used = new Set(applied.flatMap((one) => (typeof one === 'string' ? [] : one.tickets)))
    betting.ticketIds.release(ids.filter((id) => !used.has(id)))
    return applied
  }

  async function applyInTime(queued: readonly Queued[], how: { skipLocked: boolean }) {
    const nowMs = monotonicMs()
    const inTime = queued.filter(({ untilMs }) => untilMs > nowMs)
    const applied = inTime.length > 0 ? await run(inTime, how) : []
    const byCall = new Map(inTime.map((one, n) => [one, applied[n]]))
    return queued.map((one) => byCall.get(one) ?? 'late')
  }

  const send = batcher<Queued, Applied | NotApplied | 'late'>({
    ...bounds,
    weigh: ({ call }) => call.commands.length,
    run: (queued) => applyInTime(queued, { skipLocked: true }),
  })

  const sendAlone = batcher<Queued, Applied | NotApplied | 'late'>({
    ...{ slots: waitingForLocksMax, itemsMax: 1, queueMax: bounds.queueMax },
    run: (queued) => applyInTime(queued, { skipLocked: false }),
  })

  return async (queued) => {
    const together = await send(queued)
    if (together === 'late') throw new Overloaded('a call waited too long for its batch')
    if (together !== 'locked') return together
    const alone = await sendAlone(queued)
    if (alone === 'late') throw new Overloaded('a call waited too long for a lock')
    invariant(typeof alone === 'object' || alone === 'stale', 'a call that waits for its locks is applied')
    return alone
  }
}
