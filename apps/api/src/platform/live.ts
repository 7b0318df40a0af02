import type { FastifyInstance } from 'fastify'
import websocket from '@fastify/websocket'
import { zLiveCommand, type LiveMessage } from '@nare/contract/live'
import { limitConcurrency, openSemaphore } from './concurrency.ts'
import {
  bufferBytesMost,
  mayAsk,
  mayCommand,
  offer,
  openReader,
  openWindow,
  say,
  send,
  type Neighbours,
  type Reader,
} from './live-reader.ts'
import { packetOf, snapshotsInMemory, type Packet, type Snapshots } from './live-snapshots.ts'
import { oncePerSecond } from './log.ts'
import { networkOf } from './network-of.ts'
import type { Authenticate } from './session.ts'

/**
 * Tells whole states to whoever subscribed. Call `changed` only after the commit that made the state true. A reader gets
 * the newest state of a key and may miss the ones between; versions let it drop what comes late.
 */
export type Live = Pick<Snapshots, 'addTopics' | 'invalidate'> & {
  publish(message: LiveMessage): void
  /** Whether anybody listens to a topic: what nobody hears need not be made. */
  hasSubscribers(topic: string): boolean
  /** The present states of public topics, without those that do not exist. */
  states(topics: Iterable<string>): Promise<ReadonlyMap<string, readonly LiveMessage[]>>
  connections(): number
}

const topicsMost = 500
const subscriptionsMost = 1_000_000
const connectionsMost = 20_000
/** Many phones share one address of their mobile network, so this is far above what one household needs. */
const perAddressMost = 500
const bufferedBytesMost = 128 * 1024 * 1024
const socketLimits = { maxPayload: 16 * 1024, maxFragments: 16, maxBufferedChunks: 64 }
const flushEveryMs = 250
const windowMs = 10_000
const pulseSteps = 30
const pulseStepMs = 1000
const recheckedAtOnce = 4
/** Topics of one command that are read at once, and commands of all sockets that are. */
const joinedAtOnce = 50
const commandsAtOnce = 64

type Opening = {
  app: FastifyInstance
  authenticate: Authenticate
  /** Says when a bettor's sessions changed; without it that is noticed at the next pulse. */
  onSessionsChanged?: (tell: (bettor: bigint) => void) => void
  /** Sockets that one network address may hold at once. */
  mostOfAddress?: number
  snapshots?: Snapshots
}

