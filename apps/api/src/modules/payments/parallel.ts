import type { Clock } from '#platform/clock'

const atOnceMost = 16
const sweepMs = 10_000

/** Does this to all of them, a bounded number at once, and begins none after ten seconds; answers how many it began. */
export async function inParallel<T>(
  clock: Pick<Clock, 'now'>,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  endsAt = clock.now() + sweepMs,
): Promise<number> {
  let begun = 0
  const lane = async () => {
    while (begun < items.length && clock.now() < endsAt) {
      const item = items[begun++]
      if (item !== undefined) await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMost, items.length) }, lane))
  return begun
}

type Sweeping<T> = {
  readonly most: number
  readonly take: (count: number) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<unknown>
}

/**
 * Takes what is due piece by piece, at most `most` and for ten seconds, and works on each piece side by side: what is taken is begun, so
 * that one slow answer keeps none of the others from their turn. Answers how many it worked on.
 */
export async function sweepInParallel<T>(
  clock: Pick<Clock, 'now'>,
  { most, take, work }: Sweeping<T>,
): Promise<number> {
  const endsAt = clock.now() + sweepMs
  const taken: T[] = []
  let count = 0
  let ended = false
  let taking: Promise<void> | undefined

  async function refill(): Promise<void> {
    const piece = await take(Math.min(atOnceMost, most - count))
    count += piece.length
    ended = piece.length === 0
    taken.push(...piece)
  }

  async function lane(): Promise<void> {
    for (;;) {
      const item = taken.shift()
      if (item !== undefined) await work(item)
      else if (ended || count >= most || clock.now() >= endsAt) return
      else await (taking ??= refill().finally(() => (taking = undefined)))
    }
  }

  await Promise.all(Array.from({ length: atOnceMost }, lane))
  return count
}
