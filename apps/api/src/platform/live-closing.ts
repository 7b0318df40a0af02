import { setTimeout as wait } from 'node:timers/promises'
import type { Subscriber } from './live-subscriber.ts'

/** RFC 6455's registry of close codes: the server restarts. Clients connect again at a random moment within ten seconds. */
export const restart = { code: 1012, reason: 'restart' } as const

const stepMs = 100
/** The maximum time in which a client must confirm the end of its socket. */
const confirmMsMax = 300
const checkEveryMs = 20

/** Closes the sockets of these subscribers evenly over a time, because of a restart. */
export async function closeInSteps(subscribers: ReadonlySet<Subscriber>, overMs: number): Promise<void> {
  const all = [...subscribers]
  const perStep = Math.max(1, Math.ceil((all.length * stepMs) / Math.max(overMs, stepMs)))
  for (let at = 0; at < all.length; at += perStep) {
    if (at > 0) await wait(stepMs)
    for (const { socket } of all.slice(at, at + perStep)) socket.close(restart.code, restart.reason)
  }
}

/** Closes all sockets now, and terminates those whose clients do not confirm in time. */
export async function endSockets(subscribers: ReadonlySet<Subscriber>): Promise<void> {
  for (const { socket } of subscribers) socket.close(restart.code, restart.reason)
  for (let waitedMs = 0; subscribers.size > 0 && waitedMs < confirmMsMax; waitedMs += checkEveryMs)
    await wait(checkEveryMs)
  for (const { socket } of subscribers) socket.terminate()
}
