import { mayShow, ownCache, treatment, type Treatment } from './policy.ts'

/** Filled in by the build: the files of the shell, and a name that changes with any of them. */
declare const __SHELL__: { readonly release: string; readonly files: readonly string[] }

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Waiting & {
  readonly request: Request
  readonly clientId: string
  respondWith(answer: Promise<Response>): void
}
type Told = Waiting & { readonly data: unknown }
type Worker = {
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<{ postMessage(message: unknown): void } | undefined>
  }
  addEventListener(name: 'install' | 'activate', hear: (event: Waiting) => void): void
  addEventListener(name: 'fetch', hear: (event: Fetching) => void): void
  addEventListener(name: 'message', hear: (event: Told) => void): void
}
const worker = self as unknown as Worker

const shellCache = `shell-${__SHELL__.release}`
const keptCache = 'kept'
const keptAt = 'x-kept-at'
const keptMost = 60
/** The files of the release before stay, for pages of it that are still open. */
const releasesKept = 2
/** How often a bettor's own was forgotten: what was asked for before that is kept no longer. */
let forgotten = 0

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  if (event.data !== 'forget') return
  forgotten++
  event.waitUntil(caches.delete(ownCache))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const kind = treatment(request, new URL(request.url), location.origin)
  if (kind === 'network') return
  if (kind === 'shell') event.respondWith(shell(request))
  else if (kind === 'asset') event.respondWith(asset(request))
  else event.respondWith(fresh(event, kind))
})

async function install(): Promise<void> {
  const cache = await caches.open(shellCache)
  await cache.addAll([...__SHELL__.files])
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith('shell-'))
  const old = releases.filter((name) => name !== shellCache)
  for (const name of old.slice(0, Math.max(0, old.length - (releasesKept - 1)))) await caches.delete(name)
  await worker.clients.claim()
}

/** The app's first page: from the release that is installed, at once. */
async function shell(request: Request): Promise<Response> {
  const kept = await (await caches.open(shellCache)).match('/')
  return kept ?? fetch(request)
}

/** Files carry their hash in the name, so one that is kept is right. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(shellCache)).put(request, answer.clone())
  return answer
}

/** The network's answer, which is kept; without a network what was kept, and the page is told how old it is. */
async function fresh(event: Fetching, kind: Treatment): Promise<Response> {
  const { request } = event
  const asOf = forgotten
  const key = await keyOf(request, kind)
  const own = kind === 'own'
  const cacheName = own ? ownCache : keptCache
  const isPresent = (): boolean => !own || forgotten === asOf
  try {
    const answer = await fetch(request)
    if (answer.ok && isPresent()) event.waitUntil(keep(cacheName, key, answer.clone(), isPresent))
    return answer
  } catch (fault) {
    const kept = await (await caches.open(cacheName)).match(key)
    const keptMs = Number(kept?.headers.get(keptAt))
    if (!kept || !mayShow(kind, { keptMs, nowMs: Date.now() })) throw fault
    const page = await worker.clients.get(event.clientId)
    page?.postMessage({ keptMs })
    return kept
  }
}

async function keep(cacheName: string, key: string, answer: Response, isPresent: () => boolean): Promise<void> {
  const headers = new Headers(answer.headers)
  headers.set(keptAt, String(Date.now()))
  headers.delete('content-encoding')
  const body = await answer.blob()
  if (!isPresent()) return
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(body, { status: answer.status, headers }))
  if (!isPresent()) return void (await caches.delete(cacheName))
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - keptMost))) await cache.delete(old)
}

/** Own bets are kept apart for each session, so nobody who logs in next on this phone sees them. */
async function keyOf(request: Request, kind: Treatment): Promise<string> {
  if (kind !== 'own') return request.url
  const token = new TextEncoder().encode(request.headers.get('authorization') ?? '')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
  const mark = [...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${request.url}${request.url.includes('?') ? '&' : '?'}for=${mark}`
}