/** Opens the socket /v1/live on the server. */
export async function openLive({
  app,
  authenticate,
  onSessionsChanged,
  mostOfAddress = perAddressMost,
  snapshots = snapshotsInMemory(),
}: Opening): Promise<Live> {
  const ofAddress = new Map<string, Neighbours>()
  const readers = new Set<Reader>()
  const byTopic = new Map<string, { readonly name: string; readonly readers: Set<Reader> }>()
  const faults = oncePerSecond((facts) => app.log.warn(facts, 'live topics could not be answered'))
  let subscriptions = 0
  let opened = 0
  await app.register(websocket, {
    options: socketLimits,
    // What a stranger's socket sends wrong is his fault, not ours.
    errorHandler: (error, socket) => {
      app.log.debug({ error: error.message }, 'a live socket was ended')
      socket.terminate()
    },
  })

  let step = 0
  const timers = [
    setInterval(flush, flushEveryMs),
    setInterval(() => readers.forEach(openWindow), windowMs),
    setInterval(() => checkPulse(step++ % pulseSteps), pulseStepMs),
  ]
  let changes = 0
  onSessionsChanged?.((bettor) => {
    changes++
    for (const reader of readers) if (reader.bettor === bettor) void revalidateSession(reader)
  })
  const gate = openSemaphore(commandsAtOnce)
  const rechecks = limitConcurrency<Reader>(recheckedAtOnce, revalidateSession)
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer)
    for (const reader of readers) reader.socket.terminate()
  })
  app.get('/v1/live', { websocket: true }, (socket, { ip }) => {
    const network = networkOf(ip)
    const neighbours = ofAddress.get(network) ?? { sockets: 0, topics: 0 }
    if (readers.size >= connectionsMost || neighbours.sockets >= mostOfAddress) return socket.close(1013, 'busy')
    neighbours.sockets++
    ofAddress.set(network, neighbours)
    const reader = openReader(socket, opened++ % pulseSteps, neighbours)
    readers.add(reader)
    socket.on('pong', () => (reader.alive = true))
    socket.on('close', () => {
      readers.delete(reader)
      if (--neighbours.sockets === 0) ofAddress.delete(network)
      for (const topic of reader.topics) leave(reader, topic)
      reader.pending.clear()
      reader.onWindow?.()
    })
    socket.on('message', (data: Buffer) => take(reader, data))
  })

  /** Reads no further from the socket while a command is under way: what is sent meanwhile waits at the sender's. */
  function take(reader: Reader, data: Buffer): void {
    if (!mayCommand(reader, data.length)) return reader.socket.terminate()
    reader.waiting++
    reader.socket.pause()
    reader.turn = reader.turn
      .then(() => handle(reader, data.toString()))
      .catch((error: unknown) => {
        faults({ err: error })
        say(reader, { error: 'try again' })
      })
      .finally(() => {
        if (--reader.waiting === 0) reader.socket.resume()
      })
  }

  async function handle(reader: Reader, text: string): Promise<void> {
    if (!readers.has(reader)) return
    reader.alive = true
    const command = zLiveCommand.safeParse(readJson(text))
    if (!command.success) return say(reader, { error: 'not understood' })
    if ('ping' in command.data) return say(reader, { pong: command.data.ping })
    if ('auth' in command.data) return admit(reader, command.data.auth)
    if ('unsubscribe' in command.data)
      return command.data.unsubscribe.forEach((topic) => leave(reader, inner(reader, topic) ?? topic))
    const asked = [...new Set(command.data.subscribe)]
    for (let at = 0; at < asked.length; at += joinedAtOnce) {
      const part = asked.slice(at, at + joinedAtOnce)
      await mayAsk(reader, part.length)
      await gate(() => joinAll(reader, part))
      send(reader)
    }
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
    if (changes !== before) void revalidateSession(reader)
  }

  async function joinAll(reader: Reader, asked: readonly string[]): Promise<void> {
    if (!readers.has(reader)) return
    const joining = asked.map((topic) => join(reader, topic))
    for (const joined of joining) await finish(reader, joined)
  }

  /** Begins a subscription: its states are on their way when this returns, or it is refused. */
  function join(reader: Reader, asked: string): Joining {
    const topic = inner(reader, asked)
    if (topic === undefined) return { asked, error: 'session_required' }
    if (!snapshots.kindOf(topic)) return { asked, error: 'unknown topic' }
    if (reader.topics.size >= topicsMost) return { asked, error: 'too many topics' }
    if (subscriptions >= subscriptionsMost) return { asked, error: 'try again' }
    enter(reader, topic)
    const read = snapshots.read(topic).catch((error: unknown) => {
      faults({ err: error, topic })
      return 'try again' as const
    })
    return { asked, topic, read }
  }

  async function finish(reader: Reader, joining: Joining): Promise<void> {
    if ('error' in joining) return say(reader, { error: joining.error, topic: joining.asked })
    const { asked, topic, read } = joining
    const states = await read
    if (!reader.topics.has(topic)) return
    if (Array.isArray(states)) return states.forEach((packet) => offer(reader, packet))
    leave(reader, topic)
    say(reader, { error: states ?? 'unknown topic', topic: asked })
  }

  /** Nothing that belongs to its bettor reaches a reader any more, not even what waited to be sent. */
  function dismiss(reader: Reader): void {
    const own = `balance:${reader.bettor}`
    leave(reader, own)
    for (const [slot, { message }] of reader.pending) if (message.topic === own) reader.pending.delete(slot)
    reader.bettor = undefined
    reader.token = undefined
  }

  /** Every reader of a topic holds the same text of its name. */
  function enter(reader: Reader, topic: string): void {
    if (reader.topics.has(topic)) return
    const known = byTopic.get(topic) ?? { name: topic, readers: new Set() }
    byTopic.set(known.name, known)
    known.readers.add(reader)
    reader.topics.add(known.name)
    subscriptions++
  }

  function leave(reader: Reader, topic: string): void {
    if (!reader.topics.delete(topic)) return
    subscriptions--
    const known = byTopic.get(topic)
    known?.readers.delete(reader)
    if (known?.readers.size === 0) byTopic.delete(topic)
  }

  /** Sends what waits. When all sockets together hold too much, those who do not read are let go. */
  function flush(): void {
    let buffered = 0
    for (const reader of readers) {
      send(reader)
      buffered += reader.socket.bufferedAmount
      if (buffered > bufferedBytesMost && reader.socket.bufferedAmount > bufferBytesMost / 2) reader.socket.terminate()
    }
  }

  /** A thirtieth of the readers a second: no moment has all of them at once. Who waits for us is not judged. */
  function checkPulse(due: number): void {
    for (const reader of readers) {
      if (reader.step !== due) continue
      if (!reader.alive && reader.waiting === 0) reader.socket.terminate()
      reader.alive = false
      reader.socket.ping()
      if (reader.token !== undefined) rechecks.add(reader)
    }
  }

  function revalidateSession(reader: Reader): Promise<void> {
    reader.turn = reader.turn.then(() => recheck(reader)).catch(() => undefined)
    return reader.turn
  }

  /** Ends what belongs to a bettor where the session has ended. */
  async function recheck(reader: Reader): Promise<void> {
    if (reader.token === undefined || typeof (await authenticate(reader.token)) === 'object') return
    dismiss(reader)
    say(reader, { error: 'session_expired' })
  }

  return {
    publish(message) {
      snapshots.invalidate([message.topic])
      const known = byTopic.get(message.topic)
      if (!known) return
      const packet = packetOf(message)
      for (const reader of known.readers) offer(reader, packet)
    },
    hasSubscribers: (topic) => byTopic.has(topic),
    async states(topics) {
      const asked = [...new Set(topics)].filter((topic) => snapshots.kindOf(topic) === 'public')
      const read = await Promise.all(asked.map(async (topic) => [topic, await snapshots.read(topic)] as const))
      return new Map(read.map(([topic, packets]) => [topic, (packets ?? []).map(({ message }) => message)]))
    },
    addTopics: snapshots.addTopics,
    invalidate: snapshots.invalidate,
    connections: () => readers.size,
  }
}

type Joining =
  | { readonly asked: string; readonly error: string }
  | {
      readonly asked: string
      readonly topic: string
      readonly read: Promise<readonly Packet[] | 'try again' | undefined>
    }

/** The topic as the server keeps it: everybody's own balance is a topic of its own, and no other's can be named. */
function inner(reader: Reader, topic: string): string | undefined {
  if (topic.startsWith('balance:')) return undefined
  if (topic !== 'balance') return topic
  return reader.bettor === undefined ? undefined : `balance:${reader.bettor}`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
