import { caller, type Call } from '@nare/client/call'
import { requester } from '@nare/client/request'
import { session as newSession, type SessionEvents } from '@nare/client/session'
import { appStorage, browserStorage, entries } from '@nare/client/storage'
import type { Timers } from '@nare/client/timers'
import { content } from '@nare/contract/content'
import type { Answer } from '@nare/contract/route'
import { browserHints, dataSaver, traffic } from './data-saver.ts'
import { serverClock } from '@nare/client/server-clock'

/** The one file that reads the browser's clock, randomness, storage, network and address. */
export const nowMs = (): number => Date.now()
/** Milliseconds that only grow, for durations. A correction of the device's clock does not change them. */
export const monotonicMs = (): number => performance.now()
export const commandId = (): string =>
  typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : uuid(crypto.getRandomValues(new Uint8Array(16)))

export const timers: Timers = {
  nowMs,
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export const stored = entries(appStorage(browserStorage()), nowMs)

const clock = serverClock(stored, nowMs)
/** The server's current time in milliseconds. */
export const serverNow = clock.now

let events: SessionEvents = { expired: () => {}, signedOut: () => {} }
/** Sets the handlers for the end of a session; called after the app is mounted. */
export const onSessionEnd = (handlers: SessionEvents): void => void (events = handlers)

export const session = newSession(
  stored,
  { expired: () => events.expired(), signedOut: () => events.signedOut() },
  () => location.pathname,
)

/** The embedded envelope key of the specification. Every client has it, so it authenticates nobody. */
const envelopeKey = import.meta.env.VITE_ENVELOPE_KEY ?? 'nare-envelope-key-0'

const wiring = {
  base: '',
  store: stored,
  envelopeKey,
  nowMs: serverNow,
  fetch: earlyOrFetch,
  reachable,
}
const plainCall = caller(requester({ ...wiring, session }))

/** Makes calls with the token of a session that is not the stored one. The stored session is left alone. */
export const callAs = (token: string): Call =>
  caller(requester({ ...wiring, session: { user: () => ({ token }), finish: () => {} } }))

/** If the browser reports no network, checks with a request to /healthz, because the platform may run on this machine. */
async function reachable(): Promise<boolean> {
  if (navigator.onLine) return true
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, 3000, false))
  return Promise.race([fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok), timeout]).catch(() => false)
}

/** Makes a call of the contract. The settings carry the server's time, which sets the clock. */
export const call: Call = async (route, input) => {
  const sentMs = nowMs()
  const reply = await plainCall(route, input)
  if (reply.ok && route.path === content.settings.path) {
    const { message } = reply.body as Answer<typeof content.settings>
    clock.set(message.server_time, { sentMs, receivedMs: nowMs() })
  }
  return reply
}

/** The requests that index.html sent before the app was loaded, by URL; each response is used once. */
declare global {
  var early: Record<string, Promise<Response> | undefined> | undefined
}

function earlyOrFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const begun = init?.method === 'GET' && typeof url === 'string' ? globalThis.early?.[url] : undefined
  if (!begun || typeof url !== 'string') return fetch(url, init)
  delete globalThis.early?.[url]
  return begun
}

export const saver = dataSaver(stored, browserHints)
/** The network traffic of this session. */
export const used = traffic()

function uuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
