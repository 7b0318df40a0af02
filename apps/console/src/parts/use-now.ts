import { useSyncExternalStore } from 'react'
import { serverNow, timers } from '../wire/browser.ts'

const listeners = new Set<() => void>()
let nowMs = Math.floor(serverNow() / 1000) * 1000
let cancel: (() => void) | undefined

function tick(): void {
  nowMs = Math.floor(serverNow() / 1000) * 1000
  for (const listener of listeners) listener()
  cancel = listeners.size > 0 ? timers.after(1000 - (serverNow() % 1000), tick) : undefined
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (!cancel) tick()
  return () => listeners.delete(listener)
}

/** The server's time in milliseconds, by the whole second; all components of a page share one timer. */
export const useNow = (): number => useSyncExternalStore(listen, () => nowMs)
