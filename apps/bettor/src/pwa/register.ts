import { ownCache } from './policy.ts'

/** When what is on the screen was last fresh, in milliseconds, while it comes from what the phone kept. */
let keptMs: number | undefined
let released = false
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** What the service worker said, as an external store. */
export const offline = {
  keptMs: (): number | undefined => keptMs,
  listen: (changed: () => void): (() => void) => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  },
}

/** Whether a new release has taken over: the next move in the app loads it. */
export const newRelease = (): boolean => released

/** Registers the worker once the page has loaded and is idle, so that it never competes with the first screen. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { serviceWorker } = navigator
  const controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    released = controlled
  })
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('keptMs' in data) || typeof data.keptMs !== 'number') return
    keptMs = Math.min(keptMs ?? Infinity, data.keptMs)
    tell()
  })
  addEventListener('online', () => {
    keptMs = undefined
    tell()
  })
  const start = (): void => void serviceWorker.register('/sw.js').catch(() => undefined)
  const whenIdle = (): void => void setTimeout(start, 3000)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

/**
 * Own bets kept on this phone are forgotten when their owner leaves: by the page, whether a worker answers for it or not, and
 * by the worker, so that an answer which is on its way is not kept either.
 */
export function forgetOwn(): void {
  if ('caches' in globalThis) void caches.delete(ownCache).catch(() => undefined)
  const tellAll = (worker: ServiceWorkerRegistration | undefined): void => worker?.active?.postMessage('forget')
  void navigator.serviceWorker?.getRegistration().then(tellAll, () => undefined)
}
