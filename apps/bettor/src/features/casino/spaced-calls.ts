/** Runs a function at most once per `everyMs`. A call that comes earlier is delayed, and further calls join it. */
export function spacedCalls(run: () => void, { everyMs, nowMs }: { everyMs: number; nowMs: () => number }): () => void {
  let lastMs = -Infinity
  let isWaiting = false
  const runNow = (): void => {
    isWaiting = false
    lastMs = nowMs()
    run()
  }
  return () => {
    if (isWaiting) return
    const delayMs = lastMs + everyMs - nowMs()
    if (delayMs <= 0) return runNow()
    isWaiting = true
    setTimeout(runNow, delayMs)
  }
}
