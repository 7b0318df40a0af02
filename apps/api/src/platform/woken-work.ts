import { NotOwner, sleepUnlessAborted, untilAborted } from './owners.ts'

const retryMs = 1000

/** Work that runs in parallel with an owner's other work. */
export type WokenWork = {
  /** Makes the work run again, immediately or after its current run. */
  wake(): void
  /** Runs until the signal aborts. */
  run(signal: AbortSignal): Promise<void>
}

/**
 * Runs `work` once at the start and then whenever it is woken, one run at a time. A failed run is reported and repeated after a second; if it
 * failed because ownership was lost, the work ends.
 */
export function openWokenWork({
  work,
  onFailure,
}: {
  readonly work: (signal: AbortSignal) => Promise<void>
  readonly onFailure: (error: unknown) => void
}): WokenWork {
  let woken = Promise.withResolvers<void>()
  woken.resolve()
  return {
    wake: () => woken.resolve(),
    async run(signal) {
      const ended = untilAborted(signal)
      while (!signal.aborted) {
        await Promise.race([woken.promise, ended])
        if (signal.aborted) return
        woken = Promise.withResolvers()
        try {
          await work(signal)
        } catch (error) {
          if (error instanceof NotOwner || signal.aborted) return
          onFailure(error)
          woken.resolve()
          await sleepUnlessAborted(retryMs, signal)
        }
      }
    },
  }
}
