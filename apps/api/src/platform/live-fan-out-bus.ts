import type { Bus } from './bus.ts'
import { monotonicMs } from './clock.ts'
import { fanOutInMemory, type FanOut, type Published } from './live-fan-out.ts'
import { openPeers } from './live-peers.ts'
import { random } from './random.ts'

/** A message between processes on the channel `live`. `from` and `to` are process ids, valid for the lifetime of a process. */
type Message =
  /** A published state, or the notice of a change. */
  | Published
  /** Topics that gained their first subscriber in process `from`, or lost their last one. An empty message is a heartbeat. `all` starts a full list. */
  | Topics
  /** The process `who` asks one process (`of`), or all of them, for the topics that they subscribe to. */
  | { readonly who: string; readonly of?: string }
  /** Topics whose last state process `to` may have missed, because it was published before the subscription was known here. */
  | { readonly to: string; readonly missed: readonly string[] }

type Topics = {
  readonly from: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly all?: true
}

const channel = 'live'
const keysAtOnce = 1000
/** The maximum time until a new process knows the topics of all others. */
const settlesInMsDefault = 2000
const beatEveryMs = 2000
/** A process that sends nothing for this long is considered ended. */
const silentMs = 15_000

/**
 * Fan-out between the processes of a bus. Each process knows the topics that the others subscribe to, and sends them only those. If a state
 * was published just before another process announced its first subscriber of the topic, that process reads the topic again. After a start
 * or an interruption, every state is sent until all processes have announced their topics.
 */
export function fanOutOverBus(bus: Bus, { settlesInMs = settlesInMsDefault } = {}): FanOut {
  const local = fanOutInMemory()
  const localTopics = new Set<string>()
  const processId = random.token(9)
  const receivers: ((event: Published) => void)[] = []
  const peers = openPeers({ silentMs })
  const pendingAnnouncements = new Map<string, boolean>()
  const upListeners: ((up: boolean) => void)[] = []
  let up = bus.isUp()
  let settledAtMs = monotonicMs() + settlesInMs
  let beatAtMs = monotonicMs()
  bus.subscribe(channel, (message) => receive(message as Message))
  bus.onUpChanged(setUp)
  if (up) announceAndAsk()
  const heartbeat = setInterval(sendHeartbeat, beatEveryMs)
  heartbeat.unref()

  function setUp(next: boolean): void {
    up = next
    if (up) announceAndAsk()
    for (const listener of upListeners) listener(up)
  }

  /** Announces this process's topics to all others and asks for theirs. */
  function announceAndAsk(): void {
    peers.forget()
    settledAtMs = monotonicMs() + settlesInMs
    send({ who: processId })
    announce()
  }

  function announce(): void {
    flush()
    send({ from: processId, add: [], remove: [], all: true })
    for (const key of localTopics) pendingAnnouncements.set(key, true)
    flush()
  }

  function flush(): void {
    const keys = [...pendingAnnouncements]
    pendingAnnouncements.clear()
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const part = keys.slice(at, at + keysAtOnce)
      const of = (isAdded: boolean) => part.flatMap(([key, added]) => (added === isAdded ? [key] : []))
      send({ from: processId, add: of(true), remove: of(false) })
    }
  }

  function queueAnnouncement(key: string, isAdded: boolean): void {
    if (pendingAnnouncements.size === 0) setImmediate(flush)
    pendingAnnouncements.set(key, isAdded)
  }

  function send(message: Message): void {
    bus.publish(channel, message)
  }

  const isSettled = (): boolean => monotonicMs() >= settledAtMs

  function receive(message: Message): void {
    if ('topicKey' in message) return deliverLocally(message)
    if ('who' in message) {
      if (message.of === undefined || message.of === processId) announce()
    } else if ('missed' in message) {
      if (message.to === processId) for (const topicKey of message.missed) deliverLocally({ topicKey, missed: true })
    } else receiveTopics(message)
  }

  function deliverLocally(event: Published): void {
    for (const receive of receivers) receive(event)
  }

  function receiveTopics({ from, add, remove, all }: Topics): void {
    if (!peers.beat(from) && !all) send({ who: processId, of: from })
    peers.remove(from, remove)
    const missed = peers.add(from, add)
    if (missed.length > 0) send({ to: from, missed })
  }

  /**
   * Sends a heartbeat. If this process was paused for so long that the others may have removed it, it first reports the bus as down and
   * announces its topics again, because it has missed their states.
   */
  function sendHeartbeat(): void {
    const nowMs = monotonicMs()
    const wasPaused = nowMs - beatAtMs > silentMs / 2
    beatAtMs = nowMs
    peers.expire()
    if (wasPaused && up) {
      setUp(false)
      setUp(bus.isUp())
    }
    send({ from: processId, add: [], remove: [] })
  }

  return {
    publish(event) {
      deliverLocally(event)
      // Also if only subscribers of this process are known, the topic is remembered for subscriptions in transit.
      if (!isSettled() || peers.hasSubscriber(event.topicKey)) send(event)
    },
    publishLocally: deliverLocally,
    onPublished: (receiver) => void receivers.push(receiver),
    subscribe(key) {
      local.subscribe(key)
      localTopics.add(key)
      queueAnnouncement(key, true)
      // A state read before this subscription may be outdated: until now the other processes did not send this topic here.
      deliverLocally({ topicKey: key })
    },
    unsubscribe(key) {
      local.unsubscribe(key)
      localTopics.delete(key)
      queueAnnouncement(key, false)
    },
    hasLocalSubscribers: local.hasSubscribers,
    hasSubscribers: (key) => local.hasSubscribers(key) || !isSettled() || peers.hasSubscriber(key),
    subscribedBettors: (name) => [...new Set([...local.subscribedBettors(name), ...peers.bettorsOf(name)])],
    isUp: () => up,
    onUpChanged: (listener) => void upListeners.push(listener),
    close: () => clearInterval(heartbeat),
  }
}
