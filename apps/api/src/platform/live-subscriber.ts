import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Permission } from '@nare/contract/permissions'
import type { WebSocket } from 'ws'
import type { AskingRequest } from './bearer.ts'
import type { Packet } from './live-messages.ts'

/** What somebody who opened a socket may do, if an operator did. */
export type LiveOperator = { readonly may: ReadonlySet<Permission> }

/** What is kept of the request that opened a socket: a hundred bytes for all who cannot be operators, who have neither cookie nor token. */
export function openingRequest({ headers, host, method, ip }: FastifyRequest): AskingRequest {
  const mayBe = headers.authorization !== undefined || headers.cookie?.includes('nare_staff=') === true
  return { headers: mayBe ? headers : {}, host, method, ip }
}

/** One socket of /v1/live: its session, its subscriptions and its waiting states. */
export type Subscriber = {
  readonly socket: WebSocket
  /** The connection under the socket, for frames that are built once for all subscribers. */
  readonly connection: Duplex
  /** The request that opened the socket. */
  readonly request: AskingRequest
  bettor: bigint | undefined
  token: string | undefined
  /** The token of an operator, if one was sent, and what the operator was found to be allowed. */
  operatorToken: string | undefined
  operator: LiveOperator | undefined
  /** Whether the client accepts several messages in one frame. */
  batches: boolean
  /** The last command. Commands run one after the other, so that a subscription sent after a token belongs to the token's bettor. */
  turn: Promise<void>
  /** The number of commands that have not finished. */
  waiting: number
  /** Subscribed topics, by the server's names. */
  readonly topics: Set<string>
  readonly urgent: Map<string, Packet>
  readonly paced: Map<string, Packet>
  /** What the client has sent in the current time window. */
  readonly spent: { commands: number; bytes: number; topics: number }
  /** Shared by all sockets of the same network address. */
  readonly neighbours: Neighbours
  /** Called when the next window opens, if this one is used up. */
  onWindow: (() => void) | undefined
  alive: boolean
  /** The number of the subscriber, which decides when it is pinged and sent to in rotation. */
  readonly ordinal: number
}

/** Counts of the sockets of one network address, and of their commands and subscriptions in the current window. */
export type Neighbours = { sockets: number; topics: number; commands: number }

/** The limits of one socket within a window of ten seconds. */
const commandsMax = 200
const bytesMax = 256 * 1024
const topicsMax = 1000
/** The limit of all sockets of one address: enough for a thousand phones of a mobile network that each open a page. */
const topicsPerAddressMax = 30_000
/** The same for commands: each takes about half a millisecond, so one address takes a seventh of a process at most. */
const commandsPerAddressMax = 3_000
/** The maximum buffer of a socket. While it is full, newer states wait. */
export const bufferBytesMax = 64 * 1024

type Opened = Pick<Subscriber, 'socket' | 'connection' | 'request' | 'ordinal' | 'neighbours'>

export function openSubscriber(opened: Opened): Subscriber {
  return {
    ...opened,
    bettor: undefined,
    token: undefined,
    operatorToken: undefined,
    operator: undefined,
    batches: false,
    turn: Promise.resolve(),
    waiting: 0,
    topics: new Set(),
    urgent: new Map(),
    paced: new Map(),
    spent: { commands: 0, bytes: 0, topics: 0 },
    onWindow: undefined,
    alive: true,
  }
}

/** Counts a command; false if the socket sends more commands or bytes than our apps ever do. */
export function mayCommand({ spent }: Subscriber, bytes: number): boolean {
  spent.commands++
  spent.bytes += bytes
  return spent.commands <= commandsMax && spent.bytes <= bytesMax
}

/** Counts a command of an address. If there are too many, waits until the next window opens; meanwhile the socket is not read. */
export async function waitToCommand(subscriber: Subscriber): Promise<void> {
  const { neighbours, socket } = subscriber
  while (socket.readyState === socket.OPEN && neighbours.commands >= commandsPerAddressMax)
    await new Promise<void>((resolve) => (subscriber.onWindow = resolve))
  neighbours.commands++
}

/** Counts subscriptions. If there are too many, waits until the next window opens; meanwhile the socket is not read. */
export async function waitToSubscribe(subscriber: Subscriber, topics: number): Promise<void> {
  const { spent, neighbours, socket } = subscriber
  while (socket.readyState === socket.OPEN && (spent.topics >= topicsMax || neighbours.topics >= topicsPerAddressMax))
    await new Promise<void>((resolve) => (subscriber.onWindow = resolve))
  spent.topics += topics
  neighbours.topics += topics
}

/** Begins the next window of a subscriber. */
export function openWindow(subscriber: Subscriber): void {
  Object.assign(subscriber.spent, { commands: 0, bytes: 0, topics: 0 })
  Object.assign(subscriber.neighbours, { topics: 0, commands: 0 })
  subscriber.onWindow?.()
  subscriber.onWindow = undefined
}

/** Sends an answer immediately. A subscriber that sends commands without reading the answers is disconnected. */
export function answer({ socket }: Subscriber, message: object): void {
  if (socket.bufferedAmount > bufferBytesMax) return socket.terminate()
  socket.send(JSON.stringify(message))
}
