import type { Clock } from '#platform/clock'

const keysMax = 10_000

/** Whether a key has not been asked about within this time. Keeps the latest 10,000 keys. */
export function onceWithin<K>(clock: Pick<Clock, 'now'>, intervalMs: number): (key: K) => boolean {
  const recorded = new Map<K, number>()
  return (key) => {
    const now = clock.now()
    const last = recorded.get(key)
    if (last !== undefined && now >= last && now - last < intervalMs) return false
    recorded.delete(key)
    const oldest = recorded.keys().next()
    if (recorded.size >= keysMax && !oldest.done) recorded.delete(oldest.value)
    recorded.set(key, now)
    return true
  }
}
