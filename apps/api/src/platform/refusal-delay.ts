/** The fractional parts of its multiples are spread evenly between 0 and 1. */
const goldenRatio = 0.618034

export type RefusalDelay = {
  /** How long a refusal is delayed, in milliseconds: between half and one and a half times as much, so that refused clients do not return together. */
  readonly delayMs?: number
  /** How many refusals may be delayed at once; further ones are answered immediately. */
  readonly delayedMax?: number
}

/**
 * Delays refusals of calls for which there is no capacity: a client that resends immediately after each refusal would otherwise spend the
 * event loop on refusals, and the calls that were accepted would wait for it. A delayed refusal costs one timer.
 */
export function delayRefusals({ delayMs = 500, delayedMax = 5000 }: RefusalDelay = {}): () => Promise<void> {
  let delayed = 0
  let spread = 0
  return async () => {
    if (delayed >= delayedMax) return
    delayed++
    spread = (spread + goldenRatio) % 1
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + spread)))
    delayed--
  }
}
