import { monotonicMs } from './clock.ts'
import { isUnavailable, Overloaded } from './db-faults.ts'

/** Thrown for an item that was refused because the queue is full or the expected wait is too long. The item was not run. */
export class QueueFull extends Overloaded {}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }
type Group<T, R> = { all: readonly Waiting<T, R>[]; weight: number }

export type Batching<T, R> = {
  /** The maximum number of concurrent batches. */
  readonly slots: number
  readonly itemsMax: number
  /** The maximum weight of a batch, by `weigh`; unlimited by default. */
  readonly weightMax?: number
  /** The maximum number of waiting items, without those of `sendFirst`. */
  readonly queueMax: number
  /**
   * The longest expected wait of an item, estimated from the duration of earlier batches. An item is always queued while the waiting
   * items fit in one batch.
   */
  readonly waitMsMax?: number
  readonly weigh?: (item: T) => number
  /**
   * The minimum age of the newest running batch before a partly filled batch may start. The first entry applies while one batch runs, the
   * second while two run, and so on; the last entry applies to any larger number. Few large batches cost less than many small ones; the
   * limit keeps a slow batch from delaying the next items. By default every free slot is used immediately.
   */
  readonly partialBatchDelayMs?: readonly [number, ...number[]]
  /** Returns a result for each item, in the given order. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>
}

export type GroupBatcher<T, R> = {
  /** Returns a promise for each item, in the given order. */
  send(items: readonly T[]): Promise<R>[]
  /**
   * Queues items before all others and without the limits of the queue, but not to the disadvantage of accepted ones: while both wait, half of
   * the items that run are others. So an item that `send` accepted waits at most about twice as long. The caller bounds their number.
   */
  sendFirst(items: readonly T[]): Promise<R>[]
  /** Whether a further item would be refused. */
  isFull(): boolean
}

/** Batches single items, see `groupBatcher`. */
export function batcher<T, R>(batching: Batching<T, R>): (item: T) => Promise<R> {
  const { send } = groupBatcher(batching)
  return (item) => send([item])[0] ?? Promise.reject(new Error('the batch returned no result for this item'))
}

/**
 * Passes all waiting items to `run` as soon as a slot is free, so batches grow under load and a single group runs immediately. The items
 * of a group share a batch. A batch that throws runs again in halves, so one bad item makes its batch run again a few times, but every
 * other item still gets its result. If the database is unreachable, locked or too slow, the whole batch fails without another run.
 */
