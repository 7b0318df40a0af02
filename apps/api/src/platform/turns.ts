/** Thrown when too many commands of one bettor are waiting, or when a command waited too long for its turn. The command was not run. */
export class TooManyWaiting extends Error {
  /** Fastify's name for the status of an error that a handler throws. */
  readonly statusCode = 429
  /** In milliseconds. */
  readonly retryAfter = 1000
}

/** Where a command waits, for example in the queue of one bettor. */
export type QueueEntry = {
  readonly key: string
  /** Concurrent commands of one key with the same `sharedKey` run once and share the result; undefined shares with none. */
  readonly sharedKey: string | undefined
  /**
   * Whether the command returns from the delay of live bets. Delayed commands run before all others, in the order of their return, without
   * the limits on waiting commands and on waiting time. So a bettor cannot make an accepted live bet fail by sending other commands.
   */
  readonly isDelayed?: boolean
  /**
   * The kind of a command that protects the bettor, for example `self-exclude`. Such commands run before all others that are not delayed and
   * have no limit on waiting time; the limit on waiting commands counts only those of the same kind. So a bettor's own stakes cannot keep
   * the bettor from self-exclusion. They run after delayed commands, because many of them could make an accepted live bet fail.
   */
  readonly protection?: string | undefined
  /** Whether a command that protects runs before the other ones, as self-exclusion does: waiting changes of limits cannot delay it. */
  readonly isUrgent?: boolean
  /** A lower maximum of waiting commands than that of the queue. */
  readonly waitingMax?: number
}

/**
 * Runs the commands of one key, for example of one bettor, one after the other; keys do not wait for each other. A waiting command
 * uses no database connection. Throws `TooManyWaiting` if too many commands of the key wait, or if the turn does not come in time.
 */
export type Turns = {
  /** Runs `work` after all earlier work of its key has ended. */
  runAlone<R>(entry: QueueEntry, work: () => Promise<R>): Promise<R>
  /**
   * Defines work that can be grouped: up to `itemsMax` consecutive items of one queue run in one turn. `run` returns a promise for each
   * item, in the given order. The turn ends when all of them have settled.
   */
  grouped<T, R>(
    itemsMax: number,
    run: (items: readonly T[]) => readonly Promise<R>[],
  ): (entry: QueueEntry, item: T) => Promise<R>
  /** The longest wait of a command for its turn. */
  readonly waitMsMax: number
}

/** The order in which waiting commands run. */
type Lane = 0 | 1 | 2 | 3
const [delayedLane, urgentLane, protectionLane, usualLane] = [0, 1, 2, 3] as const

function laneOf({ isDelayed, protection, isUrgent }: QueueEntry): Lane {
  if (isDelayed) return delayedLane
  if (protection === undefined) return usualLane
  return isUrgent ? urgentLane : protectionLane
}

type Kind = { readonly itemsMax: number; readonly run: (items: readonly Waiting[]) => readonly Promise<unknown>[] }
type Waiting = {
  readonly kind: Kind
  readonly work: unknown
  readonly lane: Lane
  readonly protection: string | undefined
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  timeout: NodeJS.Timeout | undefined
}
type KeyQueue = { waiting: Waiting[]; running: boolean; readonly inFlight: Map<string, Promise<unknown>> }

/** Turns within this process. `queueMax` counts the waiting commands of a key, without the running one. */
export function turnsInMemory({ queueMax = 200, waitMsMax = 10_000 } = {}): Turns {
  const queues = new Map<string, KeyQueue>()

  function enqueue<R>(entry: QueueEntry, kind: Kind, work: unknown): Promise<R> {
    const { key, sharedKey, protection, waitingMax = queueMax } = entry
    const queue = queues.get(key) ?? { waiting: [], running: false, inFlight: new Map<string, Promise<unknown>>() }
    const existing = sharedKey === undefined ? undefined : queue.inFlight.get(sharedKey)
    if (existing) return existing as Promise<R>
    const lane = laneOf(entry)
    const rivals =
      protection === undefined ? queue.waiting : queue.waiting.filter((one) => one.protection === protection)
    if (lane !== delayedLane && rivals.length >= Math.min(waitingMax, queueMax))
      return Promise.reject(new TooManyWaiting('too many commands of this bettor are waiting'))
    queues.set(key, queue)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const waiting: Waiting = { kind, work, lane, protection, resolve, reject, timeout: undefined }
    const behind = queue.waiting.findIndex((one) => one.lane > lane)
    queue.waiting.splice(behind < 0 ? queue.waiting.length : behind, 0, waiting)
    if (sharedKey !== undefined) {
      queue.inFlight.set(sharedKey, promise)
      const leave = () => void queue.inFlight.delete(sharedKey)
      promise.then(leave, leave)
    }
    if (!queue.running) startTurn(key, queue)
    else if (lane === usualLane) waiting.timeout = setTimeout(() => expire(queue, waiting), waitMsMax)
    return promise as Promise<R>
  }

  function expire(queue: KeyQueue, waiting: Waiting): void {
    queue.waiting.splice(queue.waiting.indexOf(waiting), 1)
    waiting.reject(new TooManyWaiting('the turn did not come in time'))
  }

  /** Starts the next turn in the next iteration of the event loop, so that commands that arrive together share it. */
  function startTurn(key: string, queue: KeyQueue): void {
    queue.running = true
    setImmediate(() => {
      const [first] = queue.waiting
      if (!first) return void queues.delete(key)
      const others = queue.waiting.findIndex(({ kind }) => kind !== first.kind)
      const sameKind = others < 0 ? queue.waiting.length : others
      const group = queue.waiting.splice(0, Math.min(first.kind.itemsMax, sameKind))
      for (const { timeout } of group) clearTimeout(timeout)
      void runGroup(first.kind, group).finally(() => startTurn(key, queue))
    })
  }

  async function runGroup(kind: Kind, group: readonly Waiting[]): Promise<void> {
    const results = startRun(kind, group)
    await Promise.all(
      group.map(async ({ resolve, reject }, index) => {
        try {
          resolve(await results[index])
        } catch (error) {
          reject(error)
        }
      }),
    )
  }

  const single: Kind = { itemsMax: 1, run: (items) => items.map(({ work }) => (work as () => Promise<unknown>)()) }

  return {
    runAlone: (entry, work) => enqueue(entry, single, work),
    grouped<T, R>(itemsMax: number, run: (items: readonly T[]) => readonly Promise<R>[]) {
      const kind: Kind = { itemsMax, run: (items) => run(items.map(({ work }) => work as T)) }
      return (entry: QueueEntry, item: T) => enqueue<R>(entry, kind, item)
    },
    waitMsMax,
  }
}

/** An error that `run` throws synchronously rejects every item. */
function startRun(kind: Kind, group: readonly Waiting[]): readonly Promise<unknown>[] {
  try {
    return kind.run(group)
  } catch (error) {
    return group.map(() => Promise.reject(error))
  }
}
