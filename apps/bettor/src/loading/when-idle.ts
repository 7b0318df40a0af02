/** How long after a screen stands what comes next is loaded, at the earliest. */
const restMs = 2000

/** Loads a part ahead of its use, once the page has been left in peace; what fails is loaded again at its use. */
export function whenIdle(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => void load().catch(() => undefined), restMs)
  return () => clearTimeout(timer)
}
