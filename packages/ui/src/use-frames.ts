import { useEffect, useEffectEvent } from 'react'

/** Runs a function with the page's animation frames, at most once per `everyMs`, while `on` is true. */
export function useFrames(run: () => void, { on, everyMs }: { on: boolean; everyMs: number }): void {
  const tick = useEffectEvent(run)
  useEffect(() => {
    if (!on) return
    let request = 0
    let lastMs = -Infinity
    const frame = (atMs: number): void => {
      if (atMs - lastMs >= everyMs) {
        lastMs = atMs
        tick()
      }
      request = requestAnimationFrame(frame)
    }
    request = requestAnimationFrame(frame)
    return () => cancelAnimationFrame(request)
  }, [on, everyMs])
}
