import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Handle = (event: object) => void

/** A browser whose disk is full: nothing can be written to its caches. `answer` responds to requests to the network. */
let handle: Handle | undefined
const handlers: Record<string, Handle> = {}
const shown: unknown[] = []
const opened: string[] = []
const focused: string[] = []
let pages: string[] = []
let answer = async (): Promise<Response> => new Response('fresh')
const posted: unknown[] = []

beforeAll(async () => {
  const kept = new Response('kept', { headers: { 'x-kept-at': String(Date.now()) } })
  const put = async (): Promise<never> => {
    throw new DOMException('disk', 'QuotaExceededError')
  }
  const cache = { match: async () => kept.clone(), put, keys: async () => [] }
  vi.stubGlobal('self', {
    addEventListener: (name: string, added: Handle) => (handlers[name] = added),
    clients: {
      get: async () => ({ postMessage: (message: unknown) => posted.push(message) }),
      matchAll: async () => pages.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow: async (url: string) => opened.push(url),
    },
    registration: { showNotification: async (...given: unknown[]) => shown.push(given) },
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

/** Gives an event to the worker and waits for what it began. */
async function give(name: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = []
  handlers[name]?.({ ...event, waitUntil: (begun: Promise<unknown>) => work.push(begun) })
  await Promise.all(work)
}

test('a message of the server is shown as a notice, and one without words is shown too', async () => {
  const text = JSON.stringify({ title: 'Nare: Bet won', body: 'Bet 7 won.', url: '/my-bets?bet=7', tag: 'bets' })
  await give('push', { data: { text: () => text } })
  await give('push', { data: null })
  expect(shown).toEqual([
    ['Nare: Bet won', { body: 'Bet 7 won.', tag: 'bets', data: '/my-bets?bet=7', icon: '/icon-192.png' }],
    ['Nare', { icon: '/icon-192.png' }],
  ])
})

test('a tap on a notice opens its page of this site once, and changes no other page', async () => {
  const tap = (data: unknown) => give('notificationclick', { notification: { data, close: () => undefined } })
  pages = ['https://nare.test/match/1']
  await tap('/my-bets?bet=7')
  await tap('https://elsewhere.test/')
  pages.push('https://nare.test/my-bets?bet=7')
  await tap('/my-bets?bet=7')
  expect(opened).toEqual(['https://nare.test/my-bets?bet=7', 'https://nare.test/'])
  expect(focused).toEqual(['https://nare.test/my-bets?bet=7'])
})
