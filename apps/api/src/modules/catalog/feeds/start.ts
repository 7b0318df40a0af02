import type { Config } from '#config'
import type { SettableClock } from '#platform/clock'
import type { Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { repeatSteps } from '#platform/keep-owner'
import type { Log } from '#platform/log'
import { untilAborted, type Owners, type Ownership } from '#platform/owners'
import { random } from '#platform/random'
import type { Catalog } from '../catalog.ts'
import { openSilences } from './feed-silences.ts'
import type { FeedDeps } from './port.ts'
import { isportsApi } from './isports-api.ts'
import { openIsports } from './isports-client.ts'
import { openReplay, type ReplaySummary } from './replay.ts'
import { openSimulated } from './simulated.ts'
import { importPast } from './simulated-past.ts'
import { openOddsApi } from './the-odds-api-client.ts'

export type StartDeps = {
  readonly catalog: Catalog
  readonly db: Db
  readonly clock: SettableClock
  readonly log: Log
  readonly config: Pick<Config, 'feed' | 'speed' | 'oddsApi' | 'isports' | 'sandbox' | 'band'>
  readonly owners: Pick<Owners, 'ownAlone'>
}

/** A running feed. `replayUntil` exists only for a replay in the sandbox: it moves the clock. */
export type StartedFeed = {
  readonly replayUntil?: (until: Date) => Promise<ReplaySummary>
  /** Whether the feed cannot read its source at all. */
  isUnreadable(): boolean
  /** Resolves after the current piece of work. */
  stop(): Promise<void>
}

/** One iteration of a loop. Returns the delay before the next one, in milliseconds. */
type Iteration = () => Promise<number>

const tickMs = 4_000
const fixturesEveryMs = 10 * 60_000
const sweepEveryMs = 5_000
const silenceEveryMs = 1_000
const heartbeatEveryMs = 5_000
const retryDelayMs = 5_000

type Replay = Awaited<ReturnType<typeof openReplay>>

/**
 * Starts the configured feed in one process among all that share this database, and the sweep of overdue matches. Returns
 * immediately; call it once the server listens. Each part is a loop of small iterations; a fault is logged and the loop
 * continues.
 */
export function startFeed({ catalog, db, clock, log, config, owners }: StartDeps): StartedFeed {
  const isReplay = config.feed.startsWith('replay:')
  const source = isReplay ? 'replay' : config.feed
  // Each ownership opens a new replay, whose transactions check that ownership.
  let replay: Promise<Replay> | undefined
  let unreadable = false
  const replayOpened = Promise.withResolvers<void>()
  // The time up to which the feed has reported events: matches it has not reached yet are not overdue.
  let processedUntil = config.feed === 'none' ? Infinity : -Infinity

  /** Starts the loops of the feed. Returns a function to stop each. */
  function startLoops(ownership: Ownership): (() => Promise<void>)[] {
    const deps: FeedDeps = {
      db,
      clock,
      log,
      ingest: catalog.ingestAs(ownership),
      drop: catalog.drop,
      marginsOf: catalog.hands.marginsOf,
    }
    const run = (name: string, iterate: Iteration) => startLoop({ name, iterate, log })
    const sendHeartbeat = () => deps.ingest([{ kind: 'heartbeat', source, at: clock.date() }])
    const applyFeedSilence = async () => {
      await catalog.applyFeedSilenceAs(ownership, source)
      return silenceEveryMs
    }
    const stopSilenceLoop = run('silent feed', applyFeedSilence)
    if (config.feed === 'simulated') {
      const feed = openSimulated({ ...deps, speed: config.speed, chance: random.fraction })
      const isSilent = openSilences({ chance: random.fraction })
      const play = async () => {
        if (isSilent()) return tickMs
        const now = clock.now()
        const more = await feed.tick()
        if (more) return 0
        processedUntil = now
        await sendHeartbeat()
        return tickMs
      }
      const importFixtures = async () => {
        const imported = await feed.importFixtures()
        if (imported > 0) log.info({ imported }, 'simulated matches are on offer')
        await importPast(db, clock.date())
        return fixturesEveryMs
      }
      return [stopSilenceLoop, run('simulated feed', play), run('simulated fixtures', importFixtures)]
    }
    if (isReplay) {
      const opened = openReplay({ ...deps, path: config.feed.slice('replay:'.length), speed: config.speed })
      replay = opened
      replayOpened.resolve()
      void opened.then(
        () => (unreadable = false),
        () => (unreadable = true),
      )
      const play = async () => {
        const now = clock.now()
        await (await opened).tick()
        processedUntil = now
        await sendHeartbeat()
        return tickMs
      }
      return [stopSilenceLoop, run('replay', play)]
    }
    if (config.feed === isportsApi) {
      const feed = openIsports({ ...deps, ...config.isports, band: config.band })
      const turn = async () => {
        const delayMs = await feed.turn()
        if (!feed.isConnected()) return delayMs
        processedUntil = Infinity
        await sendHeartbeat()
        return delayMs
      }
      return [stopSilenceLoop, run('the isports api', turn)]
    }
    const feed = openOddsApi({ ...deps, ...config.oddsApi, band: config.band })
    const poll = async () => {
      const delayMs = await feed.poll(config.oddsApi.everyMs)
      processedUntil = Infinity
      return delayMs
    }
    const sendHeartbeatWhileConnected = async () => {
      if (feed.isConnected()) await sendHeartbeat()
      return heartbeatEveryMs
    }
    return [stopSilenceLoop, run('the odds api', poll), run('the odds api heartbeat', sendHeartbeatWhileConnected)]
  }

  const runAsOwner = async (ownership: Ownership) => {
    const stops = startLoops(ownership)
    await untilAborted(ownership.signal)
    processedUntil = -Infinity
    await Promise.all(stops.map((stop) => stop()))
  }
  async function currentReplay(): Promise<Replay> {
    await replayOpened.promise
    invariant(replay, 'the replay is set before replayOpened resolves')
    return replay
  }
  const releaseOwnership = config.feed === 'none' ? undefined : owners.ownAlone('feed', runAsOwner)
  catalog.trackFeed({ source, processedUntil: () => processedUntil })
  const sweep = async () => ((await catalog.sweepOverdue()) > 0 ? 0 : sweepEveryMs)
  const stopSweep = startLoop({ name: 'overdue matches', iterate: sweep, log })

  return {
    ...(isReplay &&
      config.sandbox && {
        replayUntil: async (until: Date) => (await currentReplay()).until(until, clock.advance),
      }),
    isUnreadable: () => unreadable,
    async stop() {
      await Promise.all([releaseOwnership?.(), stopSweep()])
    },
  }
}

/** Repeats an iteration until stopped. The returned function resolves after the current iteration. */
function startLoop({ name, iterate, log }: { name: string; iterate: Iteration; log: Log }): () => Promise<void> {
  const stopped = new AbortController()
  const steps = { log, name, failure: 'a feed iteration failed', retryMs: retryDelayMs, step: iterate }
  const running = repeatSteps({ ...steps, signal: stopped.signal })
  return () => (stopped.abort(), running)
}
