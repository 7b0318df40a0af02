import { setTimeout as wait } from 'node:timers/promises'

/**
 * Returns the result of `work`, or throws the error `late` after `ms` milliseconds. The work continues, so `late` may be `Overloaded` only if
 * a late result has no effect.
 */
export function withTimeout<T>(work: Promise<T>, { ms, late }: { ms: number; late: () => Error }): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Waits until all steps have settled, at most `ms` milliseconds. Unfinished steps continue in the background. */
export async function settleWithin(ms: number, steps: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.race([Promise.all(steps.map((step) => Promise.resolve(step))), wait(ms, undefined, { ref: false })])
}
