import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { greet } from './greet.ts'
import { runUntilStopped, stopWithoutParent, type Lifetime } from './lifetime.ts'
import { poolsOf } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { programsHere } from './platform/programs.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Beginning } from './worker-messages.ts'
import { openWorkers } from './workers.ts'

/** The maximum duration of a stop: eight seconds for the workers, the rest for PostgreSQL. */
const stopsInMs = 12_500

/**
 * Runs the server as several processes. The primary owns the data folder, the embedded PostgreSQL, the schema and the shared state of the
 * workers; PROCESSES workers serve calls. Workers that end are restarted. SIGHUP restarts the workers one after another.
 */
export async function runPrimary({ config, log }: { config: Config; log: Log }): Promise<void> {
  const { drainMs } = config.processes
  const signals = ['SIGTERM', 'SIGINT'] as const
  await runUntilStopped({ log, stopsInMs: () => stopsInMs + drainMs, signals }, (lifetime) =>
    run({ config, log, lifetime }),
  )
}

async function run({ config, log, lifetime }: { config: Config; log: Log; lifetime: Lifetime }): Promise<void> {
  if (config.byNpm) stopWithoutParent(lifetime)
  const { count, drainMs, socket } = config.processes
  const { connection, direct } = await prepareDatabase({ config, log, lifetime })
  // While a worker is replaced, there is one more.
  const pools = await poolsOf(connection, config, count + 1)
  if (pools.poolSize < config.poolSize || pools.replicaPoolSize < config.replicaPoolSize)
    log.info(pools, 'the connections of PostgreSQL are divided among the workers')
  const hub88Pair = config.sandbox ? (await import('./sandbox/hub88-keys.ts')).openHub88Keys().pair() : undefined
  const begin = (withDemo: boolean): Beginning => ({ connection, direct, pools, withDemo, hub88Pair })
  // The path without links: after an upgrade, a link may lead to another release before this process ends.
  cluster.setupPrimary({ exec: fileURLToPath(new URL('main.ts', import.meta.url)) })
  // Workers accept from the passed socket themselves, so that what none of them has accepted when they stop waits for their successors. A primary
  // that accepts for them would close it.
  if (socket) cluster.schedulingPolicy = cluster.SCHED_NONE
  // Node closes the socket when the last worker that listens has ended.
  const onNoneLeft = (): void => void (socket && lifetime.stop('the end of all workers'))
  const workers = openWorkers({ fork: () => cluster.fork(), begin, programs: programsHere(), log, onNoneLeft })
  lifetime.onStop(() => workers.stop({ drainMs }))
  const greeting = await workers.start(count)
  greet(greeting, config)
  process.on('SIGHUP', () => void workers.restart())
}
