const samplesMax = 8

export type RoundClockTools = {
  /** A clock that no correction of the device's clock changes. */
  monotonicMs: () => number
  /** The app's estimate of the server's time. It may be ahead, for example if the device's clock was corrected since the last visit. */
  appNow: () => number
}

/**
 * Estimates the server's clock from the times in its pushed messages. Each offset is too small by the message's delay, so the largest
 * of the last eight is the most exact. The estimate is never ahead of the server, so a cash-out shows at most what it pays. The app's
 * clock counts only before the first message.
 */
export function roundClock({ monotonicMs, appNow }: RoundClockTools) {
  const offsets: number[] = []
  return {
    note(serverTime: string): void {
      const offset = Date.parse(serverTime) - monotonicMs()
      if (Number.isNaN(offset)) return
      offsets.push(offset)
      if (offsets.length > samplesMax) offsets.shift()
    },
    /** The server's time in milliseconds. */
    now: (): number => (offsets.length === 0 ? appNow() : monotonicMs() + Math.max(...offsets)),
  }
}
