import { signal } from '../state/signal.ts'
import { cacheNames } from './policy.ts'

/** The response time of the cached data on the screen, in milliseconds; undefined while the network answers. */
export const offlineSince = signal<number | undefined>(undefined)

let released = false

/** Whether a new release is active: the next navigation loads it. */
export const newRelease = (): boolean => released

/** Registers the worker three seconds after the page has loaded, so that it never competes with the first screen. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { serviceWorker } = navigator
  const controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    released = controlled
  })
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('keptMs' in data) || typeof data.keptMs !== 'number') return
    offlineSince.set(Math.min(offlineSince.get() ?? Infinity, data.keptMs))
  })
  addEventListener('online', () => {
    offlineSince.set(undefined)
  })
  const start = (): void => void serviceWorker.register('/sw.js').catch(() => undefined)
  const later = (): void => void setTimeout(start, 3000)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

/**
 * Deletes the cached bets of a bettor who leaves: by the page, whether a worker controls it or not, and by the worker, so
 * that a response that is still on its way is not cached either.
 */
export function forgetOwn(): void {
  if ('caches' in globalThis) void caches.delete(cacheNames.own).catch(() => undefined)
  const post = (worker: ServiceWorkerRegistration | undefined): void => worker?.active?.postMessage('forget')
  void navigator.serviceWorker?.getRegistration().then(post, () => undefined)
}
