import { monotonicMs } from './clock.ts'
import { isUnavailable, Overloaded } from './db-faults.ts'

/** Refuses an item that would wait too long. It never ran. */
export class QueueFull extends Overloaded {}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (fault: unknown) => void }
type Group<T, R> = { all: readonly Waiting<T, R>[]; weight: number }

export type Batching<T, R> = {
  /** How many batches run at once. */
  readonly slots: number
  readonly itemsMax: number
  /** The most weight of a batch, by `weigh`; unlimited by default. */
  readonly weightMax?: number
  /** How many items may wait. */
  readonly queueMax: number
  /**
   * The longest expected wait of an item, estimated from the duration of batches; items that fit in one batch may always
   * wait.
   */
  readonly waitMsMax?: number
  readonly weigh?: (item: T) => number
  /**
   * How long the newest batch runs before a further one that is not full starts beside it: beside one running batch, two, and so on; the
   * last entry stands for all more. Few large batches cost less than many small ones; this bounds what a slow batch costs the items
   * behind it. Without it every free slot is used immediately.
   */
  readonly besideMs?: readonly [number, ...number[]]
  /** Returns a result for each item, in the given order. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>
}

export type GroupBatcher<T, R> = {
  /** Returns a promise for each item, in the given order. */
  send(items: readonly T[]): Promise<R>[]
  /** Whether a further item would be refused. */
  isFull(): boolean
}

/** One item at a time, see `groupBatcher`. */
export function batcher<T, R>(batching: Batching<T, R>): (item: T) => Promise<R> {
  const { send } = groupBatcher(batching)
  return (item) => send([item])[0] ?? Promise.reject(new Error('no answer'))
}

/**
 * Passes all waiting items to `run` as soon as a slot is free: under load the batches grow, and a lone group does not wait. The items
 * of a group share a batch. A batch that throws runs again in halves, so that one bad item costs its batch a few runs and no other
 * item its result. Where the database is unreachable, locked or too slow, the whole batch fails at once.
 */
export function groupBatcher<T, R>({
  slots,
  itemsMax,
  weightMax = Infinity,
  queueMax,
  waitMsMax = Infinity,
  weigh = () => 1,
  besideMs = [0],
  run,
}: Batching<T, R>): GroupBatcher<T, R> {
  const queue: Group<T, R>[] = []
  const pace = openPace(slots)
  let queued = 0
  let busy = 0
  let scheduled = false
  let startedMs = 0
  let later: NodeJS.Timeout | undefined

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
    while (busy < slots && queue.length > 0 && (busy === 0 || queued >= itemsMax || sinceStart() >= waitBeside()))
      start()
    if (queue.length > 0 && busy < slots)
      later ??= setTimeout(() => ((later = undefined), next()), Math.max(1, waitBeside() - sinceStart()))
  }

  const waitBeside = (): number => besideMs[Math.min(busy, besideMs.length) - 1] ?? 0
  const sinceStart = (): number => monotonicMs() - startedMs

  function start(): void {
    busy++
    startedMs = monotonicMs()
    const batch = nextBatch()
    const ended = pace.begin({ isFull: queue.length > 0 || batch.length * 2 >= itemsMax })
    void serve(batch).finally(() => {
      busy--
      ended()
      schedule()
    })
  }

  function nextBatch(): Waiting<T, R>[] {
    let weight = 0
    let items = 0
    let count = 0
    for (const group of queue) {
      weight += group.weight
      items += group.all.length
      if (count > 0 && (items > itemsMax || weight > weightMax)) break
      count++
    }
    const batch = queue.splice(0, count).flatMap((group) => group.all)
    queued -= batch.length
    return batch
  }

  async function serve(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      // `run` must return a result for each item; a missing one fails its item.
      batch.forEach((waiting, index) =>
        index < results.length ? waiting.resolve(results[index] as R) : waiting.reject(new Error('no answer')),
      )
    } catch (fault) {
      if (batch.length === 1 || isUnavailable(fault)) return batch.forEach((waiting) => waiting.reject(fault))
      const half = Math.ceil(batch.length / 2)
      await serve(batch.slice(0, half))
      await serve(batch.slice(half))
    }
  }

  function isFull(more: number): boolean {
    if (queued + more > queueMax) return true
    if (queued + more <= itemsMax) return false
    return pace.waitMs(Math.ceil((queued + more) / itemsMax)) > waitMsMax
  }

  function send(items: readonly T[]): Promise<R>[] {
    const full = isFull(items.length)
    const promises: Promise<R>[] = []
    const all = items.map((item): Waiting<T, R> => {
      const { promise, resolve, reject } = Promise.withResolvers<R>()
      promises.push(promise)
      return { item, resolve, reject }
    })
    if (full) {
      for (const { reject } of all) reject(new QueueFull('too many are waiting'))
      return promises
    }
    queue.push({ all, weight: items.reduce((sum, item) => sum + weigh(item), 0) })
    queued += all.length
    schedule()
    return promises
  }

  return { send, isFull: () => isFull(1) }
}

const newest = 0.2
/** What a full batch is expected to take before one has been measured. */
const firstMs = 100

/**
 * Measures how long full batches take and estimates how long a further one waits for its end. Small batches are not
 * measured: they are quick and do not show how long a long queue takes.
 */
function openPace(slots: number) {
  const begun = new Set<{ atMs: number }>()
  let usualMs = firstMs
  return {
    /** Call it when a batch begins, and the returned function when the batch ends. */
    begin({ isFull }: { isFull: boolean }): () => void {
      const batch = { atMs: monotonicMs() }
      begun.add(batch)
      return () => {
        begun.delete(batch)
        if (isFull) usualMs += newest * (monotonicMs() - batch.atMs - usualMs)
      }
    },
    /** In how many milliseconds the last of `batches` further batches ends. One that already took unusually long is expected to take as long again. */
    waitMs(batches: number): number {
      const now = monotonicMs()
      const free = [...begun].map(({ atMs }) => {
        const age = now - atMs
        return age < usualMs ? usualMs - age : age
      })
      while (free.length < slots) free.push(0)
      let ends = 0
      for (let n = 0; n < batches; n++) {
        const first = free.indexOf(Math.min(...free))
        ends = (free[first] ?? 0) + usualMs
        free[first] = ends
      }
      return ends
    },
  }
}
