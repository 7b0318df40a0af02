import { monotonicMs } from '#platform/clock'
import type { Log } from '#platform/log'
import { silenceMax } from './heartbeats.ts'

type Deps = {
  readonly setSilent: (matchId: number, isSilent: boolean) => Promise<void>
  readonly log: Log
}

/** At most so many at once: the oldest ends early. */
const silencesMax = 100

/**
 * Silences of matches that are driven by hand, which the sandbox asks for: the match is as one whose feed went silent just now for too
 * long, and reports again after some seconds.
 */
export function openHandSilence({ setSilent, log }: Deps) {
  const since = new Map<number, { readonly sinceMs: number; readonly timer: NodeJS.Timeout }>()

  async function end(matchId: number): Promise<void> {
    const found = since.get(matchId)
    since.delete(matchId)
    clearTimeout(found?.timer)
    if (found) await setSilent(matchId, false)
  }

  return {
    /** Begins a silence of some seconds in place of a current one; 0 ends that. */
    async begin(matchId: number, seconds: number): Promise<void> {
      await end(matchId)
      if (seconds === 0) return
      const [oldest] = since.keys()
      if (since.size >= silencesMax && oldest !== undefined) await end(oldest)
      const timer = setTimeout(() => {
        void end(matchId).catch((error: unknown) => log.error({ err: error, matchId }, 'a silence did not end'))
      }, seconds * 1000)
      timer.unref()
      since.set(matchId, { sinceMs: monotonicMs(), timer })
      await setSilent(matchId, true)
    },

    /** The silences of these matches with those that were asked for. */
    added(silence: Map<number, number>): Map<number, number> {
      for (const matchId of silence.keys()) {
        const found = since.get(matchId)
        if (found) silence.set(matchId, silenceMax.before + 1 + monotonicMs() - found.sinceMs)
      }
      return silence
    },
  }
}
