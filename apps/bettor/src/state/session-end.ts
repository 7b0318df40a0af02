import type { SessionEvents } from '@nare/client/session'

/** The time during which 'Session expired' is shown before the app opens /redirect. */
export const expiredDelayMs = 3000

export type SessionEndOptions = {
  /** The current path with its query. */
  currentAddress: () => string
  navigate: (address: string) => void
  /** Shows 'Session expired', 'Please login again' at the top. */
  notify: () => void
  /** Removes the bettor from the state. */
  signOut: () => void
  isSignedIn: () => boolean
  after: (ms: number, run: () => void) => void
}

/**
 * Handles the end of a session as the specification requires. A 401 in a body shows a notification and, three seconds
 * later, /redirect, unless the bettor has logged in again. A 401 status alone leads to /login immediately. Both pages get the
 * current page as the return page.
 */
export function sessionEnd({
  currentAddress,
  navigate,
  notify,
  signOut,
  isSignedIn,
  after,
}: SessionEndOptions): SessionEvents {
  return {
    expired() {
      const from = currentAddress()
      signOut()
      notify()
      after(expiredDelayMs, () => {
        if (!isSignedIn()) navigate(`/redirect${back(from)}`)
      })
    },
    signedOut() {
      const from = currentAddress()
      signOut()
      navigate(`/login${back(from)}`)
    },
  }
}

/** The `to` parameter for the current page; /login and /redirect keep their parameter. */
function back(from: string): string {
  const [path = '', query] = from.split('?')
  if (path === '/login' || path === '/redirect') return query ? `?${query}` : ''
  return `?to=${encodeURIComponent(from)}`
}
