import type { Log } from './platform/log.ts'

const checkParentEveryMs = 500

export type Lifetime = {
  /** Calls `step` when the process stops: the last one first. */
  onStop(step: () => Promise<unknown>): void
  /** Stops the process; a second call changes nothing. */
  stop(why: string): void
  isStopping(): boolean
}

type LifetimeDeps = {
  readonly log: Log
  /** After this the process ends whatever hangs. Process managers usually wait ten seconds before SIGKILL. */
  readonly stopsInMs: () => number
  readonly signals: readonly NodeJS.Signals[]
}

/** Runs `start`; undoes it in reverse when a signal arrives, or at once where it fails, and then throws what it threw. */
export async function runUntilStopped(
  { log, stopsInMs, signals }: LifetimeDeps,
  start: (lifetime: Lifetime) => Promise<void>,
): Promise<void> {
  const steps: (() => Promise<unknown>)[] = []
  let stopping = false
  const undo = async (): Promise<void> => {
    for (const step of steps.splice(0).reverse())
      await step().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop cleanly'))
  }
  const stop = (why: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal: why }, 'stopping')
    setTimeout(() => process.exit(1), stopsInMs()).unref()
    void undo().then(() => process.exit(0))
  }
  for (const signal of signals) process.on(signal, () => stop(signal))
  try {
    await start({ onStop: (step) => void steps.push(step), stop, isStopping: () => stopping })
  } catch (error) {
    await undo()
    throw error
  }
}

/** npm starts the server through a shell that forwards no signals: when npm exits, only the parent process id changes. */
export function stopWithoutParent({ stop }: Lifetime): void {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop('the end of npm'), checkParentEveryMs).unref()
}
