import { batchFrame, type Packet } from './live-messages.ts'
import { bufferBytesMax, type Reader } from './live-reader.ts'

/**
 * Sends states to readers on two lanes: paced ones every 250 ms for each reader, urgent ones within 20 ms. A reader that does not read
 * costs bounded memory on both: 64 KiB of sent bytes, and the newest states of 4000 keys.
 */
export type Outbox = {
  /** Queues a state; it replaces an older one of its key. A reader with too many waiting states is disconnected. */
  queue(reader: Reader, packet: Packet): void
  /** Sends the waiting states of a reader that fit in its buffer. */
  send(reader: Reader): void
  /** Removes the waiting states of a topic, or of all topics. */
  discard(reader: Reader, key?: string): void
  stop(): void
}

const waitingMax = 4000
const pacedEveryMs = 250
/** The states are sent to ten groups of readers, one after the other, never to all readers at the same moment. */
const groupCount = 10
const urgentAfterMs = 10

export function openOutbox(): Outbox {
  const groups = Array.from({ length: groupCount }, () => new Set<Reader>())
  const urgent = new Set<Reader>()
  let urgentTimer: NodeJS.Timeout | undefined
  let at = 0
  const timer = setInterval(() => sendGroup(groups[at++ % groupCount]), pacedEveryMs / groupCount)
  const groupOf = ({ ordinal }: Reader) => groups[ordinal % groupCount]

  function sendGroup(group: Set<Reader> | undefined): void {
    for (const reader of group ?? []) send(reader)
  }

  function sendUrgent(): void {
    urgentTimer = undefined
    for (const reader of urgent) sendLane(reader, reader.urgent)
    // States that did not fit in a buffer are sent with the paced states.
    urgent.clear()
  }

  function send(reader: Reader): void {
    sendLane(reader, reader.urgent)
    sendLane(reader, reader.paced)
    if (reader.urgent.size === 0 && reader.paced.size === 0) groupOf(reader)?.delete(reader)
  }

  return {
    queue(reader, packet) {
      const lane = packet.urgent ? reader.urgent : reader.paced
      const waiting = lane.get(packet.slot)
      if (waiting && waiting.message.version > packet.message.version) return
      if (!waiting && reader.urgent.size + reader.paced.size >= waitingMax) return reader.socket.terminate()
      lane.set(packet.slot, packet)
      groupOf(reader)?.add(reader)
      if (!packet.urgent) return
      urgent.add(reader)
      urgentTimer ??= setTimeout(sendUrgent, urgentAfterMs)
    },
    send,
    discard(reader, key) {
      for (const lane of [reader.urgent, reader.paced])
        for (const [slot, packet] of lane) if (key === undefined || packet.topicKey === key) lane.delete(slot)
      if (key !== undefined) return
      groupOf(reader)?.delete(reader)
      urgent.delete(reader)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(urgentTimer)
    },
  }
}

/** Sends the states of a lane that fit in the reader's buffer with one write. The others wait, only the newest state of each key. */
function sendLane({ socket, connection, batches }: Reader, lane: Map<string, Packet>): void {
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
