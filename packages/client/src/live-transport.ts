import { retryDelayMs, type Timers } from './timers.ts'

/** A connection that brings live states into the store between `start` and `stop`. */
export type LiveTransport = { start(): void; stop(): void; restart(): void }

type Transports = {
  /** The two transports, each loaded at its first use: the first screen needs neither. */
  push: () => Promise<LiveTransport>
  poll: () => Promise<LiveTransport>
  /** Whether the data saver wants polling. */
  lite: () => boolean
  listen: (changed: () => void) => void
  timers: Timers
  /** Called when a transport could not be loaded. */
  onUnavailable?: () => void
}

/**
 * Uses the socket, or polling in Lite; switches when Lite changes and never runs both. A transport that fails to load is
 * loaded again after a growing delay for as long as the app wants live states.
 */
export function switchingTransport({ push, poll, lite, listen, timers, onUnavailable }: Transports): LiveTransport {
  const loaded = new Map<boolean, Promise<LiveTransport>>()
  let running = false
  let active: LiveTransport | undefined
  let failures = 0
  let cancelRetry = (): void => {}

  const load = (polling: boolean): Promise<LiveTransport> => {
    const transport = loaded.get(polling) ?? (polling ? poll() : push())
    loaded.set(polling, transport)
    transport.catch(() => loaded.delete(polling))
    return transport
  }
  const select = async (): Promise<void> => {
    const polling = lite()
    const transport = await load(polling)
    failures = 0
    // Lite may have changed while the transport loaded.
    if (polling !== lite()) return
    const next = running ? transport : undefined
    if (next === active) return
    active?.stop()
    active = next
    active?.start()
  }
  const update = (): void => {
    cancelRetry()
    if (!running) return
    select().catch(() => {
      if (!running) return
      onUnavailable?.()
      cancelRetry()
      cancelRetry = timers.after(retryDelayMs(failures++, timers.random()), update)
    })
  }
  listen(update)
  return {
    start(): void {
      running = true
      update()
    },
    stop(): void {
      running = false
      cancelRetry()
      active?.stop()
      active = undefined
    },
    restart: () => active?.restart(),
  }
}
