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

let retries = 0
const importUrl = (url: string): Promise<unknown> => import(/* @vite-ignore */ url)

/**
 * Imports a module that may have failed before. Browsers keep a failed module for as long as the page lives, so a failure is
 * retried under the URL that it names with another query, which is a new module to them.
 */
export async function importAgain<Module>(load: () => Promise<Module>, fetchModule = importUrl): Promise<Module> {
  try {
    return await load()
  } catch (fault) {
    const url = /https?:\/\/\S+\.js/.exec(String(fault))?.[0]
    if (url === undefined) throw fault
    return (await fetchModule(`${url}?retry=${++retries}`)) as Module
  }
}
