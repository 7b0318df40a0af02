const samplesMax = 8

/**
 * The server's clock from the times in its pushed messages. Each was sent a little before it arrived, so each gives an offset that
 * is too small by its way; the largest of the last eight is the nearest. A number drawn by this clock is never ahead of the
 * server's, so what a cash-out shows is at most what it pays.
 */
export function pushedClock(nowMs: () => number) {
  const offsets: number[] = []
  return {
    note(serverTime: string): void {
      const offset = Date.parse(serverTime) - nowMs()
      if (Number.isNaN(offset)) return
      offsets.push(offset)
      if (offsets.length > samplesMax) offsets.shift()
    },
    /** The server's time in milliseconds; undefined before the first message. */
    now: (): number | undefined => (offsets.length === 0 ? undefined : nowMs() + Math.max(...offsets)),
  }
}
