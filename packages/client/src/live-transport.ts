import { retryDelayMs, type Timers } from './timers.ts'

/**
 * A connection that brings live states into the store between `start` and `stop`. `confirm` finds out soon whether it still does, after the
 * page was hidden, the device asleep or the network away.
 */
export type LiveTransport = { start(): void; stop(): void; restart(): void; confirm(): void }

type Transports = {
  /** The two transports, loaded at first use because the first screen needs neither. The socket reports when it opens and is lost. */
  push: (onConnection: (connection: { open: boolean }) => void) => Promise<LiveTransport>
  poll: () => Promise<LiveTransport>
  /** True if the data saver requires polling. */
  lite: () => boolean
  listen: (changed: () => void) => void
  timers: Timers
  /** Called when a transport could not be loaded. */
  onUnavailable?: () => void
}

/** The minimum time without the socket before polling starts; the maximum is twice as long, so that not all browsers start together. */
const fallsBackAfterMs = 5_000

/**
 * Uses the socket, or polling in Lite; switches when Lite changes. While the socket is lost for more than five to ten seconds, polls the
 * states in parallel with its reconnects until it is open again. A transport that fails to load is loaded again after a growing delay
 * until `stop` is called.
 */
export function switchingTransport({ push, poll, lite, listen, timers, onUnavailable }: Transports): LiveTransport {
  const loaded = new Map<boolean, Promise<LiveTransport>>()
  let running = false
  let active: LiveTransport | undefined
  let failures = 0
  let cancelRetry = (): void => {}
  let cancelFallback: (() => void) | undefined
  let fallback: LiveTransport | undefined

  const onPushed = ({ open }: { open: boolean }): void => {
    if (open) endFallback()
    else if (running && !lite()) cancelFallback ??= timers.after(fallsBackAfterMs * (1 + timers.random()), fallBack)
  }
  const fallBack = (): void => {
    load(true)
      .then((transport) => {
        if (!cancelFallback) return
        fallback = transport
        transport.start()
      })
      // Without a network the file of the transport cannot be loaded either; the next loss of the socket retries.
      .catch(() => (cancelFallback = undefined))
  }
  const endFallback = (): void => {
    cancelFallback?.()
    cancelFallback = undefined
    fallback?.stop()
    fallback = undefined
  }

  const load = (polling: boolean): Promise<LiveTransport> => {
    const transport = loaded.get(polling) ?? (polling ? poll() : push(onPushed))
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
    endFallback()
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
      endFallback()
      active?.stop()
      active = undefined
    },
    restart(): void {
      active?.restart()
      fallback?.restart()
    },
    confirm(): void {
      active?.confirm()
      fallback?.confirm()
    },
  }
}
