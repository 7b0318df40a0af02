import { monotonicMs } from './clock.ts'
import { fanOutInMemory } from './live-fan-out.ts'
import { ofTopicKey } from './live-messages.ts'

type Peer = { readonly topics: ReturnType<typeof fanOutInMemory>; seenMs: number }

/** The minimum time for which a topic that was published without subscribers is remembered. A message between processes takes less. */
const rememberedMs = 2000
const rememberedMax = 100_000
/** Remembered in place of the topics beyond that number: any topic may have been published without subscribers. */
const anyTopic = '*'

/**
 * The other processes and the topics that they subscribe to. A topic that was published without subscribers is remembered for two to four
 * seconds. A subscription may be in transit when the state is published, and then its process misses the state.
 */
export function openPeers({ silentMs, now = monotonicMs }: { silentMs: number; now?: () => number }) {
  const peers = new Map<string, Peer>()
  let [recent, previous] = [new Set<string>(), new Set<string>()]
  let rotatedMs = now()

  function remember(key: string): void {
    rotate()
    recent.add(recent.size < rememberedMax ? key : anyTopic)
  }

  function rotate(): void {
    if (now() - rotatedMs < rememberedMs) return
    previous = now() - rotatedMs < 2 * rememberedMs ? recent : new Set()
    recent = new Set()
    rotatedMs = now()
  }

  const wasMissed = (key: string): boolean =>
    [key, nameOf(key), anyTopic].some((one) => one !== undefined && (recent.has(one) || previous.has(one)))

  return {
    /** Records that a process is alive. Returns false if the process is new. */
    beat(id: string): boolean {
      const peer = peers.get(id)
      if (peer) peer.seenMs = now()
      else peers.set(id, { topics: fanOutInMemory(), seenMs: now() })
      return peer !== undefined
    },
    /** Records subscriptions of a known process. Returns those of its topics whose recent states were not sent to it. */
    add(id: string, keys: readonly string[]): string[] {
      rotate()
      const topics = peers.get(id)?.topics
      const missed = keys.filter((key) => !topics?.hasSubscribers(key) && wasMissed(key))
      for (const key of keys) topics?.subscribe(key)
      return missed
    },
    remove(id: string, keys: readonly string[]): void {
      for (const key of keys) peers.get(id)?.topics.unsubscribe(key)
    },
    /** Removes the processes that have sent nothing for too long. */
    expire(): void {
      for (const [id, { seenMs }] of peers) if (seenMs + silentMs < now()) peers.delete(id)
    },
    forget: (): void => peers.clear(),
    /** Whether another process subscribes to a topic. If none does, remembers the topic for `add`. */
    hasSubscriber(key: string): boolean {
      if (knowsSubscriber(key)) return true
      remember(key)
      return false
    },
    /** The bettors who subscribe to their private topic of this name in other processes. The name is remembered for `add`. */
    bettorsOf(name: string): bigint[] {
      remember(`${name}@`)
      return [...peers.values()].flatMap(({ topics }) => topics.subscribedBettors(name))
    },
  }

  function knowsSubscriber(key: string): boolean {
    for (const { topics } of peers.values()) if (topics.hasSubscribers(key)) return true
    return false
  }
}

/** The form in which `bettorsOf` remembers the name of a private topic. */
function nameOf(key: string): string | undefined {
  const { name, bettor } = ofTopicKey(key)
  return bettor === undefined ? undefined : `${name}@`
}
