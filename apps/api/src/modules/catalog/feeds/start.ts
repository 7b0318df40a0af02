import type { Config } from '#config'
import type { SettableClock } from '#platform/clock'
import { random } from '#platform/random'
import type { Catalog } from '../catalog.ts'
import { openReplay, type Played } from './replay.ts'
import { openSimulated } from './simulated.ts'
import { openOddsApi } from './the-odds-api-client.ts'

export type StartDeps = {
  readonly catalog: Catalog
  readonly config: Pick<Config, 'feed' | 'speed' | 'oddsApi'>
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

/**
 * Starts the configured feed and the sweep of matches that never came out. Returns at once: call it when the server
 * listens. Each part is a chain of small pieces of work; a fault is logged and the chain goes on.
 */
export function startFeed({ catalog, config, advance }: StartDeps): StartedFeed {
  const { log, clock } = catalog
  const stops: (() => Promise<void>)[] = []
  const run = (name: string, turn: Turn) => void stops.push(chain({ name, turn, log }))
  let replay: ReturnType<typeof openReplay> | undefined
  // Up to when the feed has played: what it has not come to yet is not overdue.
  let playedTo = config.feed === 'none' ? Infinity : -Infinity

  if (config.feed === 'simulated') {
    const feed = openSimulated({ ...catalog, speed: config.speed, chance: random.fraction })
    run('simulated feed', async () => {
      const now = clock.now()
      const more = await feed.tick()
      if (!more) playedTo = now
      return more ? 0 : tickMs
    })
    run('simulated fixtures', async () => {
      const brought = await feed.bringFixtures()
      if (brought > 0) log.info({ brought }, 'simulated matches are on offer')
      return fixturesEveryMs
    })
  }
  if (config.feed.startsWith('replay:')) {
    replay = openReplay({ ...catalog, path: config.feed.slice('replay:'.length), speed: config.speed })
    const opened = replay
    run('replay', async () => {
      const now = clock.now()
      await (await opened).tick()
      playedTo = now
      return tickMs
    })
  }
  if (config.feed === 'the-odds-api') {
    const feed = openOddsApi({ ...catalog, ...config.oddsApi })
    run('the odds api', async () => {
      const waitMs = await feed.round(oddsApiEveryMs)
      playedTo = Infinity
      return waitMs
    })
  }
  catalog.follow({ source: config.feed.startsWith('replay:') ? 'replay' : config.feed, playedTo: () => playedTo })
  run('overdue matches', async () => ((await catalog.sweepOverdue()) > 0 ? 0 : sweepEveryMs))

  const opened = replay
  return {
    ...(opened && advance && { replayUntil: async (until: Date) => (await opened).until(until, advance) }),
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
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
