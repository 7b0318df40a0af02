import cluster from 'node:cluster'
import type { Config } from './config.ts'
import { runUntilStopped } from './lifetime.ts'
import { ipcChannel } from './platform/ipc-channel.ts'
import type { Log } from './platform/log.ts'
import { metricsName, metricsOfPrimary } from './platform/metrics-hub.ts'
import { programsName, programsOfPrimary } from './platform/programs.ts'
import { serve } from './serving.ts'
import { workerName, type Beginning, type ToPrimary, type ToWorker } from './worker-messages.ts'

const stopsInMs = 6000

/** Runs a worker of a primary, which owns the port, the data folder and the database. A worker ends when its primary ends. */
export async function runWorker({ config, log: base }: { config: Config; log: Log }): Promise<void> {
  const name = String(cluster.worker?.id)
  const log = base.child({ worker: name })
  const channel = ipcChannel(process, workerName)
  const send = (message: ToPrimary): void => channel.send(message)
  const begin = Promise.withResolvers<Beginning>()
  let drainMs = config.processes.drainMs
  // A terminal sends these signals to all processes, but only the primary stops its workers.
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  await runUntilStopped({ log, stopsInMs: () => stopsInMs + drainMs, signals: ['SIGTERM'] }, async (lifetime) => {
    channel.onMessage((message) => {
      const received = message as ToWorker
      if ('begin' in received) return begin.resolve(received.begin)
      drainMs = received.stop.drainMs
      lifetime.stop('the primary')
    })
    const { connection, direct, pools, withDemo, hub88Pair } = await begin.promise
    const app = await serve({
      config: { ...config, ...pools },
      connection,
      direct,
      log,
      lifetime,
      withDemo,
      hub88Pair,
      programs: programsOfPrimary(ipcChannel(process, programsName)),
      shareMetrics: metricsOfPrimary(ipcChannel(process, metricsName)),
      processName: `${name}-${process.pid}`,
      onListening: (listening) => send({ listening }),
    })
    lifetime.onStop(() => app.drain({ ms: drainMs, alone: false }))
    send({ ready: true })
  })
}
