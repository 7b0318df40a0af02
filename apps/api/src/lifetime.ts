import type { Log } from './platform/log.ts'

const checkParentEveryMs = 500

export type Lifetime = {
  /** Registers a step for the stop of the process. The last registered step runs first. */
  onStop(step: () => Promise<unknown>): void
  /** Stops the process; a second call changes nothing. */
  stop(why: string): void
  isStopping(): boolean
}

type LifetimeDeps = {
  readonly log: Log
  /** The maximum duration of a stop; after it the process exits even if a step hangs. Process managers usually wait ten seconds before SIGKILL. */
  readonly stopsInMs: () => number
  readonly signals: readonly NodeJS.Signals[]
}

/**
 * Runs `start`. When a signal arrives, runs the registered steps in reverse and exits. If `start` fails, runs them immediately and rethrows
 * the error. A start that fails after a signal, because what it uses is being closed, is not a failure of its own.
 */
export async function runUntilStopped(
  { log, stopsInMs, signals }: LifetimeDeps,
  start: (lifetime: Lifetime) => Promise<void>,
): Promise<void> {
  const steps: (() => Promise<unknown>)[] = []
  let stopping = false
  const runSteps = async (): Promise<void> => {
    for (const step of steps.splice(0).reverse())
      await step().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop cleanly'))
  }
  const stop = (why: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal: why }, 'stopping')
    setTimeout(() => process.exit(1), stopsInMs()).unref()
    void runSteps().then(() => process.exit(0))
  }
  for (const signal of signals) process.on(signal, () => stop(signal))
  try {
    await start({ onStop: (step) => void steps.push(step), stop, isStopping: () => stopping })
  } catch (error) {
    if (stopping) return log.info({ err: error }, 'the start was interrupted')
    await runSteps()
    throw error
  }
}

/** Stops the process when npm exits. npm starts the server through a shell that forwards no signals, so only the parent process id changes. */
export function stopWithoutParent({ stop }: Lifetime): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop('the end of npm'), checkParentEveryMs).unref()
}
