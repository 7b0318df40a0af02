import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import websocket from '@fastify/websocket'
import { zLiveCommand, type LiveMessage } from '@nare/contract/live'
import { openSemaphore } from './concurrency.ts'
import { openKeyedQueue } from './keyed-queue.ts'
import { fanOutInMemory, type FanOut } from './live-fan-out.ts'
import { closeInSteps, endSockets, restart } from './live-closing.ts'
import { openJoining } from './live-joining.ts'
import { mayReadTopic, openLiveOperators, type FindOperator } from './live-operators.ts'
import { packetOf, topicKey } from './live-messages.ts'
import { openOutbox } from './live-outbox.ts'
import {
  answer,
  bufferBytesMax,
  mayCommand,
  openingRequest,
  openSubscriber,
  openWindow,
  waitToCommand,
  waitToSubscribe,
  type Neighbours,
  type Subscriber,
} from './live-subscriber.ts'
import { openLiveSessions } from './live-sessions.ts'
import { snapshotsInMemory, type Snapshots, type TopicKind } from './live-snapshots.ts'
import { openSubscriptions } from './live-subscriptions.ts'
import { openTurnsOfSockets } from './live-turns.ts'
import { oncePerSecond } from './log.ts'
import { networkOf } from './network-of.ts'
import type { Authenticate } from './session.ts'

export type Publishing = {
  /** Publishes a state of a public topic. */
  publish(message: LiveMessage): void
  /** Publishes a state of a private topic to its bettor only. */
  publishTo(bettor: bigint, message: LiveMessage): void
  /** Whether a public topic, or this bettor's private topic, has subscribers. Without subscribers its states need not be built. */
  hasSubscribers(topic: string, bettor?: bigint): boolean
}

/**
 * Publishes complete states to subscribers. Publish a state only after the commit that created it. A subscriber gets the newest state of a key
 * and may miss earlier ones; it drops late states by their versions.
 */
export type Live = Pick<Snapshots, 'publicTopics' | 'privateTopics' | 'operatorTopics'> &
  Pick<FanOut, 'subscribedBettors'> &
  Publishing & {
    /** Publishes to the subscribers of this process only, for topics whose states every process computes itself. */
    readonly here: Publishing
    /** Marks public topics as changed without publishing their states. */
    invalidate(topics: Iterable<string>): void
    /** The current states of public topics. Topics of an unknown kind are omitted; topics that do not exist have no states. */
    states(topics: Iterable<string>): Promise<ReadonlyMap<string, readonly LiveMessage[]>>
    connections(): number
  }

export type LiveServer = Live & {
  /** Sets how the operators who open sockets are found; until then nobody is one. */
  connectOperators(find: FindOperator): void
  /** Ends the subscriptions that operators may not have any more, after their roles or sessions changed. */
  operatorsChanged(): void

  /** Closes all sockets evenly over a time, so that their clients connect to other processes. */
  closeSockets(overMs: number): Promise<void>
}

/** The close code "Try Again Later" of RFC 6455's registry: the client may connect again later. */
const tryAgainLater = 1013
const connectionsMax = 20_000
/** Many phones share one address of their mobile network, so this is far above what one household needs. */
const perAddressMax = 500
const bufferedBytesMax = 128 * 1024 * 1024
const socketLimits = { maxPayload: 16 * 1024, maxFragments: 16, maxBufferedChunks: 64, perMessageDeflate: false }
/** One message of a socket in a turn of the event loop, also if many arrive together. */
const socketOptions = { ...socketLimits, allowSynchronousEvents: false }
const checkBuffersEveryMs = 250
/** The time window in which the commands, bytes and topics of a subscriber are limited. */
const windowMs = 10_000
const pulseSteps = 30
const pulseStepMs = 1000
const revalidationsAtOnce = 4
/** The maximum number of topics of one command that are read at the same time. */
const topicsAtOnce = 50
/** The maximum number of commands of all sockets that read topics at the same time. */
const commandsAtOnce = 64

type LiveDeps = {
  app: FastifyInstance
  authenticate: Authenticate
  /** Calls the listener when the sessions of a bettor changed; without it the change is noticed at the next pulse. */
  onSessionsChanged?: (listener: (bettor: bigint) => void) => void
  perAddress?: number
  snapshots?: Snapshots
  fanOut?: FanOut
  /** Whether this process is about to stop, so that its clients must connect to other processes. */
  isDraining?: () => boolean
}

