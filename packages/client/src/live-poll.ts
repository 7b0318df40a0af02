import type { LiveMessage } from '@nare/contract/live'
import type { LiveTransport } from './live-transport.ts'
import type { Timers } from './live-socket.ts'
import type { LiveStore } from './live-store.ts'

export type PollWiring = {
  store: LiveStore
  /** Asks for the states of these topics, each with the sum of the versions held; undefined when no answer came. */
  ask: (topics: string) => Promise<readonly LiveMessage[] | undefined>
  /** How long the states on this page may grow old, in milliseconds. */
  everyMs: () => number
  timers: Timers
  onConnection?: (line: { open: boolean; sinceMs: number }) => void
}

const beatMs = 5000
const topicsMost = 100
/** Topics that only a line with a token could tell. */
const notPolled = new Set(['balance'])

/**
 * In place of the socket where data is dear: asks for the states of what is on the screen once in a while. What has not
 * changed since the last time is not sent again. A failed question is asked anew at the next turn.
 */
export function livePoll({ store, ask, everyMs, timers, onConnection }: PollWiring): LiveTransport {
  const held = new Map<string, Map<string, number>>()
  let running = false
  let asking = false
  let lastMs = -Infinity
  let cancelTimer = (): void => {}

  store.watch(({ topic, wanted }) => {
    if (!wanted && running && held.delete(topic)) store.forget(topic)
  })

  const poll = async (): Promise<void> => {
    const topics = store.wanted().filter((topic) => !notPolled.has(topic))
    if (topics.length === 0) return
    asking = true
    const told = await ask(
      topics
        .slice(0, topicsMost)
        .map((topic) => `${topic.replaceAll(':', '.')}${known(held.get(topic))}`)
        .join('*'),
    )
    asking = false
    if (!running) return
    lastMs = timers.nowMs()
    onConnection?.({ open: told !== undefined, sinceMs: lastMs })
    const wanted = new Set(store.wanted())
    for (const message of told ?? []) {
      if (!wanted.has(message.topic)) continue
      const keys = held.get(message.topic) ?? new Map<string, number>()
      held.set(message.topic, keys.set(message.key, message.version))
      store.take(message)
    }
  }

  const beat = (): void => {
    if (!asking && timers.nowMs() - lastMs >= everyMs()) void poll()
    cancelTimer = timers.after(beatMs, beat)
  }

  return {
    start(): void {
      if (running) return
      running = true
      cancelTimer = timers.after(beatMs, beat)
    },
    stop(): void {
      running = false
      cancelTimer()
    },
    restart(): void {
      store.forget('balance')
    },
  }
}

function known(keys: ReadonlyMap<string, number> | undefined): string {
  if (!keys) return ''
  let sum = 0
  for (const version of keys.values()) sum += version
  return `~${sum}`
}
