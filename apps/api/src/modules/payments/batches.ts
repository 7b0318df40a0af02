import { batcher } from '#platform/batcher'

/** How news of payments go together: two batches at once, so that one fills while the other is written. */
export const batches = { slots: 2, itemsMost: 64, queueMost: 10_000 }

/**
 * Does together what comes at the same moment, one item a payment in each transaction that `work` makes: a second item on the same
 * payment is done after the first. Answers undefined for a payment that `work` leaves out.
 */
export function onePerPayment<T extends { readonly id: bigint }, R>(
  work: (items: ReadonlyMap<bigint, T>) => Promise<ReadonlyMap<bigint, R>>,
): (item: T) => Promise<R | undefined> {
  async function run(all: readonly T[]): Promise<(R | undefined)[]> {
    const firsts = new Map<bigint, T>()
    for (const item of all) if (!firsts.has(item.id)) firsts.set(item.id, item)
    const done = await work(firsts)
    const answers: (R | undefined)[] = []
    for (const item of all) answers.push(firsts.get(item.id) === item ? done.get(item.id) : (await run([item]))[0])
    return answers
  }
  return batcher<T, R | undefined>({ ...batches, run })
}
