import type { LiveMessage } from '@nare/contract/live'
import type { CrashCycle } from '#config-crash'
import { monotonicMs } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import { oncePerSecond, type Log } from '#platform/log'
import { feedState, type NamesOf } from './feed.ts'
import { liveState, phaseMark } from './shown.ts'

type Deps = {
  readonly db: Db
  readonly live: Live
  readonly log: Log
  readonly cycle: CrashCycle
  readonly namesOf: NamesOf
}

const [topic, feedTopic] = ['crash', 'crash:bets']
/** How often a process that does not own the game looks for another phase, by the rounds alone. */
const pollMs = 50
/** How often the counts of bets and cash-outs are published, and the feed. */
const countsMs = 1000
const feedMs = 1000

/**
 * Serves the topic `crash` on the urgent lane, and `crash:bets`. States are read from what everybody may see, so none can contain the
 * future. The owner's process publishes each phase after its commit; the others look for another phase while they have subscribers. Bets
 * are counted at a change of the phase, and once a second after it. Each process publishes to its own readers.
 */
export function openCrashTopics({ db, live, log, cycle, namesOf }: Deps) {
  const logFault = oncePerSecond((facts) => log.warn(facts, 'publishing a state of the crash game failed'))
  let published = 0
  let feedPublished = 0
  let reading: 'no' | 'reading' | 'again' = 'no'
  let owns = false
  let looking = false
  let mark = ''
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
    // The next count is a second after this one: the bets that a new phase begins with do not compete with another count.
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

  /** Publishes the present state: one reading at a time; a change during it reads once more. */
  async function publish(): Promise<void> {
    if (reading !== 'no') return void (reading = 'again')
    do {
      reading = 'reading'
      await publishOnce().catch((error: unknown) => logFault({ err: error }))
    } while ((reading as string) === 'again')
    reading = 'no'
  }

  /** Publishes the state if the phase is not the one that was seen last; one look at a time. */
  async function lookForPhase(): Promise<void> {
    if (looking) return
    looking = true
    try {
      const seen = await phaseMark(db, cycle)
      if (seen !== mark) void publish()
      mark = seen
    } catch (error) {
      logFault({ err: error })
    } finally {
      looking = false
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
      if (!owns) void lookForPhase()
      if (nowMs >= countsAtMs) {
        countsAtMs = nowMs + countsMs
        void publish()
      }
    }
    if (live.here.hasSubscribers(feedTopic) && nowMs >= feedAtMs) {
      feedAtMs = nowMs + feedMs
      void publishFeed().catch((error: unknown) => logFault({ err: error }))
    }
  }, pollMs)
  timer.unref()

  return {
    /** Publishes a phase after the commit that made it true. */
    changed(): void {
      live.invalidate([topic])
      if (live.here.hasSubscribers(topic)) void publish()
    },
    /** Whether this process moves the game, and so need not look for changes. */
    own: (yes: boolean): void => void (owns = yes),
    stop: (): void => clearInterval(timer),
  }
}
