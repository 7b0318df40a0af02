import { expect, test, vi } from 'vitest'

type Handle = (event: object) => void

/** Loads the service worker into a browser whose disk is full: nothing can be written to its caches. */
async function workerOnFullDisk(): Promise<Record<string, Handle>> {
  const handlers: Record<string, Handle> = {}
  const full = async (): Promise<never> => {
    throw new DOMException('disk', 'QuotaExceededError')
  }
  const cache = { match: async () => undefined, put: full, keys: async () => [] }
  vi.stubGlobal('self', { addEventListener: (name: string, handle: Handle) => (handlers[name] = handle) })
  vi.stubGlobal('__SHELL__', { release: 'r', files: [] })
  vi.stubGlobal('location', { origin: 'https://nare.test' })
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined, keys: async () => [] })
  vi.stubGlobal('fetch', async () => new Response('chunk'))
  await import('./service-worker.ts')
  return handlers
}

test('on a full disk a file of the app is still sent to the page', async () => {
  const { fetch: handle } = await workerOnFullDisk()
  const request = new Request('https://nare.test/assets/a-12345678.js')
  let response: Promise<Response> | undefined
  const writes: Promise<unknown>[] = []
  const event = {
    request,
    respondWith: (given: Promise<Response>) => (response = given),
    waitUntil: (work: Promise<unknown>) => writes.push(work),
  }
  handle?.(event)
  expect(await (await response)?.text()).toBe('chunk')
  await expect(Promise.all(writes)).rejects.toThrow('disk')
  vi.unstubAllGlobals()
})
