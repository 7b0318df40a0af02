import type { Clock } from '#platform/clock'
import type { Log } from '#platform/log'
import type { Reading } from '#platform/metrics'

/** Counts parts of a feed's messages that cannot be read or used and are dropped: `part` is their kind, such as 'price'. */
export type CountDropped = (source: string, part: string, count?: number) => void

const loggedEveryMs = 60_000

/** Counts dropped parts by source and kind, and logs each kind at most once a minute. */
export function openDropped({ clock, log }: { clock: Clock; log: Log }) {
  const counts = new Map<string, { source: string; part: string; total: number; unlogged: number; loggedMs: number }>()
  const drop: CountDropped = (source, part, count = 1) => {
    if (count === 0) return
    const key = `${source} ${part}`
    const of = counts.get(key) ?? { source, part, total: 0, unlogged: 0, loggedMs: -Infinity }
    counts.set(key, of)
    of.total += count
    of.unlogged += count
    if (clock.now() - of.loggedMs < loggedEveryMs) return
    log.warn({ source, part, dropped: of.unlogged }, 'a feed sent parts that cannot be used; they were dropped')
    of.loggedMs = clock.now()
    of.unlogged = 0
  }
  return {
    drop,
    /** The dropped parts since the process started, for the gauge. */
    readings: (): Reading[] =>
      [...counts.values()].map(({ source, part, total }) => ({ labels: { provider: source, part }, value: total })),
  }
}
