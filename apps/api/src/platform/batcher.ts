/** Refuses what would make the queue longer than `queueMost`. */
export class QueueFull extends Error {}

type Waiting<T, R> = { item: T; weight: number; resolve: (result: R) => void; reject: (fault: unknown) => void }

export type Batching<T, R> = {
  /** How many batches run at once. */
  readonly slots: number
  readonly itemsMost: number
  /** How much a batch may weigh, by `weigh`; without them only `itemsMost` counts. */
  readonly weightMost?: number
  readonly queueMost: number
  readonly weigh?: (item: T) => number
  /** Answers each item in the order given. */
  readonly run: (items: readonly T[]) => Promise<readonly R[]>
}

/**
 * Hands whatever is waiting to `run` the moment a slot is free: under load the batches grow by themselves, and a lone
 * item waits for nobody. A batch that faults is run again item by item, once, so that a fault harms only its own item.
 */
export function batcher<T, R>({
  slots,
  itemsMost,
  weightMost = Infinity,
  queueMost,
  weigh = () => 1,
  run,
}: Batching<T, R>): (item: T) => Promise<R> {
  const queue: Waiting<T, R>[] = []
  let busy = 0
  let looking = false

  /** Looks once for all that one turn of the event loop brings: what arrives together shall go together. */
  function look(): void {
    if (looking || busy >= slots) return
    looking = true
    setImmediate(() => {
      looking = false
      next()
    })
  }

  function next(): void {
    while (busy < slots && queue.length > 0) {
      busy++
      void serve(take()).finally(() => {
        busy--
        look()
      })
    }
  }

  function take(): Waiting<T, R>[] {
    let weight = 0
    let count = 0
    for (const waiting of queue) {
      weight += waiting.weight
      if (count > 0 && (count >= itemsMost || weight > weightMost)) break
      count++
    }
    return queue.splice(0, count)
  }

  async function serve(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      // `run` answers as many as it is given; anything else is a fault of its item.
      batch.forEach((waiting, index) =>
        index < results.length ? waiting.resolve(results[index] as R) : waiting.reject(new Error('no answer')),
      )
    } catch (fault) {
      const [lone] = batch
      if (batch.length === 1) return lone?.reject(fault)
      for (const waiting of batch) await serve([waiting])
    }
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      if (queue.length >= queueMost) return reject(new QueueFull('too many are waiting'))
      queue.push({ item, weight: weigh(item), resolve, reject })
      look()
    })
}
