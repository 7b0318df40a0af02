export type Pacing = {
  frame: (run: () => void) => void
  after: (ms: number, run: () => void) => void
  nowMs: () => number
  everyMs: number
  /** When a finger last went down, in the same milliseconds; for `restMs` after it nothing is drawn. */
  touchedMs: () => number
  restMs: number
}

/**
 * Says when what was told live is to be drawn: the first of it with the next frame, more of it no sooner than `everyMs`
 * after the last drawing, and none while a finger is pressing: its tap is answered first, and no price changes under it.
 */
export function paced({ frame, after, nowMs, everyMs, touchedMs, restMs }: Pacing): (run: () => void) => void {
  let lastMs = -Infinity
  const waitMs = (): number => {
    const now = nowMs()
    // A clock that was put back makes nothing wait for it.
    const left = (since: number, ms: number) => (since <= now ? Math.max(0, since + ms - now) : 0)
    return Math.max(left(lastMs, everyMs), left(touchedMs(), restMs))
  }
  return (run) => {
    const look = (): void => {
      const wait = waitMs()
      if (wait > 0) after(wait, look)
      else frame(draw)
    }
    const draw = (): void => {
      if (waitMs() > 0) return look()
      lastMs = nowMs()
      run()
    }
    look()
  }
}
