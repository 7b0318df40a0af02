const uses = ['pointerdown', 'keydown', 'wheel', 'scroll'] as const

/**
 * Calls `run` once, at the first touch, key or scroll: for what a visitor needs who stays, and one who only looks does not. Returns the
 * function that stops waiting.
 */
export function whenUsed(run: () => unknown): () => void {
  const waiting = new AbortController()
  const begin = (): void => {
    waiting.abort()
    run()
  }
  for (const use of uses) addEventListener(use, begin, { capture: true, passive: true, signal: waiting.signal })
  return () => waiting.abort()
}
