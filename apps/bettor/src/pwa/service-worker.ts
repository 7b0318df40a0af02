import { noticeOf, ownPath } from './notice.ts'
import { cacheNames, mayShow, treatment, type Treatment } from './policy.ts'

/** Set by the build: the files of the shell, and a release name that changes with any of them. */
declare const __SHELL__: { readonly release: string; readonly files: readonly string[] }

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = ExtendableEvent & {
  readonly request: Request
  readonly clientId: string
  respondWith(answer: Promise<Response>): void
}
type MessageReceived = ExtendableEvent & { readonly data: unknown }
type PushReceived = ExtendableEvent & { readonly data: { text(): string } | null }
type NoticeTapped = ExtendableEvent & { readonly notification: { readonly data: unknown; close(): void } }
type Page = { readonly url: string; focus(): Promise<unknown> }
type Worker = {
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
    get(id: string): Promise<{ postMessage(message: unknown): void } | undefined>
  }
  addEventListener(name: 'install' | 'activate', handle: (event: ExtendableEvent) => void): void
  addEventListener(name: 'fetch', handle: (event: FetchEvent) => void): void
  readonly registration: { showNotification(title: string, options: object): Promise<void> }
  addEventListener(name: 'push', handle: (event: PushReceived) => void): void
  addEventListener(name: 'notificationclick', handle: (event: NoticeTapped) => void): void
  addEventListener(name: 'message', handle: (event: MessageReceived) => void): void
}
const worker = self as unknown as Worker

const shellCache = `${cacheNames.shell}${__SHELL__.release}`
const keptAt = 'x-kept-at'
const keptMax = 60
/** The files of the previous release stay for pages that still run it. */
const releasesKept = 2
/** Counts deletions of the cache of own bets. A response requested before a deletion is not cached. */
let deletions = 0

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  if (event.data !== 'forget') return
  deletions++
  event.waitUntil(caches.delete(cacheNames.own))
})
worker.addEventListener('push', (event) => {
  const { title, ...options } = noticeOf(event.data?.text())
  event.waitUntil(worker.registration.showNotification(title, options))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(ownPath(event.notification.data, location.origin)))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const kind = treatment(request, new URL(request.url), location.origin)
  if (kind === 'network') return
  if (kind === 'shell') event.respondWith(shellPage(request))
  else if (kind === 'asset') event.respondWith(cacheFirst(event))
  else event.respondWith(networkFirst(event, kind))
})

/** Shows a page of the app: one that shows it already, or a new one, because a page in use may be about to place a bet. */
async function openPage(path: string): Promise<void> {
  const url = location.origin + path
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await (pages.find((page) => page.url === url)?.focus() ?? worker.clients.openWindow(url))
}

async function install(): Promise<void> {
  const cache = await caches.open(shellCache)
  await cache.addAll([...__SHELL__.files])
  await worker.skipWaiting()
}

async function activate(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith(cacheNames.shell))
  const old = releases.filter((name) => name !== shellCache)
  for (const name of old.slice(0, Math.max(0, old.length - (releasesKept - 1)))) await caches.delete(name)
  await worker.clients.claim()
}

/** Responds with index.html of the installed release, without the network. */
async function shellPage(request: Request): Promise<Response> {
  const kept = await (await caches.open(shellCache)).match('/')
  return kept ?? fetch(request)
}

/** Responds from the cache: a file has its hash in its name, so a cached file is current. On a full disk it is not cached, but still sent. */
async function cacheFirst(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(caches.open(shellCache).then((cache) => cache.put(request, copy)))
  }
  return answer
}

/** Responds from the network and caches the response. Without a network, responds from the cache. The page learns which. */
async function networkFirst(event: FetchEvent, kind: Treatment): Promise<Response> {
  const { request } = event
  const deletionsBefore = deletions
  const key = await keyOf(request, kind)
  const own = kind === 'own'
  const cacheName = own ? cacheNames.own : cacheNames.kept
  const isCurrent = (): boolean => !own || deletions === deletionsBefore
  try {
    const answer = await fetch(request)
    if (answer.ok && isCurrent()) event.waitUntil(storeResponse(cacheName, key, answer.clone(), isCurrent))
    event.waitUntil(notifyPage(event, null))
    return answer
  } catch (fault) {
    const kept = await (await caches.open(cacheName)).match(key)
    const keptMs = Number(kept?.headers.get(keptAt))
    if (!kept || !mayShow(kind, { keptMs, nowMs: Date.now() })) throw fault
    await notifyPage(event, keptMs)
    return kept
  }
}

/** Sends the page of a request the time when its response was cached; null if it came from the network. */
async function notifyPage({ clientId }: FetchEvent, keptMs: number | null): Promise<void> {
  const page = await worker.clients.get(clientId)
  page?.postMessage({ keptMs })
}

async function storeResponse(
  cacheName: string,
  key: string,
  answer: Response,
  isCurrent: () => boolean,
): Promise<void> {
  const headers = new Headers(answer.headers)
  headers.set(keptAt, String(Date.now()))
  headers.delete('content-encoding')
  const body = await answer.blob()
  if (!isCurrent()) return
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(body, { status: answer.status, headers }))
  if (!isCurrent()) return void (await caches.delete(cacheName))
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - keptMax))) await cache.delete(old)
}

/** The cache key of a request. Own bets are cached by session, so that the next bettor on this phone does not see them. */
async function keyOf(request: Request, kind: Treatment): Promise<string> {
  if (kind !== 'own') return request.url
  const token = new TextEncoder().encode(request.headers.get('authorization') ?? '')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token))
  const sessionKey = [...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${request.url}${request.url.includes('?') ? '&' : '?'}for=${sessionKey}`
}
