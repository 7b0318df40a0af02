import { caller } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { requester } from '@nare/client/request'
import { session } from '@nare/client/session'
import { entries } from '@nare/client/storage'
import { syncFromStorage, storeCampaign, persistState, restoredState } from '../src/state/persistence.ts'
import { sessionEnd } from '../src/state/session-end.ts'
import { auth } from '../src/state/auth.ts'
import { appStore } from '../src/state/store.ts'

export type Sent = { url: string; method: string; headers: Headers; body: unknown; init: RequestInit }
export type Answering = (sent: Sent) => readonly [status: number, body: unknown] | Promise<readonly [number, unknown]>

export const embeddedKey = 'embedded-key-embedded-key-embedded'
export const startMs = 1_700_000_000_000

/**
 * A bettor's browser with one tab of the app in it: the state areas, the request wrapper, the session rules and the
 * storage as the app puts them together; the network, the clock and the address bar are the test's.
 */
export function browser({ storage = memoryStorage(), page = '/', query = '' } = {}) {
  const clock = { ms: startMs }
  const place = { path: page, gone: [] as string[] }
  const sent: Sent[] = []
  const notices: string[] = []
  const timers: { ms: number; run: () => void }[] = []
  let answering: Answering = () => [200, {}]

  const stored = entries(storage, () => clock.ms)
  const mine = session(stored, { expired: () => ends.expired(), signedOut: () => ends.signedOut() }, () => place.path)
  const request = requester({
    base: 'https://api.example',
    session: mine,
    store: stored,
    envelopeKey: embeddedKey,
    nowMs: () => clock.ms,
    fetch: async (url, init = {}) => {
      const text = typeof init.body === 'string' ? init.body : undefined
      const one: Sent = {
        url: typeof url === 'string' ? url : '',
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: text === undefined ? undefined : JSON.parse(text),
        init,
      }
      sent.push(one)
      const [status, body] = await answering(one)
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
    },
  })
  const call = caller(request)
  const keeping = { stored, session: mine, onToken: () => {} }
  const store = appStore(call, restoredState(keeping))
  storeCampaign(stored, new URLSearchParams(query))
  persistState(store, keeping)
  const ends = sessionEnd({
    currentAddress: () => place.path,
    navigate: (address) => place.gone.push(address),
    notify: () => notices.push('Session expired', 'Please login again'),
    signOut: () => {
      store.dispatch(auth.actions.reset('user'))
      store.dispatch(auth.actions.reset('isLoggedIn'))
    },
    isSignedIn: () => store.getState().auth.isLoggedIn,
    after: (ms, run) => timers.push({ ms, run }),
  })

  return {
    store,
    storage,
    stored,
    session: mine,
    request,
    call,
    sent,
    notices,
    timers,
    place,
    clock,
    state: () => store.getState(),
    answer: (now: Answering) => void (answering = now),
    onStorageEvent: (key: string | null) => syncFromStorage(store, keeping, key),
  }
}

export type Browser = ReturnType<typeof browser>

/** A signed-in bettor as the server's login returns it. */
export const user = {
  id: '1',
  msisdn: '254712345678',
  name: 'Amina',
  token: 'token-1',
  signing_key: 'session-key-session-key-session-key',
  balance: '10.00',
  bonus: '0.00',
  points: 0,
  currency: 'KES',
  verified: true,
}

/** A browser whose storage contains that bettor's session. */
export function signedIn(about: Parameters<typeof browser>[0] = {}): Browser {
  const storage = about.storage ?? memoryStorage()
  entries(storage, () => startMs).write('user', user)
  return browser({ ...about, storage })
}
