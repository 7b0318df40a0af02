/** What the service worker does with a request; everything else goes to the network as if there were none. */
export type Treatment = 'shell' | 'asset' | 'list' | 'own' | 'page' | 'network'

/** The cache of a bettor's own bets and limits. */
export const ownCache = 'own'

/** How old a list may be that is shown without a network: 15 minutes. */
export const listMostMs = 900_000

/** Paths that only calls live under, and the worker itself: never answered with the app's shell. */
const callsOnly = /^\/(v1|api|stk|jp|cb|wallet|sandbox|metrics|healthz|readyz|openapi\.json|sw\.js)(\/|$)/

/**
 * Decides by method, path and kind of request. Only GETs of this site are ever kept or answered from what was kept: a bet
 * or a payment is a POST, so it is never queued, repeated or answered here.
 */
export function treatment(request: { method: string; mode: string }, url: URL, origin: string): Treatment {
  if (request.method !== 'GET' || url.origin !== origin) return 'network'
  const { pathname } = url
  if (request.mode === 'navigate')
    return callsOnly.test(pathname) || /\.[a-z0-9]{2,5}$/i.test(pathname) ? 'network' : 'shell'
  if (/^\/assets\/|^\/(icon[\w-]*\.(svg|png)|manifest\.webmanifest)$/.test(pathname)) return 'asset'
  if (/^\/v1\/(matches|sports|match\/[^/]+|sports\/[^/]+\/competitions)$/.test(pathname)) return 'list'
  if (/^\/v1\/bets(\/[^/.]+)?$/.test(pathname) || /^\/v1\/(limits|protection)$/.test(pathname)) return 'own'
  if (/^\/v1\/pages\/[^/]+$/.test(pathname)) return 'page'
  return 'network'
}

/** Whether what was kept at `keptMs` may be shown at `nowMs` without a network. Own bets and pages do not spoil; lists do. */
export function mayShow(kind: Treatment, { keptMs, nowMs }: { keptMs: number; nowMs: number }): boolean {
  return kind !== 'list' || nowMs - keptMs <= listMostMs
}
