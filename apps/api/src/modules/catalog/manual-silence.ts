import { monotonicMs } from '#platform/clock'
import type { Log } from '#platform/log'
import { silenceMax } from './heartbeats.ts'

type Deps = {
  readonly setSuspendedForSilence: (matchId: number, isSilent: boolean) => Promise<void>
  readonly log: Log
}

/** The maximum number of concurrent silences. A further one ends the oldest early. */
const silencesMax = 100

/**
 * Silences that the sandbox requests for matches driven by hand: for some seconds the match is treated as if its feed had been silent for
 * too long.
 */
export function openManualSilence({ setSuspendedForSilence, log }: Deps) {
  const since = new Map<number, { readonly sinceMs: number; readonly timer: NodeJS.Timeout }>()

  async function end(matchId: number): Promise<void> {
    const found = since.get(matchId)
    since.delete(matchId)
    clearTimeout(found?.timer)
    if (found) await setSuspendedForSilence(matchId, false)
  }

  return {
    /** Starts a silence of `seconds`, which replaces a current one. 0 only ends the current one. */
    async begin(matchId: number, seconds: number): Promise<void> {
      await end(matchId)
      if (seconds === 0) return
      const [oldest] = since.keys()
      if (since.size >= silencesMax && oldest !== undefined) await end(oldest)
      const timer = setTimeout(() => {
        void end(matchId).catch((error: unknown) =>
          log.error({ err: error, matchId }, 'ending a requested silence failed'),
        )
      }, seconds * 1000)
      timer.unref()
      since.set(matchId, { sinceMs: monotonicMs(), timer })
      await setSuspendedForSilence(matchId, true)
    },

    /** Adds the requested silences to the measured ones. */
    withRequested(silence: Map<number, number>): Map<number, number> {
      for (const matchId of silence.keys()) {
        const found = since.get(matchId)
        if (found) silence.set(matchId, silenceMax.before + 1 + monotonicMs() - found.sinceMs)
      }
      return silence
    },
  }
}
