import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Handle = (event: object) => void

/** A browser whose disk is full: nothing can be written to its caches. `answer` responds to requests to the network. */
let handle: Handle | undefined
let answer = async (): Promise<Response> => new Response('fresh')
const posted: unknown[] = []

beforeAll(async () => {
  const handlers: Record<string, Handle> = {}
  const kept = new Response('kept', { headers: { 'x-kept-at': String(Date.now()) } })
  const put = async (): Promise<never> => {
    throw new DOMException('disk', 'QuotaExceededError')
  }
  const cache = { match: async () => kept.clone(), put, keys: async () => [] }
  vi.stubGlobal('self', {
    addEventListener: (name: string, added: Handle) => (handlers[name] = added),
    clients: { get: async () => ({ postMessage: (message: unknown) => posted.push(message) }) },
  })
  vi.stubGlobal('__SHELL__', { release: 'r', files: [] })
  vi.stubGlobal('location', { origin: 'https://nare.test' })
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined, keys: async () => [] })
  vi.stubGlobal('fetch', () => answer())
  await import('./service-worker.ts')
  handle = handlers['fetch']
})
afterAll(() => vi.unstubAllGlobals())

/** Requests a path through the worker. Returns the body of its response and how its writes ended. */
async function request(path: string): Promise<{ body: string | undefined; writes: PromiseSettledResult<unknown>[] }> {
  let response: Promise<Response> | undefined
  const writes: Promise<unknown>[] = []
  handle?.({
    request: new Request(`https://nare.test${path}`),
    respondWith: (given: Promise<Response>) => (response = given),
    waitUntil: (work: Promise<unknown>) => writes.push(work),
  })
  const body = await (await response)?.text()
  return { body, writes: await Promise.allSettled(writes) }
}

test('on a full disk a file of the app is still sent to the page', async () => {
  const { body, writes } = await request('/assets/a-12345678.js')
  expect([body, writes.map(({ status }) => status)]).toEqual(['fresh', ['rejected']])
})

test('the page learns that a list is cached, and that the next response came from the network', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  expect((await request('/v1/sports')).body).toBe('kept')
  answer = async () => new Response('fresh')
  expect((await request('/v1/sports')).body).toBe('fresh')
  expect(posted).toEqual([{ keptMs: expect.any(Number) }, { keptMs: null }])
})
