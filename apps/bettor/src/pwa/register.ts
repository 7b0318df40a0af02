import { nowMs, serverNow } from '../state/browser.ts'
import { signal } from '../state/signal.ts'
import { cachedSince, cacheNames } from './policy.ts'

/** When the oldest cached data on the screen was received, in epoch milliseconds of the server; undefined if all of it comes from the network. */
export const offlineSince = signal<number | undefined>(undefined)

let isNewRelease = false

/** Whether the service worker serves a new release, which the next navigation loads. */
export const newRelease = (): boolean => isNewRelease

/** Registers the service worker three seconds after the page has loaded, so that it does not compete with the first screen. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { serviceWorker } = navigator
  const isUpdate = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    isNewRelease = isUpdate
  })
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    offlineSince.set(cachedSince(offlineSince.get(), data, { nowMs: nowMs(), serverNowMs: serverNow() }))
  })
  addEventListener('online', () => {
    offlineSince.set(undefined)
  })
  const register = (): void => void serviceWorker.register('/sw.js').catch(() => undefined)
  const registerLater = (): void => void setTimeout(register, 3000)
  if (document.readyState === 'complete') registerLater()
  else addEventListener('load', registerLater, { once: true })
}

/**
 * Deletes the cached bets of a bettor who logs out. The page deletes them, because it may have no worker; the worker is notified
 * too, so that it does not cache a response that arrives later.
 */
export function forgetOwn(): void {
  if ('caches' in globalThis) void caches.delete(cacheNames.own).catch(() => undefined)
  const post = (worker: ServiceWorkerRegistration | undefined): void => worker?.active?.postMessage('forget')
  void navigator.serviceWorker?.getRegistration().then(post, () => undefined)
}
