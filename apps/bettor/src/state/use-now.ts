import { useSyncExternalStore } from 'react'
import { serverNow } from './browser.ts'

const tickMs = 1000
const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** What follows from the server's time, by the page's single timer: a text or a number, so that a leaf renders only when it changes. */
export const useAt = <Value extends string | number>(of: (nowMs: number) => Value): Value =>
  useSyncExternalStore(listen, () => of(now))

/** The server's time, rounded down to a step. */
export const useNow = (stepMs = tickMs): number => useAt((nowMs) => Math.floor(nowMs / stepMs) * stepMs)

function listen(changed: () => void): () => void {
  listeners.add(changed)
  now = serverNow()
  timer ??= setInterval(() => {
    now = serverNow()
    for (const listener of listeners) listener()
  }, tickMs)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
