import type { Clock } from '#platform/clock'

const atOnceMax = 16
const sweepMs = 10_000

/** Runs `work` on each item with bounded concurrency, and starts none after ten seconds. Returns how many it started. */
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
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, lane))
  return begun
}

type Sweeping<T> = {
  readonly most: number
  readonly claim: (count: number) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<unknown>
}

/**
 * Claims due items in small pieces, at most `most` and for ten seconds, and works on them in parallel. Every claimed item is started, and a slow
 * one does not delay the others. Returns how many it worked on.
 */
export async function sweepInParallel<T>(
  clock: Pick<Clock, 'now'>,
  { most, claim, work }: Sweeping<T>,
): Promise<number> {
  const endsAt = clock.now() + sweepMs
  const claimed: T[] = []
  let count = 0
  let ended = false
  let claiming: Promise<void> | undefined

  async function refill(): Promise<void> {
    const piece = await claim(Math.min(atOnceMax, most - count))
    count += piece.length
    ended = piece.length === 0
    claimed.push(...piece)
  }

  async function lane(): Promise<void> {
    for (;;) {
      const item = claimed.shift()
      if (item !== undefined) await work(item)
      else if (ended || count >= most || clock.now() >= endsAt) return
      else await (claiming ??= refill().finally(() => (claiming = undefined)))
    }
  }

  await Promise.all(Array.from({ length: atOnceMax }, lane))
  return count
}
