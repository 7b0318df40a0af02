export type LiveLine = { start(): void; stop(): void; restart(): void }

type Lines = {
  /** The two lines, each loaded when it is first wanted: neither is needed for the first screen. */
  push: () => Promise<LiveLine>
  poll: () => Promise<LiveLine>
  lite: () => boolean
  listen: (changed: () => void) => void
}

/** The socket, or polling while the data saver asks for it; changes over when that changes, and never runs both. */
export function eitherLine({ push, poll, lite, listen }: Lines): LiveLine {
  const loaded = new Map<boolean, Promise<LiveLine>>()
  let running = false
  let active: LiveLine | undefined

  const load = (wanted: boolean): Promise<LiveLine> => {
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
