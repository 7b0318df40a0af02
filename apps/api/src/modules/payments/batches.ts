import { batcher } from '#platform/batcher'

/** Bounds of batches of payment events. Two slots: one batch fills while the other is written. */
export const batches = { slots: 2, itemsMax: 64, queueMax: 10_000 }

const later = Symbol('after the first of this payment')

/**
 * Batches concurrent items, at most one for each payment in a batch. A second item of a payment waits for a later batch, so that its failure
 * never repeats the first. Returns undefined for a payment that `work` leaves out.
 */
export function onePerPayment<T extends { readonly id: bigint }, R>(
  work: (items: ReadonlyMap<bigint, T>) => Promise<ReadonlyMap<bigint, R>>,
): (item: T) => Promise<R | undefined> {
  const send = batcher<T, R | undefined | typeof later>({
    ...batches,
    async run(all) {
      const firsts = new Map<bigint, T>()
      for (const item of all) if (!firsts.has(item.id)) firsts.set(item.id, item)
      const done = await work(firsts)
      return all.map((item) => (firsts.get(item.id) === item ? done.get(item.id) : later))
    },
  })
  return async (item) => {
    for (;;) {
      const answer = await send(item)
      if (answer !== later) return answer
    }
  }
}
