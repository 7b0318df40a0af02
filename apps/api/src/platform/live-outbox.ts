import { batchFrame, type Packet } from './live-messages.ts'
import { bufferBytesMax, type Subscriber } from './live-subscriber.ts'

/**
 * Sends states to subscribers on two lanes: paced ones every 250 ms for each subscriber, urgent ones within 20 ms. A subscriber that does not read
 * costs bounded memory on both: 64 KiB of sent bytes, and the newest states of 4000 keys.
 */
export type Outbox = {
  /** Queues a state; it replaces an older one of its key. A subscriber with too many waiting states is disconnected. */
  queue(subscriber: Subscriber, packet: Packet): void
  /** Sends the waiting states of a subscriber that fit in its buffer. */
  send(subscriber: Subscriber): void
  /** Removes the waiting states of a topic, or of all topics. */
  discard(subscriber: Subscriber, key?: string): void
  stop(): void
}

const waitingMax = 4000
const pacedEveryMs = 250
/** The states are sent to ten groups of subscribers, one after the other, never to all subscribers at the same moment. */
const groupCount = 10
const urgentAfterMs = 10

export function openOutbox(): Outbox {
  const groups = Array.from({ length: groupCount }, () => new Set<Subscriber>())
  const urgent = new Set<Subscriber>()
  let urgentTimer: NodeJS.Timeout | undefined
  let at = 0
  const timer = setInterval(() => sendGroup(groups[at++ % groupCount]), pacedEveryMs / groupCount)
  const groupOf = ({ ordinal }: Subscriber) => groups[ordinal % groupCount]

  function sendGroup(group: Set<Subscriber> | undefined): void {
    for (const subscriber of group ?? []) send(subscriber)
  }

  function sendUrgent(): void {
    urgentTimer = undefined
    for (const subscriber of urgent) sendLane(subscriber, subscriber.urgent)
    // States that did not fit in a buffer are sent with the paced states.
    urgent.clear()
  }

  function send(subscriber: Subscriber): void {
    sendLane(subscriber, subscriber.urgent)
    sendLane(subscriber, subscriber.paced)
    if (subscriber.urgent.size === 0 && subscriber.paced.size === 0) groupOf(subscriber)?.delete(subscriber)
  }

  return {
    queue(subscriber, packet) {
      const lane = packet.urgent ? subscriber.urgent : subscriber.paced
      const waiting = lane.get(packet.slot)
      if (waiting && waiting.message.version > packet.message.version) return
      if (!waiting && subscriber.urgent.size + subscriber.paced.size >= waitingMax) return subscriber.socket.terminate()
      lane.set(packet.slot, packet)
      groupOf(subscriber)?.add(subscriber)
      if (!packet.urgent) return
      urgent.add(subscriber)
      urgentTimer ??= setTimeout(sendUrgent, urgentAfterMs)
    },
    send,
    discard(subscriber, key) {
      for (const lane of [subscriber.urgent, subscriber.paced])
        for (const [slot, packet] of lane) if (key === undefined || packet.topicKey === key) lane.delete(slot)
      if (key !== undefined) return
      groupOf(subscriber)?.delete(subscriber)
      urgent.delete(subscriber)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(urgentTimer)
    },
  }
}

/** Sends the states of a lane that fit in the subscriber's buffer with one write. The others wait, only the newest state of each key. */
function sendLane({ socket, connection, batches }: Subscriber, lane: Map<string, Packet>): void {
  if (lane.size === 0) return
  if (socket.readyState !== socket.OPEN) return lane.clear()
  const packets: Packet[] = []
  let room = bufferBytesMax - socket.bufferedAmount
  for (const [slot, packet] of lane) {
    if (room < 0) break
    lane.delete(slot)
    packets.push(packet)
    room -= packet.json().length
  }
  const [first] = packets
  if (!first) return
  // Writes whole frames between those of ws. No extension is negotiated, so ws never splits or compresses a frame.
  if (packets.length === 1) connection.write(first.frame())
  else connection.write(batches ? batchFrame(packets) : Buffer.concat(packets.map((packet) => packet.frame())))
}
