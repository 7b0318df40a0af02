import type { Bus } from './bus.ts'
import { monotonicMs } from './clock.ts'
import { fanOutInMemory, type FanOut, type Published } from './live-fan-out.ts'
import { openPeers } from './live-peers.ts'
import { random } from './random.ts'

/** What processes send to each other on the channel `live`. `from` and `to` name processes, for their lifetime. */
type Sent =
  /** A published state, or the notice of a change. */
  | Published
  /** Topics that got their first reader there or lost their last. Without topics it is a heartbeat. `all` begins a full list. */
  | Topics
  /** Asks all others, or one, for all their topics. */
  | { readonly who: string; readonly of?: string }
  /** Topics of which a process may have missed a state, because its first reader was not known yet. */
  | { readonly to: string; readonly missed: readonly string[] }

type Topics = {
  readonly from: string
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly all?: true
}

const channel = 'live'
const keysAtOnce = 1000
/** How long it takes at most until a new process knows the topics of all others. */
const settlesInMsDefault = 2000
const beatEveryMs = 2000
/** A process that is silent for this long is gone. */
const silentMs = 15_000

/**
 * Fan-out between the processes of a bus. Each knows which topics the others have readers of, and publishes only those to them. If a
 * state was published just before another process announced its first reader of the topic, that process reads the topic again. After a
 * start and after an interruption every topic counts as read by others until all have announced theirs.
 */
export function fanOutOverBus(bus: Bus, { settlesInMs = settlesInMsDefault } = {}): FanOut {
  const own = fanOutInMemory()
  const ownTopics = new Set<string>()
  const self = random.token(9)
  const receivers: ((event: Published) => void)[] = []
  const peers = openPeers({ silentMs })
  const changed = new Map<string, boolean>()
  const upListeners: ((up: boolean) => void)[] = []
  let up = bus.isUp()
  let settledAtMs = monotonicMs() + settlesInMs
  let beatAtMs = monotonicMs()
  bus.subscribe(channel, (message) => receive(message as Sent))
  bus.onUpChanged(setUp)
  if (up) introduce()
  const beating = setInterval(beat, beatEveryMs)
  beating.unref()

  function setUp(next: boolean): void {
    up = next
    if (up) introduce()
    for (const listener of upListeners) listener(up)
  }

  /** Announces this process's topics to all others and asks for theirs. */
  function introduce(): void {
    peers.forget()
    settledAtMs = monotonicMs() + settlesInMs
    send({ who: self })
    announce()
  }

  function announce(): void {
    flush()
    send({ from: self, add: [], remove: [], all: true })
    for (const key of ownTopics) changed.set(key, true)
    flush()
  }

  function flush(): void {
    const keys = [...changed]
    changed.clear()
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const part = keys.slice(at, at + keysAtOnce)
      const of = (isAdded: boolean) => part.flatMap(([key, added]) => (added === isAdded ? [key] : []))
      send({ from: self, add: of(true), remove: of(false) })
    }
  }

  function change(key: string, isAdded: boolean): void {
    if (changed.size === 0) setImmediate(flush)
    changed.set(key, isAdded)
  }

  function send(message: Sent): void {
    bus.publish(channel, message)
  }

  const isSettled = (): boolean => monotonicMs() >= settledAtMs

  function receive(message: Sent): void {
    if ('topicKey' in message) return receiveHere(message)
    if ('who' in message) {
      if (message.of === undefined || message.of === self) announce()
    } else if ('missed' in message) {
      if (message.to === self) for (const topicKey of message.missed) receiveHere({ topicKey, missed: true })
    } else receiveTopics(message)
  }

  function receiveHere(event: Published): void {
    for (const receive of receivers) receive(event)
  }

  function receiveTopics({ from, add, remove, all }: Topics): void {
    if (!peers.beat(from) && !all) send({ who: self, of: from })
    peers.remove(from, remove)
    const missed = peers.add(from, add)
    if (missed.length > 0) send({ to: from, missed })
  }

  /** A process that was frozen for so long that others removed it has missed what they published. */
  function beat(): void {
    const nowMs = monotonicMs()
    const wasFrozen = nowMs - beatAtMs > silentMs / 2
    beatAtMs = nowMs
    peers.expire()
    if (wasFrozen && up) {
      setUp(false)
      setUp(bus.isUp())
    }
    send({ from: self, add: [], remove: [] })
  }

  return {
    publish(event) {
      receiveHere(event)
      if (!isSettled() || peers.have(event.topicKey)) send(event)
    },
    publishHere: receiveHere,
    onPublished: (receiver) => void receivers.push(receiver),
    subscribe(key) {
      own.subscribe(key)
      ownTopics.add(key)
      change(key, true)
      // What was read while nobody listened here may be older than what others published.
      receiveHere({ topicKey: key })
    },
    unsubscribe(key) {
      own.unsubscribe(key)
      ownTopics.delete(key)
      change(key, false)
    },
    hasSubscribersHere: own.hasSubscribers,
    hasSubscribers: (key) => own.hasSubscribers(key) || !isSettled() || peers.hasOrRemember(key),
    subscribedBettors: (name) => [...new Set([...own.subscribedBettors(name), ...peers.bettorsOf(name)])],
    isUp: () => up,
    onUpChanged: (listener) => void upListeners.push(listener),
    close: () => clearInterval(beating),
  }
}
