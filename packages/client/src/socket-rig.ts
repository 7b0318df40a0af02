import { liveSocket, type SocketLike } from './live-socket.ts'
import { liveStore } from './live-store.ts'

/** A live socket of a test: the test opens its sockets, moves its clock and pushes its messages. `chance` is every random number. */
export function rig(token?: string, chance = 0.5) {
  const frames: (() => void)[] = []
  const timers: { at: number; run: () => void }[] = []
  const sockets: (SocketLike & { sent: unknown[] })[] = []
  let now = 0
  const store = liveStore((run) => frames.push(run))
  const connected: boolean[] = []
  const confirmed: boolean[] = []
  const live = liveSocket({
    store,
    token: () => token,
    open: () => {
      const sent: unknown[] = []
      const socket: SocketLike & { sent: unknown[] } = {
        sent,
        send: (text) => sent.push(JSON.parse(text)),
        close: () => socket.onclose?.(),
        onopen: null,
        onclose: null,
        onmessage: null,
      }
      sockets.push(socket)
      return socket
    },
    timers: {
      nowMs: () => now,
      random: () => chance,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0)
      },
    },
    onConnection: ({ open }) => connected.push(open),
    onConfirmed: (isConfirmed) => confirmed.push(isConfirmed),
  })
  const pass = (ms: number): void => {
    const until = now + ms
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      timers.splice(timers.indexOf(next), 1)
      now = next.at
      next.run()
    }
    now = until
  }
  const frame = (): void => frames.splice(0).forEach((run) => run())
  const push = (message: object): void => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) })
  return { store, live, sockets, connected, confirmed, pass, frame, push }
}
