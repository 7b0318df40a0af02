import { timers } from '../../state/browser.ts'

/** For how long the app's worker may take to start. */
const workerMsMax = 20_000

/** Whether this browser can show notices: it cannot, its owner has forbidden it, or it may be asked. */
export type Ability = 'none' | 'forbidden' | 'may'

export function abilityOf(): Ability {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) return 'none'
  return Notification.permission === 'denied' ? 'forbidden' : 'may'
}

/** What this browser subscribed to, if it has. */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  if (abilityOf() === 'none') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/**
 * Subscribes this browser with the server's key; the browser asks for permission, so this follows a tap. A subscription with an earlier key is
 * replaced, because the server cannot use it. Undefined if it was not permitted, or the browser's push service cannot be reached.
 */
export async function subscribeHere(key: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  try {
    await navigator.serviceWorker.register('/sw.js')
    const timeout = new Promise<undefined>((end) => timers.after(workerMsMax, () => end(undefined)))
    const pushManager = (await Promise.race([navigator.serviceWorker.ready, timeout]))?.pushManager
    if (!pushManager) return undefined
    const before = await pushManager.getSubscription()
    if (before && keyText(before.options.applicationServerKey) === key) return before
    await before?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  } catch {
    return undefined
  }
}

function keyText(key: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer()))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
