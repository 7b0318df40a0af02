import { useSyncExternalStore } from 'react'
import { serverNow } from './browser.ts'

const tickMs = 1000
const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time from the page's single timer, rounded down to a step so that a leaf renders only when its content changes. */
export function useNow(stepMs = tickMs): number {
  return useSyncExternalStore(listen, () => Math.floor(now / stepMs) * stepMs)
}

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
