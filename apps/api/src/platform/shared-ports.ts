import type { Bus } from './bus.ts'
import { offsetInDatabase, type Clock, type ClockOffset } from './clock.ts'
import type { Db } from './db.ts'
import { envelopesInMemory, envelopesOverBus, type EnvelopeMemory } from './envelope.ts'
import { fanOutInMemory, type FanOut } from './live-fan-out.ts'
import { fanOutOverBus } from './live-fan-out-bus.ts'
import { countsOverBus } from './request-counts-bus.ts'
import { countsInMemory, type RequestCounts } from './request-limits.ts'

// State that processes on one database share: over the bus if there can be other processes, otherwise in memory.

export const clockOffset = (bus: Bus, db: Db): ClockOffset =>
  bus.shared ? offsetOverBus(offsetInDatabase(db), bus) : offsetInDatabase(db)

export const requestCounts = (bus: Bus): RequestCounts => (bus.shared ? countsOverBus(bus) : countsInMemory())

export const envelopeMemory = (bus: Bus, clock: Clock): EnvelopeMemory =>
  bus.shared ? envelopesOverBus(bus, clock) : envelopesInMemory(clock)

export const liveFanOut = (bus: Bus): FanOut => (bus.shared ? fanOutOverBus(bus) : fanOutInMemory())

/** The offset shared over a bus: the other processes read it again after each advance, and after the bus was down. */
export function offsetOverBus(stored: ClockOffset, bus: Bus): ClockOffset {
  const listeners: ((offsetMs: number) => void)[] = []
  let reading: Promise<unknown> = Promise.resolve()
  const refresh = (): void => {
    // Reads run one after the other, so that the newest offset is applied last.
    reading = reading
      .then(() => stored.read())
      .then((offsetMs) => listeners.forEach((listener) => listener(offsetMs)))
      .catch(() => undefined)
  }
  bus.subscribe('clock', refresh)
  bus.onUpChanged((up) => up && refresh())
  return {
    read: () => stored.read(),
    async advance(seconds) {
      const offsetMs = await stored.advance(seconds)
      bus.publish('clock', 'advanced')
      return offsetMs
    },
    onAdvanced: (listener) => void listeners.push(listener),
  }
}
