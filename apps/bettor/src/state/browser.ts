import { caller, type Call } from '@nare/client/call'
import { switchingTransport } from '@nare/client/live-transport'
import type { Timers } from '@nare/client/live-socket'
import { liveStore } from '@nare/client/live-store'
import { loadChunk } from '@nare/client/load-chunk'
import { requester } from '@nare/client/request'
import { session as newSession } from '@nare/client/session'
import { browserStorage, entries } from '@nare/client/storage'
import { content } from '@nare/contract/content'
import { live as liveCalls } from '@nare/contract/live'
import type { Answer } from '@nare/contract/route'
import { paced } from './draw-pacing.ts'
import { browserHints, dataSaver, traffic } from './data-saver.ts'

/** The one place where the app meets the browser's clock, chance, storage, network and address. */
export const nowMs = (): number => Date.now()
export const commandId = (): string =>
  typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : uuid(crypto.getRandomValues(new Uint8Array(16)))

export const stored = entries(browserStorage(), nowMs)

let serverAheadMs = Number(stored.read('server-ahead') ?? 0) || 0

/** The server's present time in milliseconds, by the offset that it last told. */
export const serverNow = (): number => nowMs() + serverAheadMs

/** Told by the settings: the server's time, as it was when they came. */
export function setServerTime(iso: string): void {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return
  serverAheadMs = at - nowMs()
  stored.write('server-ahead', serverAheadMs)
}

type Events = { expired: () => void; signedOut: () => void }
let events: Events = { expired: () => {}, signedOut: () => {} }
/** Says what happens when a session ends; set once the app stands. */
export const onSessionEnd = (told: Events): void => void (events = told)

export const session = newSession(
  stored,
  { expired: () => events.expired(), signedOut: () => events.signedOut() },
  () => location.pathname,
)

/** The embedded envelope key of the specification: it ships to everybody, so it proves nothing. */
const envelopeKey = import.meta.env.VITE_ENVELOPE_KEY ?? 'nare-envelope-key-0'

const plainCall = caller(
  requester({ base: '', session, store: stored, envelopeKey, nowMs: serverNow, fetch: earlyOr, reachable }),
)

/** Where the browser believes that it has no network, a question that does nothing shows it: the platform may be on this machine. */
async function reachable(): Promise<boolean> {
  if (navigator.onLine) return true
  const late = new Promise<false>((no) => setTimeout(no, 3000, false))
  return Promise.race([fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok), late]).catch(() => false)
}

/** Makes a call of the contract; the settings tell the server's time on the way. */
export const call: Call = async (route, input) => {
  const reply = await plainCall(route, input)
  if (reply.ok && route.path === content.settings.path) {
    const { message } = reply.body as Answer<typeof content.settings>
    setServerTime(message.server_time)
  }
  return reply
}

/** What the shell asked for before the app was there, by address; each answer is taken once. */
declare global {
  var early: Record<string, Promise<Response> | undefined> | undefined
}

function earlyOr(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const begun = init?.method === 'GET' && typeof url === 'string' ? globalThis.early?.[url] : undefined
  if (!begun || typeof url !== 'string') return fetch(url, init)
  delete globalThis.early?.[url]
  return begun
}

let lineOpen = true
const lineListeners = new Set<() => void>()
/** Whether the live line is up, as an external store. */
export const line = {
  isOpen: () => lineOpen,
  listen: (changed: () => void) => {
    lineListeners.add(changed)
    return () => void lineListeners.delete(changed)
  },
}

/**
 * How often at most a stream of what was told live is drawn; a lone change comes with the next frame. Five times a second a
 * reader misses nothing, and a slow phone has the rest of its time for taps: `npm run bench live-page` measures it.
 */
const drawEveryMs = 200
/** How long after a finger went down a tap is over and answered, even on a slow phone. */
const tapMs = 150
let touchedMs = -Infinity
/** To be told of every finger that goes down. */
export const onPointerDown = (): void => void (touchedMs = nowMs())

export const live = liveStore(
  paced({
    frame: (run) => requestAnimationFrame(run),
    after: (ms, run) => setTimeout(run, ms),
    nowMs,
    everyMs: drawEveryMs,
    touchedMs: () => touchedMs,
    restMs: tapMs,
  }),
)

export const saver = dataSaver(stored, browserHints)
/** What this session took from the network. */
export const used = traffic()

const timers: Timers = {
  nowMs,
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
const onConnection = ({ open }: { open: boolean }): void => {
  lineOpen = open
  for (const listener of lineListeners) listener()
}

/** The socket; in Lite, questions once a minute on lists and four times a minute on a match. */
export const socket = switchingTransport({
  push: async () =>
    (await loadChunk(() => import('@nare/client/live-socket'))).liveSocket({
      store: live,
      token: () => session.token(),
      open: () => {
        const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/live`)
        opened.addEventListener('message', ({ data }) => used.add(String(data).length))
        return opened as never
      },
      timers,
      onConnection,
    }),
  poll: async () =>
    (await loadChunk(() => import('@nare/client/live-poll'))).livePoll({
      store: live,
      ask: async (topics) => {
        const reply = await call(liveCalls.states, { topics })
        return reply.ok ? reply.body.data : undefined
      },
      everyMs: () => (location.pathname.startsWith('/match/') ? 15_000 : 60_000),
      timers,
      onConnection,
    }),
  lite: saver.lite,
  listen: saver.listen,
})

function uuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
