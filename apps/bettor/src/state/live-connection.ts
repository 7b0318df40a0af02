import { importAgain, loadChunk } from '@nare/client/load-chunk'
import { liveStore } from '@nare/client/live-store'
import { switchingTransport, type LiveTransport } from '@nare/client/live-transport'
import { nowMs, saver, session, timers, used } from './browser.ts'
import { pacedDrawing } from './draw-pacing.ts'
import { signal } from './signal.ts'

/**
 * The minimum time between two drawings of live states; a single change is drawn with the next frame. Five drawings a second are
 * enough for a reader and leave a slow phone time for taps: `npm run bench live-page` measures it.
 */
const drawEveryMs = 200
/** The maximum time between a touch and the processing of its tap on a slow phone. */
const tapMs = 150

let touchedMs = -Infinity
/** Stores the time of a touch; the page calls it for every touch. */
export const onPointerDown = (): void => void (touchedMs = nowMs())

const nextFrame = (run: () => void): void => void requestAnimationFrame(run)

/** Urgent topics skip both the pacing and the pause after a touch: their next state is drawn with the next frame. */
export const live = liveStore(
  pacedDrawing({
    frame: nextFrame,
    after: timers.after,
    nowMs,
    everyMs: drawEveryMs,
    touchedMs: () => touchedMs,
    restMs: tapMs,
  }),
  nextFrame,
)

/** True while live states arrive, and until the first connection has failed. */
export const connected = signal(true)
/** False from a return to the page until an answer shows that its live states are current. */
export const confirmed = signal(true)
/** A poll counts as a live connection in Lite only; the polling that replaces a lost socket does not. */
const onPolled = ({ open }: { open: boolean }): void => void (saver.lite() && connected.set(open))

/** The polling interval of a page; the league polls every five seconds, because its play-out lasts 40 seconds. */
function pollMs(path: string): number {
  if (/^\/(nare-league|playouts)/.test(path)) return 5_000
  return path.startsWith('/match/') ? 15_000 : 60_000
}

/** The socket; in Lite, and while the socket is lost, polling once a minute on lists and four times a minute on a match. */
export const transport = (fetchBalance: () => Promise<unknown>): LiveTransport =>
  switchingTransport({
    push: async (onPushed) =>
      (await loadChunk(() => importAgain(() => import('@nare/client/live-socket')))).liveSocket({
        store: live,
        token: () => session.token(),
        open: () => {
          const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/live`)
          opened.addEventListener('message', ({ data }) => used.add(String(data).length))
          return opened as never
        },
        timers,
        onConnection(connection) {
          // A socket that is closed for Lite is not a lost connection.
          connected.set(connection.open || saver.lite())
          onPushed(connection)
        },
        onConfirmed: confirmed.set,
      }),
    poll: async () =>
      (await loadChunk(() => importAgain(() => import('./live-polling.ts')))).livePolling({
        store: live,
        fetchBalance: async () => (session.token() ? fetchBalance() : undefined),
        everyMs: () => pollMs(location.pathname),
        timers,
        onConnection: onPolled,
        onConfirmed: confirmed.set,
      }),
    lite: saver.lite,
    listen: saver.listen,
    timers,
    onUnavailable: () => connected.set(false),
  })
