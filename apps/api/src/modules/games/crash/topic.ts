import type { LiveMessage } from '@nare/contract/live'
import type { CrashCycle } from '#config-crash'
import { monotonicMs } from '#platform/clock'
import { followChanges } from '#platform/changed-keys'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import { oncePerSecond, type Log } from '#platform/log'
import { feedState, type NamesOf } from './feed.ts'
import { liveState, phaseKey } from './shown.ts'

type Deps = {
  readonly db: Db
  readonly live: Live
  readonly log: Log
  readonly cycle: CrashCycle
  readonly namesOf: NamesOf
}

const [topic, feedTopic] = ['crash', 'crash:bets']
/** How often a process that does not own the game checks for a new phase. The check reads no bets. */
const pollMs = 50
/** How often the counts of bets and cash-outs, and the feed, are published. */
const countsMs = 1000
const feedMs = 1000

/**
 * Serves the topic `crash` on the urgent lane, and `crash:bets`. States are read from public data only, so no state can reveal the future.
 * The owner's process publishes each phase after its commit; the other processes check for a new phase while they have subscribers. Bets
 * are counted when the phase changes, and then once a second. Each process publishes to its own subscribers.
 */
export function openCrashTopics({ db, live, log, cycle, namesOf }: Deps) {
  const logFault = oncePerSecond((facts) => log.warn(facts, 'publishing a state of the crash game failed'))
  let published = 0
  let feedPublished = 0
  let isOwner = false
  let isChecking = false
  let lastPhase = ''
  let [countsAtMs, feedAtMs] = [0, 0]

  async function message(): Promise<LiveMessage | undefined> {
    const shown = await liveState(db, cycle)
    return shown && { topic, key: '', version: shown.version, state: shown.state }
  }

  async function feed(): Promise<LiveMessage | undefined> {
    const shown = await feedState(db, namesOf)
    return shown && { topic: feedTopic, key: '', ...shown }
  }

  async function publishOnce(): Promise<void> {
    const now = await message()
    // The next count is a second later, so that it does not compete with the bets at the start of a phase.
    countsAtMs = monotonicMs() + countsMs
    if (!now || now.version <= published) return
    published = now.version
    live.here.publish(now)
  }

  async function publishFeed(): Promise<void> {
    const now = await feed()
    if (!now || now.version <= feedPublished) return
    feedPublished = now.version
    live.here.publish(now)
  }

  const publishing = followChanges({
    work: () => publishOnce().catch((error: unknown) => logFault({ err: error })),
    atOnce: 1,
    waitingMax: 1,
  })
  const publish = (): void => publishing.changed([topic])

  /** Publishes the state if the phase has changed since the last check. Runs one check at a time. */
  async function checkPhase(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      const phase = await phaseKey(db, cycle)
      if (phase !== lastPhase) publish()
      lastPhase = phase
    } catch (error) {
      logFault({ err: error })
    } finally {
      isChecking = false
    }
  }

  live.publicTopics(
    topic,
    async (topics) => {
      const state = await message()
      return new Map(topics.map((name) => [name, state && name === topic ? [state] : []]))
    },
    { urgent: true },
  )
  live.publicTopics(feedTopic, async (topics) => {
    const state = await feed()
    return new Map(topics.map((name) => [name, state && name === feedTopic ? [state] : []]))
  })

  const timer = setInterval(() => {
    const nowMs = monotonicMs()
    if (live.here.hasSubscribers(topic)) {
      if (!isOwner) void checkPhase()
      if (nowMs >= countsAtMs) {
        countsAtMs = nowMs + countsMs
        publish()
      }
    }
    if (live.here.hasSubscribers(feedTopic) && nowMs >= feedAtMs) {
      feedAtMs = nowMs + feedMs
      void publishFeed().catch((error: unknown) => logFault({ err: error }))
    }
  }, pollMs)
  timer.unref()

  return {
    /** Publishes a phase after its commit. */
    changed(): void {
      live.invalidate([topic])
      if (live.here.hasSubscribers(topic)) publish()
    },
    /** Sets whether this process owns the game, so that it does not check for changes. */
    setOwner: (yes: boolean): void => void (isOwner = yes),
    stop: (): void => clearInterval(timer),
  }
}
