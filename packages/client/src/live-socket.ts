import type { LiveTransport } from './live-transport.ts'
import type { LiveStore } from './live-store.ts'
import { privateTopics } from '@nare/contract/live-topics'
import { retryDelayMs, type Timers } from './timers.ts'

/** The part of WebSocket used here; tests provide their own. */
export type SocketLike = {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onclose: ((event?: { code: number }) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

export type LiveSocketOptions = {
  store: LiveStore
  open: () => SocketLike
  token: () => string | undefined
  timers: Timers
  /**
   * Called when the connection opens, fails, is lost or is stopped. After failed tries, called only after the first message.
   * `sinceMs` is the time of the call on the clock of `timers`.
   */
  onConnection?: (connection: { open: boolean; sinceMs: number }) => void
  /** Called with false by `confirm`, and with true by the answer: until then the states may be those of before a sleep. */
  onConfirmed?: (isConfirmed: boolean) => void
}

const openTimeoutMs = 15_000
const pingIntervalMs = 20_000
const replyTimeoutMs = 15_000
/** After a return to the page a dead socket is replaced sooner. */
const confirmTimeoutMs = 3_000
const unsubscribeDelayMs = 3_000
const topicsPerMessageMax = 200

/** After this many failed tries in a row, an open connection is reported only after its first message. */
const trustedTriesMax = 2

/** The server's close code for a restart (RFC 6455's registry). */
const closeCodeRestart = 1012
/** After a restart of the server, each client reconnects at a random moment within this time. */
const afterRestartMs = 10_000

/** The server's error for a request that it temporarily cannot process. */
const retryableError = 'try again'

/**
 * Keeps one socket open between `start` and `stop`: authenticates, subscribes to the topics of the store and pings. A socket
 * that does not open within 15 seconds, or does not reply within 15 seconds to a ping, is replaced without waiting for its
 * close event. Reconnects after a jittered delay that doubles until a message has arrived, and after a restart of the server at a
 * random moment within ten seconds. `confirm` asks for an answer within three seconds. Sends a topic or token again after such a delay if the server answers "try again". If
 * connections keep closing without a message, reports the connection as lost until a message arrives.
 */
export function liveSocket({
  store,
  open,
  token,
  timers,
  onConnection,
  onConfirmed,
}: LiveSocketOptions): LiveTransport {
  let socket: SocketLike | undefined
  let ready = false
  let batched = false
  let running = false
  let failures = 0
  let lastMessageAtMs = 0
  /** The ping whose answer confirms the states; undefined if they are confirmed. */
  let confirming: string | undefined
  let pings = 0
  let cancelTimer = (): void => {}
  let queued: { subscribe: Set<string>; unsubscribe: Set<string> } | undefined
  const subscribed = new Set<string>()
  /** Consecutive failures by topic; the key `undefined` is the authentication. */
  const topicFailures = new Map<string | undefined, number>()

  const report = (open: boolean): void => onConnection?.({ open, sinceMs: timers.nowMs() })
  const send = (message: object): void => socket?.send(JSON.stringify(message))

  /** The first subscription of a socket has `batch`, which allows the server to send several messages in a frame. */
  const subscribe = (topics: string[]): void => {
    for (const part of chunks(topics)) {
      send({ subscribe: part, ...(!batched && { batch: true }) })
      batched = true
    }
  }

  const flush = (): void => {
    const due = queued
    queued = undefined
    if (!due || !ready) return
    for (const topic of due.subscribe) subscribed.add(topic)
    subscribe([...due.subscribe])
    for (const part of chunks([...due.unsubscribe])) send({ unsubscribe: part })
  }
  const queue = (topic: string, kind: 'subscribe' | 'unsubscribe'): void => {
    if (!queued) {
      queued = { subscribe: new Set(), unsubscribe: new Set() }
      timers.after(0, flush)
    }
    queued[kind === 'subscribe' ? 'unsubscribe' : 'subscribe'].delete(topic)
    queued[kind].add(topic)
  }

  store.onSubscription(({ topic, subscribed: needed }) => {
    if (needed) {
      if (!subscribed.has(topic)) queue(topic, 'subscribe')
      return
    }
    timers.after(unsubscribeDelayMs, () => {
      if (store.topics().includes(topic)) return
      topicFailures.delete(topic)
      if (subscribed.delete(topic)) queue(topic, 'unsubscribe')
      store.forget(topic)
    })
  })

  /** Retries a failed request: the subscription of a topic or, without a topic, the authentication and then the balance. */
  const retry = (topic: string | undefined): void => {
    if (topic !== undefined && !subscribed.delete(topic)) return
    const current = socket
    const before = topicFailures.get(topic) ?? 0
    topicFailures.set(topic, before + 1)
    timers.after(retryDelayMs(before, timers.random()), () => {
      if (socket !== current || !ready) return
      if (topic !== undefined) {
        if (store.topics().includes(topic) && !subscribed.has(topic)) queue(topic, 'subscribe')
        return
      }
      authenticate()
      if (store.topics().includes('balance')) queue('balance', 'subscribe')
    })
  }
  const authenticate = (): void => {
    const current = token()
    if (current) send({ auth: current })
  }

  const schedulePing = (): void => {
    cancelTimer = timers.after(pingIntervalMs, () => {
      const sentAtMs = timers.nowMs()
      send({ ping: sentAtMs })
      cancelTimer = timers.after(replyTimeoutMs, () => {
        if (lastMessageAtMs < sentAtMs) return reconnect()
        schedulePing()
      })
    })
  }

  /** Only the answer to a new ping confirms: messages of before a sleep may arrive after it. */
  const askToConfirm = (): void => {
    confirming = `confirm ${++pings}`
    send({ ping: confirming })
    cancelTimer()
    cancelTimer = timers.after(confirmTimeoutMs, () => reconnect())
  }

  const connect = (): void => {
    const newSocket = open()
    socket = newSocket
    cancelTimer = timers.after(openTimeoutMs, () => reconnect())
    newSocket.onopen = () => {
      if (socket !== newSocket) return
      cancelTimer()
      ready = true
      if (failures < trustedTriesMax) report(true)
      authenticate()
      topicFailures.clear()
      subscribed.clear()
      queued = undefined
      for (const topic of store.topics()) subscribed.add(topic)
      batched = false
      subscribe([...subscribed])
      if (confirming === undefined) schedulePing()
      else askToConfirm()
    }
    newSocket.onmessage = ({ data }) => {
      if (socket !== newSocket) return
      lastMessageAtMs = timers.nowMs()
      if (failures >= trustedTriesMax) report(true)
      failures = 0
      for (const message of parse(data)) receive(message)
    }
    newSocket.onclose = (event) => {
      if (socket === newSocket) reconnect(event?.code)
    }
  }
  const receive = (message: Incoming): void => {
    if (message.error === retryableError) return retry(message.topic)
    if (message.pong !== undefined && message.pong === confirming) return confirmed()
    if (!isState(message) || !subscribed.has(message.topic)) return
    topicFailures.delete(message.topic)
    store.receive(message)
  }

  const confirmed = (): void => {
    confirming = undefined
    cancelTimer()
    schedulePing()
    onConfirmed?.(true)
  }

  const disconnect = (): void => {
    const old = socket
    cancelTimer()
    socket = undefined
    ready = false
    old?.close()
  }
  const reconnect = (code?: number): void => {
    disconnect()
    report(false)
    if (!running) return
    const random = timers.random()
    cancelTimer = timers.after(
      code === closeCodeRestart ? afterRestartMs * random : retryDelayMs(failures++, random),
      connect,
    )
  }

  return {
    start(): void {
      if (running) return
      running = true
      connect()
    },
    stop(): void {
      running = false
      if (ready) report(false)
      disconnect()
    },
    confirm(): void {
      if (!running) return
      onConfirmed?.(false)
      if (ready) return askToConfirm()
      confirming ??= ''
      cancelTimer()
      if (socket) cancelTimer = timers.after(confirmTimeoutMs, () => reconnect())
      else connect()
    },
    /**
     * Reconnects with the current token after a login or logout. Drops the private topics, because their states and versions
     * belong to one bettor.
     */
    restart(): void {
      for (const topic of privateTopics) store.forget(topic)
      if (!running) return
      this.stop()
      this.start()
    },
  }
}

function chunks(topics: string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < topics.length; at += topicsPerMessageMax) parts.push(topics.slice(at, at + topicsPerMessageMax))
  return parts
}

type Incoming = { topic?: string; key: string; version?: number; state: unknown; error?: string; pong?: string }

function isState(message: Incoming): message is Incoming & { topic: string; version: number } {
  return message.topic !== undefined && message.version !== undefined
}

/** The messages of a frame: a single message, or a list. */
function parse(data: unknown): Incoming[] {
  if (typeof data !== 'string') return []
  try {
    const read: unknown = JSON.parse(data)
    return (Array.isArray(read) ? read : [read]).flatMap(messageOf)
  } catch {
    return []
  }
}

function messageOf(read: unknown): Incoming[] {
  if (typeof read !== 'object' || read === null) return []
  const { topic, key, version, state, error, pong } = { ...emptyMessage, ...read }
  return [
    {
      key: String(key),
      state,
      ...(typeof topic === 'string' && { topic }),
      ...(typeof version === 'number' && { version }),
      ...(typeof error === 'string' && { error }),
      ...(typeof pong === 'string' && { pong }),
    },
  ]
}

const emptyMessage: Record<keyof Incoming, unknown> = {
  topic: undefined,
  key: '',
  version: undefined,
  state: undefined,
  error: undefined,
  pong: undefined,
}
