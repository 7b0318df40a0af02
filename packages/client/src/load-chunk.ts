/** The timeout for loading a chunk of the app. */
export const chunkTimeoutMs = 120_000

/** Loads a chunk of the app. Rejects with 'Loading chunk failed' if loading fails or takes longer than 120 seconds. */
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
 * Imports a module and retries once after a failure. Browsers cache a failed import until the page is closed, so the retry adds a
 * query to the URL in the error message, which makes it another module for the browser.
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
