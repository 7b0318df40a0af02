import type { FastifyInstance } from 'fastify'
import websocket from '@fastify/websocket'
import type { WebSocket } from 'ws'
import { zLiveCommand, type LiveMessage } from '@nare/contract/live'
import type { Authenticate } from './session.ts'

/** Answers the present states of a topic, for somebody who has just subscribed to it; undefined where there is no such topic. */
export type Snapshot = (topic: string) => Promise<readonly LiveMessage[] | undefined>

/**
 * Tells whole states to whoever subscribed. Call `changed` only after the commit that made the state true. A reader gets
 * the newest state of a key and may miss the ones between; versions let it drop what comes late.
 */
export type Live = {
  changed(message: LiveMessage): void
  /** Whether anybody listens to a topic: what nobody hears need not be made. */
  heard(topic: string): boolean
  /** Says who answers for the topics that begin with `prefix`. */
  answersFor(prefix: string, snapshot: Snapshot): void
  connections(): number
}

const topicsMost = 500
const commandsMost = 200
const connectionsMost = 20_000
/** Many phones share one address of their mobile network, so this is far above what one household needs. */
const perAddressMost = 500
const bufferBytesMost = 256 * 1024
const messageBytesMost = 16 * 1024
const flushEveryMs = 250
const pulseEveryMs = 30_000

type Reader = {
  socket: WebSocket
  bettor: bigint | undefined
  token: string | undefined
  /** The commands are heard one after the other: what is sent after a token is heard as its owner's. */
  turn: Promise<void>
  waiting: number
  topics: Set<string>
  pending: Map<string, LiveMessage>
  alive: boolean
}

