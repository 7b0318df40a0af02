import type { SessionEvents } from '@nare/client/session'

/** How long 'Session expired' stands before the app goes to /redirect. */
export const expiredDelayMs = 3000

export type Ending = {
  /** The address one is at, with its filters. */
  here: () => string
  go: (address: string) => void
  /** Says 'Session expired', 'Please login again' at the top. */
  say: () => void
  /** Takes the bettor out of the state. */
  forget: () => void
  isSignedIn: () => boolean
  after: (ms: number, run: () => void) => void
}

/**
 * What the specification wants when a session ends: after a 401 in a body a notification and, three seconds later,
 * /redirect, unless the bettor has logged in again by then; after a 401 of HTTP alone /login at once. Both remember
 * the page one came from.
 */
export function sessionEnd({ here, go, say, forget, isSignedIn, after }: Ending): SessionEvents {
  return {
    expired() {
      const from = here()
      forget()
      say()
      after(expiredDelayMs, () => {
        if (!isSignedIn()) go(`/redirect${back(from)}`)
      })
    },
    signedOut() {
      const from = here()
      forget()
      go(`/login${back(from)}`)
    },
  }
}

/** The way back to where one was, unless that was already the way to a login, which keeps its own. */
function back(from: string): string {
  const [path = '', query] = from.split('?')
  if (path === '/login' || path === '/redirect') return query ? `?${query}` : ''
  return `?to=${encodeURIComponent(from)}`
}
