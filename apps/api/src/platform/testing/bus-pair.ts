import { openLine, type Bus } from '#platform/bus'
import { openBusHub } from '#platform/bus-hub'
import { busOverIpc } from '#platform/bus-ipc'
import { channelPair } from './channels.ts'

export type TestBus = Bus & {
  /** Disconnects this process: it sends and receives nothing until it is connected again. */
  disconnect(): void
  connect(): void
  /** Delays the messages of other processes until `deliver`. */
  hold(): void
  deliver(): void
}

/** The buses of some processes of one primary, over lines within this process. */
export function testBuses(count: number): TestBus[] {
  const hub = openBusHub()
  return Array.from({ length: count }, () => {
    const { worker, primary } = channelPair()
    hub.attach(primary)
    return breakable(busOverIpc(worker, { responseMsMax: 600_000 }))
  })
}

function breakable(bus: Bus): TestBus {
  const line = openLine(true)
  let held: (() => void)[] | undefined
  const arrive = (deliver: () => void): void => {
    if (held) held.push(deliver)
    else if (line.isUp()) deliver()
  }
  return {
    ...bus,
    publish: (channel, message) => (line.isUp() ? bus.publish(channel, message) : undefined),
    subscribe: (channel, receive) => bus.subscribe(channel, (message) => arrive(() => receive(message))),
    add: async (key, by, windowMs) => (line.isUp() ? bus.add(key, by, windowMs) : undefined),
    claim: async (key, forMs) => (line.isUp() ? bus.claim(key, forMs) : undefined),
    isUp: line.isUp,
    onUpChanged: line.onUpChanged,
    disconnect: () => line.set(false),
    connect: () => line.set(true),
    hold: () => void (held = []),
    deliver() {
      const waiting = held ?? []
      held = undefined
      for (const deliver of waiting) deliver()
    },
  }
}
