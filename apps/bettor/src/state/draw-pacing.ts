export type Pacing = {
  frame: (run: () => void) => void
  after: (ms: number, run: () => void) => void
  nowMs: () => number
  everyMs: number
  /** The time of the last touch, in the same milliseconds; nothing is drawn for `restMs` after it. */
  touchedMs: () => number
  restMs: number
}

/**
 * Schedules the drawing of live states: the first change with the next frame, further ones no sooner than `everyMs` after
 * the last drawing, and none right after a touch, so that its tap is processed first and no price changes during it.
 */
export function pacedDrawing({ frame, after, nowMs, everyMs, touchedMs, restMs }: Pacing): (run: () => void) => void {
  let lastMs = -Infinity
  const waitMs = (): number => {
    const now = nowMs()
    // After the clock was set back, times in the future delay nothing.
    const left = (since: number, ms: number) => (since <= now ? Math.max(0, since + ms - now) : 0)
    return Math.max(left(lastMs, everyMs), left(touchedMs(), restMs))
  }
  return (run) => {
    const schedule = (): void => {
      const wait = waitMs()
      if (wait > 0) after(wait, schedule)
      else frame(draw)
    }
    const draw = (): void => {
      if (waitMs() > 0) return schedule()
      lastMs = nowMs()
      run()
    }
    schedule()
  }
}
