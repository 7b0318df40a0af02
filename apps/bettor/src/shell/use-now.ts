import { useSyncExternalStore } from 'react'
import { nowMs } from '../state/browser.ts'

const tickMs = 1000
const listeners = new Set<() => void>()
let now = nowMs()
let timer: ReturnType<typeof setInterval> | undefined
let serverAheadMs = 0

/** Told by the settings: how far the server's clock is ahead of ours. */
export function keepServerTime(iso: string, heardAtMs: number): void {
  const at = Date.parse(iso)
  if (!Number.isNaN(at)) serverAheadMs = at - heardAtMs
}

/** The server's present time in milliseconds, counted from the offset that it told. */
export const serverNow = (): number => nowMs() + serverAheadMs

/** The server's time by the page's one ticker, cut to a step so that a leaf renders only when what it shows changes. */
export function useNow(stepMs = tickMs): number {
  return useSyncExternalStore(listen, () => Math.floor((now + serverAheadMs) / stepMs) * stepMs)
}

function listen(changed: () => void): () => void {
  listeners.add(changed)
  timer ??= setInterval(() => {
    now = nowMs()
    for (const listener of listeners) listener()
  }, tickMs)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
