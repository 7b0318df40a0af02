import type { Clock } from '#platform/clock'

const atOnceMax = 16
const sweepMs = 10_000

/** Runs `work` on each item with bounded concurrency. Starts no item after ten seconds. Returns the number of started items. */
export async function inParallel<T>(
  clock: Pick<Clock, 'now'>,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  endsAt = clock.now() + sweepMs,
): Promise<number> {
  let started = 0
  const lane = async () => {
    while (started < items.length && clock.now() < endsAt) {
      const item = items[started++]
      if (item !== undefined) await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, lane))
  return started
}

type Sweeping<T> = {
  readonly most: number
  readonly claim: (count: number) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<unknown>
}

/**
 * Claims due items in small chunks, at most `most` items and for at most ten seconds, and works on them in parallel. Every claimed item is
 * started, and a slow item does not delay the others. Returns the number of claimed items.
 */
export async function sweepInParallel<T>(
  clock: Pick<Clock, 'now'>,
  { most, claim, work }: Sweeping<T>,
): Promise<number> {
  const endsAt = clock.now() + sweepMs
  const claimed: T[] = []
  let count = 0
  let isEmpty = false
  let claiming: Promise<void> | undefined

  async function refill(): Promise<void> {
    const chunk = await claim(Math.min(atOnceMax, most - count))
    count += chunk.length
    isEmpty = chunk.length === 0
    claimed.push(...chunk)
  }

  async function lane(): Promise<void> {
    for (;;) {
      const item = claimed.shift()
      if (item !== undefined) await work(item)
      else if (isEmpty || count >= most || clock.now() >= endsAt) return
      else await (claiming ??= refill().finally(() => (claiming = undefined)))
    }
  }

  await Promise.all(Array.from({ length: atOnceMax }, lane))
  return count
}
