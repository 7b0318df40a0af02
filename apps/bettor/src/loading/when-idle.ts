/** The minimum delay after a screen is shown before the next part is preloaded. */
const restMs = 2000

/** Preloads a part once the page is idle; a part that fails is loaded again when it is used. */
export function whenIdle(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => void load().catch(() => undefined), restMs)
  return () => clearTimeout(timer)
}
