import type { WebSocket } from 'ws'
import type { Packet } from './live-snapshots.ts'

/** One socket of /v1/live: who it is, what it subscribed to, and what waits to be sent. */
export type Reader = {
  readonly socket: WebSocket
  bettor: bigint | undefined
  token: string | undefined
  /** Commands are handled one after the other: what is sent after a token is handled as its owner's. */
  turn: Promise<void>
  /** Commands that wait for their turn. */
  waiting: number
  readonly topics: Set<string>
  readonly pending: Map<string, Packet>
  /** What was sent to us in this window of time. */
  readonly spent: { commands: number; bytes: number; topics: number }
  /** What all sockets of its network address share. */
  readonly neighbours: Neighbours
  /** Called when the next window opens, where the reader has spent this one. */
  onWindow: (() => void) | undefined
  alive: boolean
  /** Which step of the pulse looks after it. */
  readonly step: number
}

/** The sockets of one network address, and the topics that they asked for in this window. */
export type Neighbours = { sockets: number; topics: number }

/** What one socket may send within a window of ten seconds, and what may wait for it. */
const commandsMost = 200
const bytesMost = 256 * 1024
const topicsMost = 1000
/** For all sockets of one address: a thousand phones of a mobile network that each open a page. */
const topicsOfAddressMost = 30_000
const pendingMost = 4000
export const bufferBytesMost = 64 * 1024

export function openReader(socket: WebSocket, step: number, neighbours: Neighbours): Reader {
  return {
    socket,
    bettor: undefined,
    token: undefined,
    turn: Promise.resolve(),
    waiting: 0,
    topics: new Set(),
    pending: new Map(),
    spent: { commands: 0, bytes: 0, topics: 0 },
    neighbours,
    onWindow: undefined,
    alive: true,
    step,
  }
}

/** Counts a command; false where the socket sends more, or more bytes, than any app of ours would. */
export function mayCommand({ spent }: Reader, bytes: number): boolean {
  spent.commands++
  spent.bytes += bytes
  return spent.commands <= commandsMost && spent.bytes <= bytesMost
}

/** Counts topics that are asked for; who has asked for too many waits, unread, until the next window opens. */
export async function mayAsk(reader: Reader, topics: number): Promise<void> {
  const { spent, neighbours, socket } = reader
  while (socket.readyState === socket.OPEN && (spent.topics >= topicsMost || neighbours.topics >= topicsOfAddressMost))
    await new Promise<void>((resolve) => (reader.onWindow = resolve))
  spent.topics += topics
  neighbours.topics += topics
}

/** Begins the next window of a reader. */
export function openWindow(reader: Reader): void {
  Object.assign(reader.spent, { commands: 0, bytes: 0, topics: 0 })
  reader.neighbours.topics = 0
  reader.onWindow?.()
  reader.onWindow = undefined
}

/** Puts a state in line; it takes the place of an older one of its key. A reader with too many waiting is let go. */
export function offer(reader: Reader, packet: Packet): void {
  const there = reader.pending.get(packet.slot)
  if (there && there.message.version > packet.message.version) return
  if (!there && reader.pending.size >= pendingMost) return reader.socket.terminate()
  reader.pending.set(packet.slot, packet)
}

/** Sends what waits, as far as the socket takes it; the rest waits for the next time, newest states only. */
export function send({ socket, pending }: Reader): void {
  for (const [slot, { text }] of pending) {
    if (socket.bufferedAmount > bufferBytesMost) return
    pending.delete(slot)
    socket.send(text)
  }
}

/** Answers at once; a reader who asks without ever reading the answers is let go. */
export function say({ socket }: Reader, message: object): void {
  if (socket.bufferedAmount > bufferBytesMost) return socket.terminate()
  socket.send(JSON.stringify(message))
}
