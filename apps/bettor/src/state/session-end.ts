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
        if (!isSignedIn()) go(`/redirect?to=${encodeURIComponent(from)}`)
      })
    },
    signedOut() {
      const from = here()
      forget()
      go(`/login?to=${encodeURIComponent(from)}`)
    },
  }
}
