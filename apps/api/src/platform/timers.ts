import { openRepeatedFailures, type Log } from './log.ts'

export type Timers = {
  /**
   * Runs `work` at this interval, one run at a time. The next interval retries after a failure. Repeated failures are logged less and less
   * often, until a run succeeds.
   */
  every(ms: number, name: string, work: () => Promise<unknown>): void
  /** Stops all timers and waits for running work. */
  stop(): Promise<void>
}

/** Opens the timers for background work of this process. */
export function openTimers(log: Log): Timers {
  const running = new Map<string, Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  const failures = openRepeatedFailures()
  return {
    every(ms, name, work) {
      const runUnlessRunning = () => {
        if (running.has(name)) return
        const run = work().then(
          () => failures.done(name),
          (error: unknown) => {
            const tries = failures.failed(name)
            if (tries !== undefined)
              log.warn({ err: error, work: name, tries }, 'background work failed and will be retried')
          },
        )
        running.set(
          name,
          run.finally(() => void running.delete(name)),
        )
      }
      timers.push(setInterval(runUnlessRunning, ms))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
