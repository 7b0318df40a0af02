import type { Entries } from './storage.ts'

type Sample = { sentMs: number; receivedMs: number }

/**
 * The server's clock, computed from the device's clock. A response stamped with the server's time gives the offset with an error of at most
 * half its round trip (the server answered somewhere between `sentMs` and `receivedMs`). A sample replaces the current
 * offset when it is more exact, or when the two contradict each other because the device's clock was changed.
 */
export function serverClock(stored: Entries, nowMs: () => number) {
  let offsetMs = Number(stored.read('server-ahead') ?? 0) || 0
  let errorMs = Infinity
  return {
    now: (): number => nowMs() + offsetMs,
    set(iso: string, { sentMs, receivedMs }: Sample): void {
      const serverMs = Date.parse(iso)
      const error = (receivedMs - sentMs) / 2
      if (Number.isNaN(serverMs) || error < 0) return
      const offset = Math.round(serverMs - (sentMs + error))
      const agree = Math.abs(offset - offsetMs) <= error + errorMs
      if (agree && error > errorMs) return
      offsetMs = offset
      errorMs = error
      stored.write('server-ahead', offsetMs)
    },
  }
}
