const samplesMax = 8

/**
 * Estimates the server's clock from the times in its pushed messages. Each offset is too small by the message's delay, so the largest
 * of the last eight is the most exact. The estimate is never ahead of the server, so a cash-out shows at most what it pays.
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
