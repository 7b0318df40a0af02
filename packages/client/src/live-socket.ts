import type { LiveStore } from './live-store.ts'

/** What we use of a WebSocket, so that a test can be one. */
export type SocketLike = {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onclose: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
}

export type Timers = { after: (ms: number, run: () => void) => () => void; nowMs: () => number; random: () => number }

export type LiveWiring = {
  store: LiveStore
  open: () => SocketLike
  token: () => string | undefined
  timers: Timers
  /** Told when the line opens or is lost; `since` in milliseconds. */
  onConnection?: (line: { open: boolean; sinceMs: number }) => void
}

export type LiveSocket = ReturnType<typeof liveSocket>

const pingEveryMs = 20_000
const silenceMostMs = 50_000
const waitMostMs = 30_000
const unsubscribeAfterMs = 3_000
const topicsPerMessage = 200

/** What the server says when it could not answer just now. */
const tryAgain = 'try again'

/**
 * Keeps one socket open while `start`ed: authenticates, subscribes to what the store wants, pings, and after a loss
 * connects again after a jittered, doubling wait and subscribes anew. What the server could not answer just now is asked
 * for again after such a wait too. A pong proves the line, never the data.
 */
export function liveSocket({ store, open, token, timers, onConnection }: LiveWiring) {
  let socket: SocketLike | undefined
  let ready = false
  let running = false
  let losses = 0
  let heardAtMs = 0
  let cancelTimer = (): void => {}
  let sending: { subscribe: Set<string>; unsubscribe: Set<string> } | undefined
  const subscribed = new Set<string>()
  /** How often in a row a topic was not answered; `undefined` is the token's. */
  const faults = new Map<string | undefined, number>()

  const say = (message: object): void => socket?.send(JSON.stringify(message))

  const flush = (): void => {
    const due = sending
    sending = undefined
    if (!due || !ready) return
    for (const topic of due.subscribe) subscribed.add(topic)
    for (const part of chunks([...due.subscribe])) say({ subscribe: part })
    for (const part of chunks([...due.unsubscribe])) say({ unsubscribe: part })
  }
  const queue = (topic: string, kind: 'subscribe' | 'unsubscribe'): void => {
    if (!sending) {
      sending = { subscribe: new Set(), unsubscribe: new Set() }
      timers.after(0, flush)
    }
    sending[kind === 'subscribe' ? 'unsubscribe' : 'subscribe'].delete(topic)
    sending[kind].add(topic)
  }

  store.watch(({ topic, wanted }) => {
    if (wanted) {
      if (!subscribed.has(topic)) queue(topic, 'subscribe')
      return
    }
    timers.after(unsubscribeAfterMs, () => {
      if (store.wanted().includes(topic)) return
      faults.delete(topic)
      if (subscribed.delete(topic)) queue(topic, 'unsubscribe')
      store.forget(topic)
    })
  })

  /** Asks again for what could not be answered: a topic, or the token and with it the balance. */
  const askAgain = (topic: string | undefined): void => {
    if (topic !== undefined && !subscribed.delete(topic)) return
    const asked = socket
    const before = faults.get(topic) ?? 0
    faults.set(topic, before + 1)
    timers.after(wait(before, timers.random()), () => {
      if (socket !== asked || !ready) return
      if (topic !== undefined) {
        if (store.wanted().includes(topic) && !subscribed.has(topic)) queue(topic, 'subscribe')
        return
      }
      authenticate()
      if (store.wanted().includes('balance')) queue('balance', 'subscribe')
    })
  }
  const authenticate = (): void => {
    const known = token()
    if (known) say({ auth: known })
  }

  const beat = (): void => {
    cancelTimer = timers.after(pingEveryMs, () => {
      if (timers.nowMs() - heardAtMs > silenceMostMs) return socket?.close()
      say({ ping: timers.nowMs() })
      beat()
    })
  }

  const connect = (): void => {
    const mine = open()
    socket = mine
    mine.onopen = () => {
      if (socket !== mine) return
      ready = true
      losses = 0
      heardAtMs = timers.nowMs()
      onConnection?.({ open: true, sinceMs: heardAtMs })
      authenticate()
      faults.clear()
      subscribed.clear()
      sending = undefined
      for (const topic of store.wanted()) subscribed.add(topic)
      for (const part of chunks([...subscribed])) say({ subscribe: part })
      beat()
    }
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return
      heardAtMs = timers.nowMs()
      const message = parse(data)
      if (message?.error === tryAgain) return askAgain(message.topic)
      if (!isState(message) || !subscribed.has(message.topic)) return
      faults.delete(message.topic)
      store.take(message)
    }
    mine.onclose = () => {
      if (socket !== mine) return
      lose()
      if (running) cancelTimer = timers.after(wait(losses++, timers.random()), connect)
    }
  }

  const lose = (): void => {
    cancelTimer()
    if (ready) onConnection?.({ open: false, sinceMs: timers.nowMs() })
    socket = undefined
    ready = false
  }

  return {
    start(): void {
      if (running) return
      running = true
      connect()
    },
    stop(): void {
      running = false
      const old = socket
      lose()
      old?.close()
    },
    /** After a login or logout: a fresh line under the present token. Versions of a balance are its owner's alone. */
    restart(): void {
      store.forget('balance')
      if (!running) return
      this.stop()
      this.start()
    },
  }
}

/** Milliseconds until the next try: doubling from one second, at most 30, with half of it by chance. */
export function wait(losses: number, chance: number): number {
  const most = Math.min(waitMostMs, 1000 * 2 ** Math.min(losses, 5))
  return most / 2 + (most / 2) * chance
}

function chunks(topics: string[]): string[][] {
  const parts: string[][] = []
  for (let at = 0; at < topics.length; at += topicsPerMessage) parts.push(topics.slice(at, at + topicsPerMessage))
  return parts
}

type Heard = { topic?: string; key: string; version?: number; state: unknown; error?: string }

function isState(heard: Heard | undefined): heard is Heard & { topic: string; version: number } {
  return heard?.topic !== undefined && heard.version !== undefined
}

function parse(data: unknown): Heard | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const read: unknown = JSON.parse(data)
    if (typeof read !== 'object' || read === null) return undefined
    const { topic, key, version, state, error } = { ...blank, ...read }
    return {
      key: String(key),
      state,
      ...(typeof topic === 'string' && { topic }),
      ...(typeof version === 'number' && { version }),
      ...(typeof error === 'string' && { error }),
    }
  } catch {
    return undefined
  }
}

const blank: Record<keyof Heard, unknown> = {
  topic: undefined,
  key: '',
  version: undefined,
  state: undefined,
  error: undefined,
}
