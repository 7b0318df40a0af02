import cluster from 'node:cluster'
import { readConfig } from './config.ts'
import { openLog } from './platform/log.ts'
import { gapsOf } from './production-gaps.ts'
import { runOrExit } from './platform/start-error.ts'

await runOrExit(main)

/** Runs the single process, the primary of several, or one of its workers. Each loads only its modules, because a primary serves no calls. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = openLog(config.logLevel)
  if (cluster.isWorker) return (await import('./worker.ts')).runWorker({ config, log })
  if (config.production) for (const gap of gapsOf(config)) log.warn(gap)
  if (config.processes.count > 1) return (await import('./primary.ts')).runPrimary({ config, log })
  return (await import('./serving.ts')).runAlone({ config, log })
}
