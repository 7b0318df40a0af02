import type { LiveMessage } from '@nare/contract/live'
import { privateTopics } from '@nare/contract/live-topics'
import type { LiveTransport } from './live-transport.ts'
import type { LiveStore } from './live-store.ts'
import type { Timers } from './timers.ts'

export type PollWiring = {
  store: LiveStore
  /** Requests the states of at most a hundred topics, each with the sum of its stored versions; undefined when no response came. */
  fetchStates: (topics: string) => Promise<readonly LiveMessage[] | undefined>
  /** Requests the balance of the signed-in bettor: it needs a token, so it is not among the polled states. */
  fetchBalance: () => Promise<unknown>
  /** The maximum age of the states on this page, in milliseconds. */
  everyMs: () => number
  timers: Timers
  onConnection?: (connection: { open: boolean; sinceMs: number }) => void
  /** Called with false by `confirm`, and with true by the next response. */
  onConfirmed?: (isConfirmed: boolean) => void
}

const beatMs = 5000
/** A request that takes longer does not delay the next one. */
const hungAfterMs = 90_000
/** The maximum number of topics of one request. */
const topicsMax = 100

/**
 * Replaces the socket where data is expensive: requests the states of the subscribed topics and the balance at intervals.
 * The server omits a topic whose versions have not changed. A failed request is repeated at the next interval.
 */
export function livePoll({
  store,
  fetchStates,
  fetchBalance,
  everyMs,
  timers,
  onConnection,
  onConfirmed,
}: PollWiring): LiveTransport {
  const versions = new Map<string, Map<string, number>>()
  let running = false
  /** Counts the starts: a response to a request of an earlier run is ignored. */
  let runs = 0
  let pendingSinceMs: number | undefined
  let lastMs = -Infinity
  let cancelTimer = (): void => {}

  store.onSubscription(({ topic, subscribed }) => {
    if (!subscribed && running && versions.delete(topic)) store.forget(topic)
  })

  const pollStates = async (): Promise<void> => {
    const topics = store.topics().filter((topic) => !privateTopics.has(topic))
    if (topics.length === 0) return
    const queries = Array.from({ length: Math.ceil(topics.length / topicsMax) }, (_, at) =>
      queryOf(topics.slice(at * topicsMax, (at + 1) * topicsMax), (topic) => versionSum(versions.get(topic))),
    )
    const startedIn = runs
    const answers = await Promise.all(queries.map(fetchStates))
    if (!running || runs !== startedIn) return
    const messages = answers.every((answer) => answer !== undefined) ? answers.flat() : undefined
    onConnection?.({ open: messages !== undefined, sinceMs: timers.nowMs() })
    if (messages) onConfirmed?.(true)
    const current = new Set(store.topics())
    for (const message of answers.flatMap((answer) => answer ?? [])) {
      if (!current.has(message.topic)) continue
      const keys = versions.get(message.topic) ?? new Map<string, number>()
      versions.set(message.topic, keys.set(message.key, message.version))
      store.receive(message)
    }
  }
  const poll = async (): Promise<void> => {
    const balance = store.topics().includes('balance') ? fetchBalance() : undefined
    if (!balance && store.topics().length === 0) return
    const startedMs = timers.nowMs()
    pendingSinceMs = startedMs
    await Promise.allSettled([pollStates(), balance])
    if (pendingSinceMs !== startedMs) return
    pendingSinceMs = undefined
    lastMs = timers.nowMs()
  }

  const beat = (): void => {
    const nowMs = timers.nowMs()
    const pending = pendingSinceMs !== undefined && nowMs - pendingSinceMs < hungAfterMs
    if (!pending && nowMs - lastMs >= everyMs()) void poll()
    cancelTimer = timers.after(beatMs, beat)
  }

  return {
    start(): void {
      if (running) return
      running = true
      runs++
      // Meanwhile another transport may have changed or dropped the states that these versions are about.
      versions.clear()
      cancelTimer = timers.after(beatMs, beat)
    },
    stop(): void {
      running = false
      cancelTimer()
    },
    /** Polls at once, without waiting for a request of before. Without topics nothing can be old. */
    confirm(): void {
      if (!running || store.topics().every((topic) => privateTopics.has(topic))) return
      onConfirmed?.(false)
      void poll()
    },
    restart(): void {
      for (const topic of privateTopics) store.forget(topic)
    },
  }
}

/**
 * The topics for the URL, each with its version sum. The URL is most of the traffic of a poll without changes, so a match is written as
 * its number and is followed by the numbers of its markets.
 */
function queryOf(topics: readonly string[], sumOf: (topic: string) => string): string {
  const rest = new Set(topics)
  const parts: string[] = []
  const add = (topic: string, name: string): void => {
    rest.delete(topic)
    parts.push(`${name.replaceAll(':', '.')}${sumOf(topic)}`)
  }
  for (const match of topics.filter((topic) => /^match:\d+$/.test(topic))) {
    const id = match.slice('match:'.length)
    add(match, id)
    const markets = `market:${id}`
    for (const topic of topics) if (topic.startsWith(`${markets}:`)) add(topic, topic.slice(markets.length))
  }
  for (const topic of rest) add(topic, topic)
  return parts.join('*')
}

function versionSum(keys: ReadonlyMap<string, number> | undefined): string {
  if (!keys) return ''
  let sum = 0
  for (const version of keys.values()) sum += version
  return `~${sum}`
}
