/** How long a chunk of the app may take to load. */
export const chunkTimeoutMs = 120_000

/** Loads a chunk of the app; one that fails or takes longer than 120 seconds raises 'Loading chunk failed'. */
export function loadChunk<T>(load: () => Promise<T>, timeoutMs = chunkTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new Error('Loading chunk failed', { cause }))
    const timer = setTimeout(() => fail('time-out'), timeoutMs)
    load()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer))
  })
}
