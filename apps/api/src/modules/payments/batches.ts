import { batcher } from '#platform/batcher'

/** Limits for batches of payment events. Two slots: one batch fills while the other is written. */
export const batches = { slots: 2, itemsMax: 64, queueMax: 10_000 }

const retryInNextBatch = Symbol('another item of this payment is in the batch')

/**
 * Batches concurrent items, at most one item for each payment in a batch. A second item of a payment waits for a later batch, so that the
 * first item is not run again if the second one fails. Returns undefined for a payment that is missing from the result of `work`.
 */
export function onePerPayment<T extends { readonly id: bigint }, R>(
  work: (items: ReadonlyMap<bigint, T>) => Promise<ReadonlyMap<bigint, R>>,
): (item: T) => Promise<R | undefined> {
  const send = batcher<T, R | undefined | typeof retryInNextBatch>({
    ...batches,
    async run(all) {
      const firsts = new Map<bigint, T>()
      for (const item of all) if (!firsts.has(item.id)) firsts.set(item.id, item)
      const results = await work(firsts)
      return all.map((item) => (firsts.get(item.id) === item ? results.get(item.id) : retryInNextBatch))
    },
  })
  return async (item) => {
    for (;;) {
      const answer = await send(item)
      if (answer !== retryInNextBatch) return answer
    }
  }
}
