import { monotonicMs } from './clock.ts'
import { fanOutInMemory } from './live-fan-out.ts'
import { ofTopicKey } from './live-messages.ts'

type Peer = { readonly topics: ReturnType<typeof fanOutInMemory>; seenMs: number }

/** How long a topic without readers that something was published about is remembered: longer than a message is under way. */
const rememberedMs = 2000
const rememberedMax = 100_000

/**
 * The other processes, and which topics they have readers of. What was asked about a topic without readers is remembered for two to
 * four seconds: a reader whose first message was under way has missed it.
 */
export function openPeers({ silentMs, now = monotonicMs }: { silentMs: number; now?: () => number }) {
  const peers = new Map<string, Peer>()
  let [recent, before] = [new Set<string>(), new Set<string>()]
  let turnedMs = now()

  function remember(key: string): void {
    turn()
    recent.add(key)
  }

  function turn(): void {
    if (now() - turnedMs < rememberedMs) return
    before = now() - turnedMs < 2 * rememberedMs ? recent : new Set()
    recent = new Set()
    turnedMs = now()
  }

  const wasMissed = (key: string): boolean =>
    [key, nameOf(key)].some((one) => one !== undefined && (recent.has(one) || before.has(one)))

  return {
    /** Notes a sign of life; false for a process that was not known. */
    beat(id: string): boolean {
      const peer = peers.get(id)
      if (peer) peer.seenMs = now()
      else peers.set(id, { topics: fanOutInMemory(), seenMs: now() })
      return peer !== undefined
    },
    /** Notes topics of a known process. Returns those about which something was published before that was not sent to it. */
    add(id: string, keys: readonly string[]): string[] {
      turn()
      const topics = peers.get(id)?.topics
      const missed = keys.filter((key) => !topics?.hasSubscribers(key) && wasMissed(key))
      for (const key of keys) topics?.subscribe(key)
      return missed
    },
    remove(id: string, keys: readonly string[]): void {
      for (const key of keys) peers.get(id)?.topics.unsubscribe(key)
    },
    /** Forgets the processes that have been silent for too long. */
    expire(): void {
      for (const [id, { seenMs }] of peers) if (seenMs + silentMs < now()) peers.delete(id)
    },
    forget: (): void => peers.clear(),
    have,
    /** Whether another process has readers of a topic; where none has, the topic is remembered. True if too many are. */
    hasOrRemember(key: string): boolean {
      if (have(key) || recent.size >= rememberedMax) return true
      remember(key)
      return false
    },
    /** The bettors who subscribe to their own private topic of this name there. The name is remembered. */
    bettorsOf(name: string): bigint[] {
      remember(`${name}@`)
      return [...peers.values()].flatMap(({ topics }) => topics.subscribedBettors(name))
    },
  }

  function have(key: string): boolean {
    for (const { topics } of peers.values()) if (topics.hasSubscribers(key)) return true
    return false
  }
}

/** How `bettorsOf` remembers the name of a private topic. */
function nameOf(key: string): string | undefined {
  const { name, bettor } = ofTopicKey(key)
  return bettor === undefined ? undefined : `${name}@`
}
