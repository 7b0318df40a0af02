/** The timers, clock and randomness of a live connection; a test passes its own. Times in milliseconds. */
export type Timers = { after: (ms: number, run: () => void) => () => void; nowMs: () => number; random: () => number }

const maxDelayMs = 30_000

/** Milliseconds until the next try: doubling from one second to at most 30, half of it random (`chance` from 0 to 1). */
export function retryDelayMs(failures: number, chance: number): number {
  const longest = Math.min(maxDelayMs, 1000 * 2 ** Math.min(failures, 5))
  return longest / 2 + (longest / 2) * chance
}
