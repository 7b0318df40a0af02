import { sleepUnlessAborted } from './owners.ts'

/** The pause after each failure but the last. */
const pausesMs = [500, 2_000, 8_000]

type Retrying = {
  /** Stops the pause and prevents further attempts. */
  readonly signal?: AbortSignal
  readonly onFailure: (error: unknown) => void
}

/**
 * Runs `work` until it succeeds, at most four times in about ten seconds, and reports each failure. Returns undefined after the last
 * failure, or when the signal has aborted. Never rejects.
 */
export async function retrying<T>(
  work: () => Promise<T>,
  { signal = new AbortController().signal, onFailure }: Retrying,
  pauses: readonly number[] = pausesMs,
): Promise<T | undefined> {
  for (const pauseMs of [...pauses, 0]) {
    if (signal.aborted) return undefined
    try {
      return await work()
    } catch (error) {
      if (!signal.aborted) onFailure(error)
    }
    if (pauseMs > 0) await sleepUnlessAborted(pauseMs, signal)
  }
  return undefined
}
