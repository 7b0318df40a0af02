/** How the service worker treats a request; `network` leaves it to the browser. */
export type Treatment = 'shell' | 'asset' | 'list' | 'own' | 'page' | 'network'

/** The caches of this app; another app on the same origin uses a prefix of its own. */
export const cacheNames = { shell: 'bettor-shell-', kept: 'bettor-kept', own: 'bettor-own' } as const

/** The greatest age of a list shown without a network: 15 minutes. */
export const listMaxMs = 900_000

/** Paths of the API, of the other apps on this origin and of the worker itself: never answered with this app. */
const foreign = /^\/(v1|api|stk|jp|cb|wallet|sandbox|operator|metrics|healthz|readyz|openapi\.json|sw\.js)(\/|$)/

/** Paths of files. The page of a booking code is none, even if the code was typed with a full stop in it. */
const files = /^\/(?!b\/).*\.[a-z0-9]{2,5}$/i

/**
 * Decides by method, path and kind of request. Only GETs of this origin are cached or answered from a cache: a bet or a
 * payment is a POST, so it is never queued, repeated or answered here.
 */
export function treatment(request: { method: string; mode: string }, url: URL, origin: string): Treatment {
  if (request.method !== 'GET' || url.origin !== origin) return 'network'
  const { pathname } = url
  if (request.mode === 'navigate') return foreign.test(pathname) || files.test(pathname) ? 'network' : 'shell'
  if (pathname.startsWith('/assets/')) return 'asset'
  if (/^\/v1\/(matches|sports|match\/[^/]+|sports\/[^/]+\/competitions)$/.test(pathname)) return 'list'
  if (/^\/v1\/bets(\/[^/.]+)?$/.test(pathname) || /^\/v1\/(limits|protection)$/.test(pathname)) return 'own'
  if (/^\/v1\/pages\/[^/]+$/.test(pathname)) return 'page'
  return 'network'
}

/** Whether a response cached at `keptMs` may be shown at `nowMs` without a network: lists expire, own bets and pages do not. */
export function mayShow(kind: Treatment, { keptMs, nowMs }: { keptMs: number; nowMs: number }): boolean {
  return kind !== 'list' || nowMs - keptMs <= listMaxMs
}

/**
 * The time of the oldest cached data on a page after a message of the worker: `keptMs` is when the data of a response was cached, by the
 * device's clock, and null after a response from the network. Returns the server's time, as the page's other times.
 */
export function cachedSince(
  before: number | undefined,
  message: unknown,
  { nowMs, serverNowMs }: { nowMs: number; serverNowMs: number },
): number | undefined {
  if (typeof message !== 'object' || message === null || !('keptMs' in message)) return before
  if (message.keptMs === null) return undefined
  if (typeof message.keptMs !== 'number') return before
  return Math.min(before ?? Infinity, serverNowMs - (nowMs - message.keptMs))
}
