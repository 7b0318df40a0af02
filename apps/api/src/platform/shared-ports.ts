import type { Bus } from './bus.ts'
import { offsetInDatabase, offsetOverBus, type Clock, type ClockOffset } from './clock.ts'
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
