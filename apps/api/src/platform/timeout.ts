import { setTimeout as wait } from 'node:timers/promises'

/**
 * Answers what `work` answers, or throws `late` where that takes longer than `ms`. The work itself goes on: say what it may still do
 * by the error, `Overloaded` only where nothing follows from it.
 */
export function withTimeout<T>(work: Promise<T>, { ms, late }: { ms: number; late: () => Error }): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Waits until all of these have ended, or for `ms` milliseconds; what has not ended by then goes on alone. */
export async function settleWithin(ms: number, steps: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.race([Promise.all(steps.map((step) => Promise.resolve(step))), wait(ms, undefined, { ref: false })])
}