/** Opens the socket /v1/live on the server. */
export async function openLive({
  app,
  authenticate,
  onSessionsChanged,
  perAddress = perAddressMax,
  snapshots = snapshotsInMemory(),
  fanOut = fanOutInMemory(),
  isDraining = () => false,
}: LiveDeps): Promise<LiveServer> {
  const neighboursOf = new Map<string, Neighbours>()
  const connections = new WeakMap<object, Duplex>()
  const subscribers = new Set<Subscriber>()
  const subscriptions = openSubscriptions(fanOut)
  const outbox = openOutbox()
  const logFailure = oncePerSecond((facts) => app.log.warn(facts, 'live topics could not be read'))
  let opened = 0
  let step = 0
  let sessionChanges = 0
  app.server.on('upgrade', (request, connection: Duplex) => connections.set(request, connection))
  await app.register(websocket, {
    options: socketOptions,
    // A protocol error of a client is not an error of the server, so it is not logged as one.
    errorHandler: (error, socket) => {
      app.log.debug({ error: error.message }, 'a live socket was terminated')
      socket.terminate()
    },
    preClose: close,
  })
  const timers = [
    setInterval(checkBuffers, checkBuffersEveryMs),
    setInterval(() => subscribers.forEach(openWindow), windowMs),
    setInterval(() => checkPulse(step++ % pulseSteps), pulseStepMs),
  ]
  const semaphore = openSemaphore(commandsAtOnce)
  const nextTurn = openTurnsOfSockets()
  const operators = openLiveOperators({ subscriptions, snapshots, outbox })
  const sessions = openLiveSessions({ authenticate, operators, subscriptions, outbox, changes: () => sessionChanges })
  const { joinAll, leave, resend } = openJoining({ subscriptions, snapshots, outbox, operators, failed: logFailure })
  const revalidations = openKeyedQueue<Subscriber>({ atOnce: revalidationsAtOnce, waitingMax: Infinity })
  const revalidate = (subscriber: Subscriber): Promise<unknown> =>
    Promise.all([sessions.revalidate(subscriber), operators.revalidate(subscriber)]).catch(() => undefined)
  onSessionsChanged?.((bettor) => {
    sessionChanges++
    for (const subscriber of subscribers) if (subscriber.bettor === bettor) void sessions.revalidate(subscriber)
  })
  fanOut.onPublished(({ topicKey: key, message, missed }) => {
    snapshots.invalidate(key)
    if (missed) void resend(key)
    if (!message) return
    const packet = packetOf(key, message, { urgent: snapshots.kindOf(message.topic)?.urgent ?? false })
    for (const subscriber of subscriptions.subscribersOf(key)) outbox.queue(subscriber, packet)
  })
  // Without the states of other processes a socket would show outdated ones. Clients poll until they can open a socket again.
  fanOut.onUpChanged((up) => {
    if (!up) for (const { socket } of subscribers) socket.close(tryAgainLater, 'other processes cannot be reached')
  })
  async function close(): Promise<void> {
    for (const timer of timers) clearInterval(timer)
    outbox.stop()
    await endSockets(subscribers)
    fanOut.close()
  }

  app.get('/v1/live', { websocket: true }, (socket, opening) => {
    const { ip, raw } = opening
    const network = networkOf(ip)
    const neighbours = neighboursOf.get(network) ?? { sockets: 0, topics: 0, commands: 0 }
    const connection = connections.get(raw)
    if (isDraining()) return socket.close(restart.code, restart.reason)
    const isFull = subscribers.size >= connectionsMax || neighbours.sockets >= perAddress
    if (!connection || isFull || !fanOut.isUp()) return socket.close(tryAgainLater, 'busy')
    neighbours.sockets++
    neighboursOf.set(network, neighbours)
    const subscriber = openSubscriber({
      socket,
      connection,
      request: openingRequest(opening),
      ordinal: opened++,
      neighbours,
    })
    subscribers.add(subscriber)
    socket.on('pong', () => (subscriber.alive = true))
    socket.on('ping', (data: Buffer) => mayCommand(subscriber, data.length) || socket.terminate())
    socket.on('close', () => {
      subscribers.delete(subscriber)
      if (--neighbours.sockets === 0) neighboursOf.delete(network)
      for (const key of subscriber.topics) subscriptions.remove(subscriber, key)
      outbox.discard(subscriber)
      subscriber.onWindow?.()
    })
    socket.on('message', (data: Buffer) => receive(subscriber, data))
  })

  /** Pauses the socket while its commands run, so that further commands wait at the client. */
  function receive(subscriber: Subscriber, data: Buffer): void {
    if (!mayCommand(subscriber, data.length)) return subscriber.socket.terminate()
    subscriber.waiting++
    subscriber.socket.pause()
    subscriber.turn = subscriber.turn
      .then(() => handle(subscriber, data.toString()))
      .catch((error: unknown) => {
        logFailure({ err: error })
        answer(subscriber, { error: 'try again' })
      })
      .finally(() => {
        if (--subscriber.waiting === 0) subscriber.socket.resume()
      })
  }

  async function handle(subscriber: Subscriber, text: string): Promise<void> {
    await waitToCommand(subscriber)
    await nextTurn(subscriber.neighbours)
    if (!subscribers.has(subscriber)) return
    subscriber.alive = true
    const command = zLiveCommand.safeParse(readJson(text))
    if (!command.success) return answer(subscriber, { error: 'not understood' })
    if ('ping' in command.data) return answer(subscriber, { pong: command.data.ping })
    if ('auth' in command.data) return sessions.admit(subscriber, command.data.auth)
    if ('unsubscribe' in command.data) return command.data.unsubscribe.forEach((topic) => leave(subscriber, topic))
    if (command.data.batch !== undefined) subscriber.batches = command.data.batch
    const topics = [...new Set(command.data.subscribe)]
    for (let at = 0; at < topics.length; at += topicsAtOnce) {
      const part = topics.slice(at, at + topicsAtOnce)
      await waitToSubscribe(subscriber, part.length)
      if (at > 0) await nextTurn(subscriber.neighbours)
      await semaphore(async () => (subscribers.has(subscriber) ? joinAll(subscriber, part) : undefined))
      outbox.send(subscriber)
    }
  }

  /** Disconnects the sockets that do not read when the buffers of all sockets are too large together. */
  function checkBuffers(): void {
    let buffered = 0
    for (const { socket } of subscribers) {
      buffered += socket.bufferedAmount
      if (buffered > bufferedBytesMax && socket.bufferedAmount > bufferBytesMax / 2) socket.terminate()
    }
  }

  /** Pings a thirtieth of the subscribers each second. A subscriber whose command is still running is not disconnected. */
  function checkPulse(due: number): void {
    for (const subscriber of subscribers) {
      if (subscriber.ordinal % pulseSteps !== due) continue
      if (!subscriber.alive && subscriber.waiting === 0) subscriber.socket.terminate()
      subscriber.alive = false
      subscriber.socket.ping()
      if (subscriber.token !== undefined || subscriber.operator)
        void revalidations.add(subscriber, () => revalidate(subscriber))
    }
  }

  return {
    publicTopics: snapshots.publicTopics,
    privateTopics: snapshots.privateTopics,
    operatorTopics: snapshots.operatorTopics,
    connectOperators: operators.connect,
    operatorsChanged: () => subscribers.forEach((subscriber) => void operators.revalidate(subscriber)),
    publish: (message) => fanOut.publish({ topicKey: message.topic, message }),
    publishTo: (bettor, message) => fanOut.publish({ topicKey: topicKey(message.topic, bettor), message }),
    hasSubscribers: (topic, bettor) => fanOut.hasSubscribers(topicKey(topic, bettor)),
    here: {
      publish: (message) => fanOut.publishLocally({ topicKey: message.topic, message }),
      publishTo: (bettor, message) => fanOut.publishLocally({ topicKey: topicKey(message.topic, bettor), message }),
      hasSubscribers: (topic, bettor) => fanOut.hasLocalSubscribers(topicKey(topic, bettor)),
    },
    subscribedBettors: fanOut.subscribedBettors,
    invalidate(topics) {
      for (const topic of topics) fanOut.publish({ topicKey: topic })
    },
    async states(topics) {
      const known = [...new Set(topics)].filter((topic) => isPublic(snapshots.kindOf(topic)))
      const read = await Promise.all(known.map(async (topic) => [topic, await snapshots.read(topic)] as const))
      return new Map(read.map(([topic, packets]) => [topic, (packets ?? []).map(({ message }) => message)]))
    },
    connections: () => subscribers.size,
    closeSockets: (overMs) => closeInSteps(subscribers, overMs),
  }
}

/** Whether anybody may read a topic. */
const isPublic = (kind: TopicKind | undefined): boolean =>
  kind !== undefined && !kind.isPrivate && mayReadTopic(kind, undefined)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