export function groupBatcher<T, R>({
  slots,
  itemsMax,
  weightMax = Infinity,
  queueMax,
  waitMsMax = Infinity,
  weigh = () => 1,
  partialBatchDelayMs = [0],
  run,
}: Batching<T, R>): GroupBatcher<T, R> {
  const firstQueue: Group<T, R>[] = []
  const queue: Group<T, R>[] = []
  const durations = openDurationEstimate(slots)
  /** The items of both queues. */
  let queued = 0
  let firstQueued = 0
  /** Which queue is behind while both wait: after 5 items of the first queue and 3 of the other it is 2, and the other one is next. */
  let firstAhead = 0
  let busy = 0
  let scheduled = false
  let startedMs = 0
  let startTimer: NodeJS.Timeout | undefined

  /** Starts batches after the current turn of the event loop, so that items that arrive together share a batch. */
  function schedule(): void {
    if (scheduled || busy >= slots) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      next()
    })
  }

  function next(): void {
    while (busy < slots && queued > 0 && (busy === 0 || queued >= itemsMax || sinceStart() >= partialBatchDelay()))
      start()
    if (queued > 0 && busy < slots)
      startTimer ??= setTimeout(
        () => ((startTimer = undefined), next()),
        Math.max(1, partialBatchDelay() - sinceStart()),
      )
  }

  const partialBatchDelay = (): number => partialBatchDelayMs[Math.min(busy, partialBatchDelayMs.length) - 1] ?? 0
  const sinceStart = (): number => monotonicMs() - startedMs

  function start(): void {
    busy++
    startedMs = monotonicMs()
    const batch = nextBatch()
    const ended = durations.begin({ isFull: queued > 0 || batch.length * 2 >= itemsMax })
    void runBatch(batch).finally(() => {
      busy--
      ended()
      schedule()
    })
  }

  function nextBatch(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    let weight = 0
    for (;;) {
      const bothWait = firstQueue.length > 0 && queue.length > 0
      const isFirst = bothWait ? firstAhead <= 0 : firstQueue.length > 0
      const from = isFirst ? firstQueue : queue
      const [group] = from
      if (!group) break
      const items = group.all.length
      weight += group.weight
      if (batch.length > 0 && (batch.length + items > itemsMax || weight > weightMax)) break
      from.shift()
      batch.push(...group.all)
      if (bothWait) firstAhead += isFirst ? items : -items
      if (isFirst) firstQueued -= items
    }
    queued -= batch.length
    return batch
  }

  async function runBatch(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      // `run` must return a result for each item; a missing one fails its item.
      batch.forEach((waiting, index) =>
        index < results.length
          ? waiting.resolve(results[index] as R)
          : waiting.reject(new Error('the batch returned no result for this item')),
      )
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) return batch.forEach((waiting) => waiting.reject(error))
      const half = Math.ceil(batch.length / 2)
      await runBatch(batch.slice(0, half))
      await runBatch(batch.slice(half))
    }
  }

  function isFull(more: number): boolean {
    const usual = queued - firstQueued + more
    if (usual > queueMax) return true
    const untilLast = usual + Math.min(usual, firstQueued)
    if (untilLast <= itemsMax) return false
    return durations.waitMs(Math.ceil(untilLast / itemsMax)) > waitMsMax
  }

  function send(items: readonly T[]): Promise<R>[] {
    if (isFull(items.length)) return items.map(() => Promise.reject(new QueueFull('too many items are waiting')))
    return enqueue(queue, items)
  }

  function enqueue(to: Group<T, R>[], items: readonly T[]): Promise<R>[] {
    const promises: Promise<R>[] = []
    const all = items.map((item): Waiting<T, R> => {
      const { promise, resolve, reject } = Promise.withResolvers<R>()
      promises.push(promise)
      return { item, resolve, reject }
    })
    to.push({ all, weight: items.reduce((sum, item) => sum + weigh(item), 0) })
    queued += all.length
    schedule()
    return promises
  }

  function sendFirst(items: readonly T[]): Promise<R>[] {
    firstQueued += items.length
    return enqueue(firstQueue, items)
  }

  return { send, sendFirst, isFull: () => isFull(1) }
}

const newSampleWeight = 0.2
/** The expected duration of a full batch before one has been measured. */
const initialEstimateMs = 100

/**
 * Measures how long full batches take and estimates when a further batch will end. Small batches are not measured, because they are
 * quick and do not show how long a long queue takes.
 */
function openDurationEstimate(slots: number) {
  const running = new Set<{ atMs: number }>()
  let averageMs = initialEstimateMs
  return {
    /** To be called when a batch begins; the returned function, when the batch ends. */
    begin({ isFull }: { isFull: boolean }): () => void {
      const batch = { atMs: monotonicMs() }
      running.add(batch)
      return () => {
        running.delete(batch)
        if (isFull) averageMs += newSampleWeight * (monotonicMs() - batch.atMs - averageMs)
      }
    },
    /**
     * The estimated milliseconds until the last of `batches` further batches ends. A running batch that is older than the average is
     * expected to run for as long again.
     */
    waitMs(batches: number): number {
      const now = monotonicMs()
      const free = [...running].map(({ atMs }) => {
        const age = now - atMs
        return age < averageMs ? averageMs - age : age
      })
      while (free.length < slots) free.push(0)
      let ends = 0
      for (let n = 0; n < batches; n++) {
        const first = free.indexOf(Math.min(...free))
        ends = (free[first] ?? 0) + averageMs
        free[first] = ends
      }
      return ends
    },
  }
}