/** Opens the socket /v1/live on the server. */
export async function openLive({
  app,
  authenticate,
  onSessionsChanged,
  mostOfAddress = perAddressMost,
}: {
  app: FastifyInstance
  authenticate: Authenticate
  /** Says when a bettor's sessions changed; without it that is noticed at the next pulse. */
  onSessionsChanged?: (tell: (bettor: bigint) => void) => void
  /** Sockets that one network address may hold at once. */
  mostOfAddress?: number
}): Promise<Live> {
  const ofAddress = new Map<string, number>()
  const readers = new Set<Reader>()
  const byTopic = new Map<string, Set<Reader>>()
  const snapshots: { prefix: string; snapshot: Snapshot }[] = []
  await app.register(websocket, { options: { maxPayload: messageBytesMost } })

  const flush = setInterval(() => readers.forEach(send), flushEveryMs)
  const pulse = setInterval(() => readers.forEach(checkPulse), pulseEveryMs)
  let changes = 0
  onSessionsChanged?.((bettor) => {
    changes++
    for (const reader of readers) if (reader.bettor === bettor) doubt(reader)
  })
  app.addHook('preClose', async () => {
    clearInterval(flush)
    clearInterval(pulse)
    for (const reader of readers) reader.socket.terminate()
  })
  app.get('/v1/live', { websocket: true }, (socket, { ip }) => {
    const others = ofAddress.get(ip) ?? 0
    if (readers.size >= connectionsMost || others >= mostOfAddress) return socket.close(1013, 'busy')
    ofAddress.set(ip, others + 1)
    const reader: Reader = {
      socket,
      bettor: undefined,
      token: undefined,
      turn: Promise.resolve(),
      waiting: 0,
      topics: new Set(),
      pending: new Map(),
      alive: true,
    }
    readers.add(reader)
    socket.on('pong', () => (reader.alive = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      readers.delete(reader)
      const left = (ofAddress.get(ip) ?? 1) - 1
      if (left > 0) ofAddress.set(ip, left)
      else ofAddress.delete(ip)
      for (const topic of reader.topics) leave(reader, topic)
    })
    socket.on('message', (data: Buffer) => {
      if (reader.waiting >= commandsMost) return socket.terminate()
      reader.waiting++
      reader.turn = reader.turn
        .then(() => hear(reader, data.toString()))
        .catch((error: unknown) => {
          app.log.warn({ err: error }, 'a command of a live socket failed')
          say(reader, { error: 'try again' })
        })
        .finally(() => reader.waiting--)
    })
  })

  async function hear(reader: Reader, text: string): Promise<void> {
    reader.alive = true
    const command = zLiveCommand.safeParse(readJson(text))
    if (!command.success) return say(reader, { error: 'not understood' })
    if ('ping' in command.data) return say(reader, { pong: command.data.ping })
    if ('auth' in command.data) return admit(reader, command.data.auth)
    if ('unsubscribe' in command.data)
      return command.data.unsubscribe.forEach((topic) => leave(reader, inner(reader, topic) ?? topic))
    for (const topic of command.data.subscribe) await join(reader, topic)
    send(reader)
  }

  async function admit(reader: Reader, token: string): Promise<void> {
    const before = changes
    const session = await authenticate(token)
    if (typeof session !== 'object') return say(reader, { error: 'session_expired' })
    if (reader.bettor !== session.bettor) dismiss(reader)
    reader.bettor = session.bettor
    reader.token = token
    say(reader, { auth: 'ok' })
    // Whoever changed meanwhile may have been this one, and was not known to be.
    if (changes !== before) doubt(reader)
  }

  async function join(reader: Reader, asked: string): Promise<void> {
    if (!readers.has(reader)) return
    const topic = inner(reader, asked)
    if (topic === undefined) return say(reader, { error: 'session_required', topic: asked })
    const source = snapshots.find(({ prefix }) => topic.startsWith(prefix))
    if (!source) return say(reader, { error: 'unknown topic', topic: asked })
    if (reader.topics.size >= topicsMost) return say(reader, { error: 'too many topics', topic: asked })
    reader.topics.add(topic)
    byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(reader))
    const refuse = (error: string) => {
      leave(reader, topic)
      say(reader, { error, topic: asked })
    }
    try {
      const states = await source.snapshot(topic)
      if (!states) return refuse('unknown topic')
      for (const message of states) offer(reader, message)
    } catch (error) {
      app.log.warn({ err: error, topic }, 'the states of a live topic could not be read')
      refuse('try again')
    }
  }

  /** Nothing that belongs to its bettor reaches a reader any more, not even what waited to be sent. */
  function dismiss(reader: Reader): void {
    const own = `balance:${reader.bettor}`
    leave(reader, own)
    for (const [slot, message] of reader.pending) if (message.topic === own) reader.pending.delete(slot)
    reader.bettor = undefined
    reader.token = undefined
  }

  function leave(reader: Reader, topic: string): void {
    reader.topics.delete(topic)
    const others = byTopic.get(topic)
    others?.delete(reader)
    if (others?.size === 0) byTopic.delete(topic)
  }

  function checkPulse(reader: Reader): void {
    if (!reader.alive) return reader.socket.terminate()
    reader.alive = false
    reader.socket.ping()
    if (reader.token !== undefined) doubt(reader)
  }

  function doubt(reader: Reader): void {
    reader.turn = reader.turn.then(() => recheck(reader)).catch(() => undefined)
  }

  /** A session that has ended meanwhile hears no balance any more. */
  async function recheck(reader: Reader): Promise<void> {
    if (reader.token === undefined || typeof (await authenticate(reader.token)) === 'object') return
    dismiss(reader)
    say(reader, { error: 'session_expired' })
  }

  return {
    changed(message) {
      for (const reader of byTopic.get(message.topic) ?? []) offer(reader, message)
    },
    heard: (topic) => byTopic.has(topic),
    answersFor: (prefix, snapshot) => void snapshots.push({ prefix, snapshot }),
    connections: () => readers.size,
  }
}

/** The topic as the server keeps it: everybody's own balance is a topic of its own, and no other's can be named. */
function inner(reader: Reader, topic: string): string | undefined {
  if (topic.startsWith('balance:')) return undefined
  if (topic !== 'balance') return topic
  return reader.bettor === undefined ? undefined : `balance:${reader.bettor}`
}

function offer(reader: Reader, message: LiveMessage): void {
  const slot = `${message.topic} ${message.key}`
  const waiting = reader.pending.get(slot)
  if (waiting && waiting.version > message.version) return
  reader.pending.set(slot, message)
}

function send(reader: Reader): void {
  if (reader.pending.size === 0 || reader.socket.bufferedAmount > bufferBytesMost) return
  for (const message of reader.pending.values()) {
    const topic = message.topic.startsWith('balance:') ? 'balance' : message.topic
    reader.socket.send(JSON.stringify({ ...message, topic }))
  }
  reader.pending.clear()
}

/** Answers at once; a reader who asks without ever reading the answers is let go. */
function say(reader: Reader, words: object): void {
  if (reader.socket.bufferedAmount > bufferBytesMost) return reader.socket.terminate()
  reader.socket.send(JSON.stringify(words))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
