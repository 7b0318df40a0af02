export type Pacing = {
  frame: (run: () => void) => void
  after: (ms: number, run: () => void) => void
  nowMs: () => number
  everyMs: number
}

/**
 * Says when what was told live is to be drawn: the first of it with the next frame, more of it no sooner than `everyMs`
 * after the last drawing. A stream of prices so leaves most frames to the bettor's own taps.
 */
export function paced({ frame, after, nowMs, everyMs }: Pacing): (run: () => void) => void {
  let lastMs = -Infinity
  return (run) => {
    const draw = (): void =>
      frame(() => {
        lastMs = nowMs()
        run()
      })
    const waitMs = lastMs + everyMs - nowMs()
    if (waitMs > 0 && waitMs <= everyMs) after(waitMs, draw)
    else draw()
  }
}
