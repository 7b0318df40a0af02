import type { Bus } from './bus.ts'
import { monotonicMs } from './clock.ts'
import type { RequestCounts } from './request-limits.ts'

type Window = {
  /** Calls of this process. */
  calls: number
  /** Calls of this process that the other processes know. */
  sent: number
  /** Calls of other processes. */
  others: number
  endsAtMs: number
}

const shareEveryMs = 100
const keysMaxDefault = 50_000

/**
 * Request counts shared by the processes of a bus. A call is counted locally at once and shared within about 100 ms. So no call waits for
 * the bus, and a caller can exceed a limit by the calls that other processes accept in that time. While the bus is down, each process counts
 * separately.
 */
export function countsOverBus(bus: Bus, { keysMax = keysMaxDefault } = {}): RequestCounts {
  const windows = new Map<string, Window>()
  let waiting = new Set<string>()

  async function share(): Promise<void> {
    const keys = waiting
    waiting = new Set()
    await Promise.all([...keys].map(shareOne))
  }

  async function shareOne(key: string): Promise<void> {
    const window = windows.get(key)
    const by = window ? window.calls - window.sent : 0
    if (!window || by === 0) return
    window.sent += by
    const counted = await bus.add(`calls ${key}`, by, Math.max(1, window.endsAtMs - monotonicMs()))
    // Without a response these calls count as unsent again.
    if (!counted) return void (window.sent -= by)
    // Negative if the shared window has ended: calls that were sent before do not count in the next window.
    window.others = counted.total - window.sent
    window.endsAtMs = monotonicMs() + counted.endsInMs
  }

  return {
    async count(key, windowMs) {
      const nowMs = monotonicMs()
      let window = windows.get(key)
      if (!window || window.endsAtMs <= nowMs) {
        windows.delete(key)
        if (windows.size >= keysMax) for (const oldest of windows.keys()) if (windows.delete(oldest)) break
        window = { calls: 0, sent: 0, others: 0, endsAtMs: nowMs + windowMs }
        windows.set(key, window)
      }
      window.calls++
      if (waiting.size === 0) setTimeout(() => void share(), shareEveryMs).unref()
      waiting.add(key)
      return { calls: window.calls + window.others, endsInMs: window.endsAtMs - nowMs }
    },
  }
}
