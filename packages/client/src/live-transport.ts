export type LiveTransport = { start(): void; stop(): void; restart(): void }

type Lines = {
  /** The two lines, each loaded when it is first wanted: neither is needed for the first screen. */
  push: () => Promise<LiveTransport>
  poll: () => Promise<LiveTransport>
  lite: () => boolean
  listen: (changed: () => void) => void
}

/** The socket, or polling while the data saver asks for it; changes over when that changes, and never runs both. */
export function switchingTransport({ push, poll, lite, listen }: Lines): LiveTransport {
  const loaded = new Map<boolean, Promise<LiveTransport>>()
  let running = false
  let active: LiveTransport | undefined

  const load = (wanted: boolean): Promise<LiveTransport> => {
    const line = loaded.get(wanted) ?? (wanted ? poll() : push())
    loaded.set(wanted, line)
    line.catch(() => loaded.delete(wanted))
    return line
  }
  const change = async (): Promise<void> => {
    const wanted = lite()
    const line = await load(wanted)
    // While the part loaded, the wish may have changed again.
    if (wanted !== lite()) return
    const next = running ? line : undefined
    if (next === active) return
    active?.stop()
    active = next
    active?.start()
  }
  const hear = (): void => void (running && change().catch(() => undefined))
  listen(hear)
  return {
    start(): void {
      running = true
      hear()
    },
    stop(): void {
      running = false
      active?.stop()
      active = undefined
    },
    restart: () => active?.restart(),
  }
}
