import type { Log } from './log.ts'

export type Timers = {
  /** Runs `work` every so often, never twice at once; a fault is logged and the next turn comes. */
  every(ms: number, name: string, work: () => Promise<unknown>): void
  /** Ends them all and waits for what runs. */
  stop(): Promise<void>
}

/** The background work of this process. */
export function openTimers(log: Log): Timers {
  const running = new Map<string, Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  return {
    every(ms, name, work) {
      const turn = () => {
        if (running.has(name)) return
        const run = work().then(
          () => undefined,
          (error: unknown) => log.warn({ err: error, work: name }, 'background work failed; it is tried again'),
        )
        running.set(
          name,
          run.finally(() => void running.delete(name)),
        )
      }
      timers.push(setInterval(turn, ms))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
