import { once } from 'node:events'
import type { Worker as Forked } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Greeting } from './greet.ts'
import { openBusHub } from './platform/bus-hub.ts'
import { busName } from './platform/bus-ipc.ts'
import { monotonicMs } from './platform/clock.ts'
import { watchHandedConnections } from './platform/handed-connections.ts'
import { ipcChannel } from './platform/ipc-channel.ts'
import type { Log } from './platform/log.ts'
import { metricsName, openMetricsHub } from './platform/metrics-hub.ts'
import { openProgramsHub, programsName, type Programs } from './platform/programs.ts'
import { StartError } from './platform/start-error.ts'
import { workerName, type Beginning, type ToPrimary, type ToWorker } from './worker-messages.ts'

type WorkersDeps = {
  readonly fork: () => Forked
  /** The message with which a worker starts. */
  readonly begin: (withDemo: boolean) => Beginning
  readonly programs: Programs
  readonly log: Log
  /** Called when a worker ends without being asked to and no other one listens. */
  readonly onNoneLeft: () => void
}

export type Workers = {
  /** Starts `count` workers. Resolves when all are ready; throws if a worker cannot start. */
  start(count: number): Promise<Greeting>
  /** Replaces the workers one after another; each stops when its successor is ready. A call during a restart makes it run once more. */
  restart(): Promise<void>
  stop(options: { readonly drainMs: number }): Promise<void>
}

type Worker = { readonly forked: Forked; readonly startedMs: number; listening: boolean; stopping: boolean }

const retryFirstMs = 100
const retryMaxMs = 5000
/** A worker that ran this long did not fail at its start. */
const stableMs = 10_000
/** How long a replaced worker keeps serving while its callers reconnect to others. */
const restartDrainMs = 3000
const stopsInMs = 8000

/** Opens the workers of a primary. */
export function openWorkers({ fork, begin, programs, log, onNoneLeft }: WorkersDeps): Workers {
  const workers = new Set<Worker>()
  const bus = openBusHub()
  const metrics = openMetricsHub()
  const programsHub = openProgramsHub(programs)
  const watchConnections = watchHandedConnections()
  let failures = 0
  let stopping = false
  let restarting: Promise<void> | undefined
  let restartRequested = false

  /** Starts a worker; resolves when it is ready, and throws if it ends before. */
  function startOne(withDemo = false): Promise<Greeting> {
    const forked = fork()
    const worker: Worker = { forked, startedMs: monotonicMs(), listening: false, stopping: false }
    workers.add(worker)
    watchConnections(forked)
    bus.attach(ipcChannel(forked.process, busName))
    metrics.attach(ipcChannel(forked.process, metricsName))
    programsHub.attach(ipcChannel(forked.process, programsName))
    const channel = ipcChannel(forked.process, workerName)
    const { promise, resolve, reject } = Promise.withResolvers<Greeting>()
    let greeting: Greeting | undefined
    let ready = false
    channel.onMessage((message) => {
      const received = message as ToPrimary
      if ('listening' in received) {
        worker.listening = true
        greeting = received.listening
      } else if (greeting) {
        ready = true
        resolve(greeting)
      }
    })
    forked.on('error', (err) => log.warn({ err, worker: forked.id }, 'a message to a worker was not sent'))
    forked.once('exit', (exitCode, signal) => {
      workers.delete(worker)
      if (!ready) return reject(new StartError(`A worker could not be started (${signal ?? exitCode}); see above`))
      if (worker.stopping || stopping) return
      log.error({ worker: forked.id, exitCode, signal }, 'a worker ended; starting another')
      if (![...workers].some(({ listening }) => listening)) onNoneLeft()
      if (worker.startedMs + stableMs < monotonicMs()) failures = 0
      void replace()
    })
    channel.send({ begin: begin(withDemo) } satisfies ToWorker)
    return promise
  }

  /** Starts a worker in place of one that has ended, with growing pauses until one is ready. */
  async function replace(): Promise<void> {
    while (!stopping) {
      await wait(Math.min(retryFirstMs * 2 ** failures++, retryMaxMs))
      if (stopping) return
      try {
        await startOne()
        return
      } catch (error) {
        log.error({ err: error }, 'a worker did not start; retrying')
      }
    }
  }

  async function stopOne(worker: Worker, drainMs: number): Promise<void> {
    worker.stopping = true
    const { forked } = worker
    if (forked.isDead()) return
    const ended = once(forked, 'exit')
    ipcChannel(forked.process, workerName).send({ stop: { drainMs } } satisfies ToWorker)
    const timeout = setTimeout(() => forked.process.kill('SIGKILL'), stopsInMs + drainMs)
    await ended
    clearTimeout(timeout)
  }

  async function restartAll(): Promise<void> {
    for (const worker of [...workers]) {
      if (stopping) return
      // A worker that ended unexpectedly has a successor already.
      if (!workers.has(worker)) continue
      await startOne()
      await stopOne(worker, restartDrainMs)
    }
    log.info('all workers were restarted')
  }

  return {
    async start(count) {
      const greeting = await startOne(true)
      await Promise.all(Array.from({ length: count - 1 }, () => startOne()))
      return greeting
    },
    async restart() {
      restartRequested = true
      restarting ??= (async () => {
        while (restartRequested && !stopping) {
          restartRequested = false
          await restartAll().catch((error: unknown) => {
            if (!stopping) log.error({ err: error }, 'the restart of the workers ended early')
          })
        }
        restarting = undefined
      })()
      await restarting
    },
    async stop({ drainMs }) {
      stopping = true
      await Promise.all([...workers].map((worker) => stopOne(worker, drainMs)))
      await programsHub.close()
    },
  }
}
