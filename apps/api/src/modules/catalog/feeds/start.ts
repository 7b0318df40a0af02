import type { Config } from '#config'
import type { SettableClock } from '#platform/clock'
import { invariant } from '#platform/invariant'
import { untilAborted, type Owners, type Ownership } from '#platform/owners'
import { random } from '#platform/random'
import type { Catalog } from '../catalog.ts'
import { openReplay, type Played } from './replay.ts'
import { openSimulated } from './simulated.ts'
import { openOddsApi } from './the-odds-api-client.ts'

export type StartDeps = {
  readonly catalog: Catalog
  readonly config: Pick<Config, 'feed' | 'speed' | 'oddsApi'>
  readonly owners: Pick<Owners, 'ownAlone'>
  /** Given with the sandbox only: a replay that is stepped moves the clock. */
  readonly advance?: SettableClock['advance'] | undefined
}

/** The feed as it runs. `replayUntil` is there for a replay that may move the clock. */
export type StartedFeed = {
  readonly replayUntil?: (until: Date) => Promise<Played>
  /** Ends after the piece of work in hand. */
  stop(): Promise<void>
}

/** One turn of a feed's work; answers how many milliseconds to wait for the next. */
type Turn = () => Promise<number>

const tickMs = 4_000
const fixturesEveryMs = 10 * 60_000
const oddsApiEveryMs = 5 * 60_000
const sweepEveryMs = 5_000
const afterFaultMs = 5_000

type Replay = Awaited<ReturnType<typeof openReplay>>

/**
 * Starts the configured feed, in one process among all that work on this database, and the sweep of matches that never came out.
 * Returns at once: call it when the server listens. Each part is a chain of small pieces of work; a fault is logged and the chain goes
 * on.
 */
export function startFeed({ catalog, config, advance, owners }: StartDeps): StartedFeed {
  const { log, clock } = catalog
  const isReplay = config.feed.startsWith('replay:')
  // The replay that runs now: each new ownership opens one of its own, whose changes are checked against it.
  let replay: Promise<Replay> | undefined
  const replayBegun = Promise.withResolvers<void>()
  // Up to when the feed has played here: what it has not come to yet is not overdue.
  let playedTo = config.feed === 'none' ? Infinity : -Infinity

  /** Begins the chains of the feed; answers how to stop them. */
  function begin(own: Ownership): (() => Promise<void>)[] {
    const owned = { ...catalog, take: catalog.takeAs(own) }
    const run = (name: string, turn: Turn) => chain({ name, turn, log })
    if (config.feed === 'simulated') {
      const feed = openSimulated({ ...owned, speed: config.speed, chance: random.fraction })
      const play = async () => {
        const now = clock.now()
        const more = await feed.tick()
        if (!more) playedTo = now
        return more ? 0 : tickMs
      }
      const bring = async () => {
        const brought = await feed.bringFixtures()
        if (brought > 0) log.info({ brought }, 'simulated matches are on offer')
        return fixturesEveryMs
      }
      return [run('simulated feed', play), run('simulated fixtures', bring)]
    }
    if (isReplay) {
      const opened = openReplay({ ...owned, path: config.feed.slice('replay:'.length), speed: config.speed })
      replay = opened
      replayBegun.resolve()
      const play = async () => {
        const now = clock.now()
        await (await opened).tick()
        playedTo = now
        return tickMs
      }
      return [run('replay', play)]
    }
    const feed = openOddsApi({ ...owned, ...config.oddsApi })
    const ask = async () => {
      const waitMs = await feed.round(oddsApiEveryMs)
      playedTo = Infinity
      return waitMs
    }
    return [run('the odds api', ask)]
  }

  const own = async (right: Ownership) => {
    const stops = begin(right)
    await untilAborted(right.signal)
    playedTo = -Infinity
    await Promise.all(stops.map((stop) => stop()))
  }
  async function presentReplay(): Promise<Replay> {
    await replayBegun.promise
    invariant(replay, 'a replay that has begun is there')
    return replay
  }
  const giveUp = config.feed === 'none' ? undefined : owners.ownAlone('feed', own)
  catalog.follow({ source: isReplay ? 'replay' : config.feed, playedTo: () => playedTo })
  const sweep = async () => ((await catalog.sweepOverdue()) > 0 ? 0 : sweepEveryMs)
  const stopSweep = chain({ name: 'overdue matches', turn: sweep, log })

  return {
    ...(isReplay && advance && { replayUntil: async (until: Date) => (await presentReplay()).until(until, advance) }),
    async stop() {
      await Promise.all([giveUp?.(), stopSweep()])
    },
  }
}

function chain({ name, turn, log }: { name: string; turn: Turn; log: Catalog['log'] }): () => Promise<void> {
  let stopped = false
  let wake = (): void => undefined
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const running = (async () => {
    while (!stopped) {
      const waitMs = await turn().catch((error: unknown) => {
        log.error({ err: error, name }, 'a piece of feed work failed')
        return afterFaultMs
      })
      if (!stopped) await rest(waitMs)
    }
  })()
  return async () => {
    stopped = true
    wake()
    await running
  }
}
