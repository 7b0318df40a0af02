/** The minimum delay after a screen is shown before the next part is preloaded. */
const idleDelayMs = 2000

/** Preloads a chunk after the delay; a chunk that fails is loaded again when it is used. The returned function cancels the preload. */
export function whenIdle(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => void load().catch(() => undefined), idleDelayMs)
  return () => clearTimeout(timer)
}
